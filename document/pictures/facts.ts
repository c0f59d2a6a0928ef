import { type Html, html } from '../../shared/html.ts'
import { unmarked } from '../marks.ts'
import { readWhen } from './dates.ts'
import { readFigure } from './figures.ts'

/**
 * Draws a fact's figure: a percentage as a grid of a hundred squares, a date as a calendar sheet, a small number as
 * that many marks, and anything else as large text.
 */
export function drawFact(figure: string, shown: Html): Html {
  const bare = unmarked(figure)
  const when = readWhen(bare)
  const leaf = /^(\d{1,2})\s+(\p{L}+)/u.exec(bare)
  if (when?.unit === 'date' && leaf)
    return html`<div class="calendar-leaf"><i>${leaf[2]}</i><b>${leaf[1]}</b></div><span class="vh">${shown}</span>`
  const read = readFigure(bare)
  const big = html`<span class="big">${shown}</span>`
  if (!read) return big
  if (read.after.startsWith('%') && read.value > 0 && read.value <= 100)
    return html`${big}${waffle(read.value)}`
  if (Number.isInteger(read.value) && read.value > 1 && read.value <= 12 && read.before === '')
    return html`${big}${marks(read.value)}`
  return big
}

function waffle(share: number): Html {
  const marked = Math.max(1, Math.round(share))
  const square = (index: number) => `M${(index % 20) * 17} ${Math.floor(index / 20) * 17}h13v13h-13z`
  const all = Array.from({ length: 100 }, (_, index) => square(index))
  return html`<svg class="waffle" viewBox="0 0 336 82" aria-hidden="true"><path class="fact-rest" d="${all.slice(0, 100 - marked).join('')}"/><path class="fact-marked" d="${all.slice(100 - marked).join('')}"/></svg>`
}

function marks(count: number): Html {
  const bars = Array.from({ length: count }, (_, index) => `M${index * 22} 0h14v40h-14z`)
  return html`<svg class="fact-marks" viewBox="0 0 ${count * 22 - 8} 40" aria-hidden="true"><path class="fact-rest" d="${bars.slice(0, -1).join('')}"/><path class="fact-marked" d="${bars.at(-1)}"/></svg>`
}

/** Two bars to scale: before and after. */
export function drawBefore(before: number, after: number): Html {
  const most = Math.max(before, after) || 1
  const wide = (value: number) => Math.max(4, Math.round((value / most) * 600))
  return html`<svg class="bars" viewBox="0 0 600 44" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-before" width="${wide(before)}" height="18"/><rect class="bar-after" y="26" width="${wide(after)}" height="18"/></svg>`
}

export function drawShare(share: number): Html {
  const wide = Math.max(4, Math.min(600, Math.round(share * 600)))
  return html`<svg class="bars" viewBox="0 0 600 16" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-whole" width="600" height="16"/><rect class="bar-after" width="${wide}" height="16"/></svg>`
}
