import { type Html, html } from '../../shared/html.ts'
import { readFigure } from './figures.ts'
import { drawMap } from './map.ts'
import { initials } from './monogram.ts'
import type { Subject } from './subject.ts'

export type DeviceContent = { title: string; address: string; subject: Subject; id: string; label: string }

/**
 * A window with the page's plan, figures and places. Made of HTML, so that it reflows instead of shrinking. Screen
 * readers see one image, as the page contains all of it as text.
 */
export function drawDevice({ title, address, subject, id, label }: DeviceContent): Html {
  const side = subject.headings.slice(0, 6)
  const right = rightColumn(subject, id)
  return html`<div class="win" role="img" aria-label="${label}"><div aria-hidden="true">
    <p class="bar"><i></i><i></i><i></i><span>${address}</span></p>
    <div class="app${!right && ' nr'}">
      <ul class="side">${[title, ...side].map((name, index) => html`<li${index === 1 && html` class="on"`}>${index === 0 ? html`<strong>${name}</strong>` : name}</li>`)}</ul>
      <div class="mn"><p class="t">${title}</p>${plan(subject)}${facts(subject)}</div>
      ${right}
    </div></div></div>`
}

/** Steps as bars to scale, each from its date to the next. */
function plan({ dates }: Subject): Html | false {
  const last = dates.at(-1)?.day ?? 0
  if (dates.length < 2 || last === 0) return false
  const share = (day: number) => Math.round((day / last) * 1000)
  return html`<ul class="gan">${dates.map(({ when, title, day }, index) => {
    const from = Math.min(share(day), 960)
    const to = Math.max(share(dates[index + 1]?.day ?? last), from + 40)
    return html`<li><p>${title}<span>${when}</span></p><svg viewBox="0 0 1000 36" preserveAspectRatio="none"><rect class="g0" width="1000" height="36"/><rect class="${index === dates.length - 1 ? 'g2' : 'g1'}" x="${from}" width="${to - from}" height="36"/></svg></li>`
  })}</ul>`
}

function hasFacts({ facts: all }: Pick<Subject, 'facts'>): boolean {
  return all.filter(({ figure }) => figure && readFigure(figure)).length > 1
}

function facts({ facts: all, figures }: Subject): Html | false {
  const shown = hasFacts({ facts: all })
    ? all.filter(({ figure }) => figure && readFigure(figure))
    : figures.map(({ value, label }) => ({ title: label, figure: value }))
  if (shown.length === 0) return false
  return html`<ul class="fct">${shown.slice(0, 4).map(({ title, figure }) => html`<li><span>${title}</span><b>${figure}</b></li>`)}</ul>`
}

function rightColumn(subject: Subject, id: string): Html | undefined {
  const { places } = subject
  // Without facts, the middle already shows the figures.
  const figures = hasFacts(subject) ? subject.figures : []
  const map =
    places.length > 1 &&
    html`<div class="map">${drawMap(places, { width: 440, height: 460, id: `${id}_land`, startShare: 0.16, label: '' })}</div>`
  const shown = figures.slice(0, map ? 2 : 4)
  if (!map && shown.length < 2) return undefined
  return html`<div class="rc">${map}${shown.length > 0 && html`<ul class="fgs">${shown.map(({ value, label }) => html`<li><b>${value}</b>${label}</li>`)}</ul>`}</div>`
}

/** The window's address line: the recipient's name as a URL. */
export function addressOf(brand: string, recipient: string | undefined): string {
  const short = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
  return recipient ? `${short(brand)} / ${short(recipient)}` : short(brand) || initials(brand)
}
