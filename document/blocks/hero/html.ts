import { type Html, html } from '../../../shared/html.ts'
import { unmarked } from '../../marks.ts'
import { drawChart, drawRidge, type Series } from '../../pictures/chart.ts'
import { addressOf, drawDevice } from '../../pictures/device.ts'
import { drawMap, type MapPin } from '../../pictures/map.ts'
import { initials } from '../../pictures/monogram.ts'
import { pattern } from '../../pictures/pattern.ts'
import { findPlace } from '../../pictures/places.ts'
import { drawDates } from '../../pictures/timeline.ts'
import { actions, bare as bareText, heading, picture, plain, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const isCentered = view.layout === 'centered'
  const lead = html`${props.subheadline && html`<p class="sub">${rich(props.subheadline, view)}</p>`}${actions(props, view)}`
  const say = html`<div class="${isCentered ? 'mid' : 'say'}">
    ${props.eyebrow && eyebrow(props.eyebrow, view)}
    ${heading(view.level, rich(props.headline, view))}
    ${view.layout !== 'device' && lead}
  </div>${view.layout === 'device' && html`<div class="more">${lead}</div>`}`
  const art = draw(props, view)
  const caption = props.caption && html`<figcaption class="cap">${rich(props.caption, view)}</figcaption>`
  const sky = view.layout === 'ridge' && html`<div class="dust">${pattern(view.seed, 12, 8)}</div>`
  return html`${say}${sky}${art && html`<figure class="art">${art}${caption}</figure>`}`
}

function eyebrow(text: string, view: BlockView): Html {
  const sign =
    view.look === 'product' &&
    html`<i aria-hidden="true">${initials(unmarked(plain(text)).replace(/^for /i, ''))}</i>`
  return html`<p class="eye">${sign}<span>${plain(text)}</span></p>`
}

/** The drawing of a layout, or a pattern if the page has no data for it. */
function draw(props: Props, view: BlockView): Html | undefined {
  const { layout } = view
  const drawn =
    layout === 'map' || layout === 'route'
      ? drawPlaces(props, view)
      : layout === 'chart' || layout === 'ridge'
        ? drawSeries(props, view)
        : layout === 'timeline'
          ? view.subject.dates.length > 1 && drawDates(view.subject.dates, view.words.timeline)
          : layout === 'figures'
            ? drawFigures(props, view)
            : layout === 'device'
              ? drawWindow(view)
              : undefined
  if (drawn) return drawn
  const shown = props.picture && view.asset(props.picture.assetId)
  if (shown) {
    const sizes = layout === 'split' ? '(min-width:60rem) 38rem, 100vw' : '(min-width:80rem) 77.5rem, 100vw'
    return picture(shown, props.picture?.alt ?? '', { sizes, eager: view.isFirst })
  }
  if (layout === 'left' || layout === 'centered' || layout === 'ridge') return undefined
  return html`<div class="pat">${pattern(view.seed, 10, 9)}</div>`
}

function drawPlaces({ points, caption }: Props, view: BlockView): Html | undefined {
  const sure = (points ?? []).flatMap(({ label }) => findPlace(unmarked(plain(label))) ?? [])
  const pins: MapPin[] = points
    ? points.flatMap(({ label, note, highlighted }) => {
        const place = findPlace(unmarked(plain(label)), sure)
        return place ? [{ ...place, name: plain(label), note: note && plain(note), highlighted }] : []
      })
    : view.subject.places
  if (pins.length === 0) return undefined
  const label = `${view.words.map}: ${pins.map(({ name }) => unmarked(name)).join(', ')}`
  const isRoute = view.layout === 'route'
  const size = { width: 760, height: 800, startShare: 0.3, ...(caption && { bottomShare: 0.27 }) }
  return html`<div class="map">${drawMap(pins, { ...size, id: `${view.id}_land`, isRoute, label })}</div>`
}

function drawSeries(props: Props, view: BlockView): Html | undefined {
  const values = (props.points ?? []).flatMap(({ label, value, note, highlighted }) =>
    value === undefined ? [] : [{ label: plain(label), value, note: note && plain(note), highlighted }],
  )
  if (values.length < 3) return undefined
  const unit = props.unit ? unmarked(plain(props.unit)) : ''
  const named = values
    .map(({ label, value }) => `${unmarked(label)} ${value}${unit && ` ${unit}`}`)
    .join(', ')
  const series: Series = {
    ...{ values, unit, limit: props.limit },
    limitLabel: props.limitLabel && plain(props.limitLabel),
    label: `${view.words.chart}: ${named}`,
  }
  return view.layout === 'ridge'
    ? html`<div class="ridge">${drawRidge(series)}</div>`
    : html`<div class="ch">${drawChart(series)}</div>`
}

function drawFigures({ points = [] }: Props, view: BlockView): Html | undefined {
  const own = points.flatMap(({ label, note }) => (note ? [{ value: plain(note), label: plain(label) }] : []))
  const figures = (own.length > 0 ? own : view.subject.figures).slice(0, 3)
  if (figures.length < 2) return undefined
  return html`<dl class="nums">${figures.map(({ value, label }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`
}

function drawWindow(view: BlockView): Html | undefined {
  const { subject, brand, recipient, words } = view
  if (subject.dates.length + subject.figures.length + subject.facts.length < 2) return undefined
  const title = recipient ?? brand
  const label = `${words.window}: ${[...subject.dates.map(({ title }) => title), ...subject.figures.map(({ value, label }) => `${value} ${label}`)].map(bareText).join(', ')}`
  return drawDevice({ title, address: addressOf(brand, recipient), subject, id: view.id, label })
}
