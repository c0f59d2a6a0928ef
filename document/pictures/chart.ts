import { type Html, html } from '../../shared/html.ts'
import { unmarked } from '../marks.ts'
import { type Point, relative, smooth } from './path.ts'

/** One value of a series. */
export type ChartValue = {
  label: string
  value: number
  note?: string | undefined
  highlighted?: boolean | undefined
}
export type Series = {
  values: ChartValue[]
  unit: string
  limit?: number | undefined
  limitLabel?: string | undefined
  label: string
}

type ChartFrame = { width: number; height: number; top: number; bottom: number; start: number; end: number }

/** Scales values, and the limit if there is one, to a frame. */
function scaleTo({ values, limit }: Series, { top, bottom, start, end }: ChartFrame) {
  const all = [...values.map(({ value }) => value), ...(limit === undefined ? [] : [limit])]
  const [low, high] = [Math.min(...all, 0), Math.max(...all)]
  const y = (value: number) => Math.round(bottom - ((value - low) / (high - low || 1)) * (bottom - top))
  const x = (index: number) => Math.round(start + (index / Math.max(1, values.length - 1)) * (end - start))
  return { x, y, points: values.map(({ value }, index): Point => [x(index), y(value)]) }
}

function highestOf(values: ChartValue[]): number {
  const marked = values.findIndex(({ highlighted }) => highlighted)
  if (marked !== -1) return marked
  return values.reduce((best, { value }, index) => (value > (values[best]?.value ?? 0) ? index : best), 0)
}

function withUnit(value: number, unit: string): string {
  return unit === '' ? String(value) : `${value}\u00a0${unit}`
}

/** A line chart, with labels at the limit and the highest value. */
export function drawChart(series: Series, width = 720, height = 420): Html {
  const { values, unit, limit, limitLabel, label } = series
  const frame = { width, height, top: 84, bottom: height - 44, start: 4, end: width - 4 }
  const { x, y, points } = scaleTo(series, frame)
  const line = smooth(points)
  const peak = highestOf(values)
  const [peakX, peakY] = points[peak] ?? [0, 0]
  const anchor = peakX > width * 0.7 ? 'end' : peakX < width * 0.3 ? 'start' : 'middle'
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    <path class="ar" d="${line}V${frame.bottom}H${frame.start}z"/><path class="ax" d="M0 ${frame.bottom}H${width}"/>
    ${limit !== undefined && html`<path class="lim" d="M0 ${y(limit)}H${width}"/><text class="lb o" x="0" y="${y(limit) - 9}">${limitLabel ?? withUnit(limit, unit)}</text>`}
    <path class="ln" d="${line}"/><circle class="dot" cx="${peakX}" cy="${peakY}" r="7"/>
    <text class="big" x="${peakX}" y="${peakY - 22}" text-anchor="${anchor}">${withUnit(values[peak]?.value ?? 0, unit)}</text>
    ${axisLabels(values, peak).map((index) => html`<text class="${index === peak || index === 0 || index === values.length - 1 ? 'k' : 'o'}" x="${x(index)}" y="${height - 12}" text-anchor="${index === 0 ? 'start' : index === values.length - 1 ? 'end' : 'middle'}">${values[index]?.label}</text>`)}
  </svg>`
}

/** The first, last and highest values have labels; others if there is room. */
function axisLabels(values: ChartValue[], peak: number): number[] {
  const last = values.length - 1
  const room = Math.max(2, Math.floor(values.length / 5))
  const named = values
    .map((_, index) => index)
    .filter((index) => index === 0 || index === last || index === peak)
  return named.filter((index, at) => at === 0 || index - (named[at - 1] ?? 0) >= room || index === last)
}

/** The series as a mountain range: ascents are light, descents dark, and parts above the limit are highlighted. */
export function drawRidge(series: Series, width = 1440, height = 450): Html {
  const { values, unit, limit, limitLabel, label } = series
  const frame = { width, height, top: 96, bottom: height - 70, start: width * 0.34, end: width * 0.97 }
  const { x, y, points } = scaleTo(series, frame)
  const foothills: Point[] = [0.02, 0.09, 0.16, 0.22, 0.28].map((share, index) => [
    Math.round(width * share),
    frame.bottom + (index % 2 ? 8 : -18),
  ])
  const outline: Point[] = [
    [-40, frame.bottom + 20],
    ...foothills,
    ...points,
    [width + 40, frame.bottom + 10],
  ]
  const back: Point[] = outline.map(([px, py], index) => [
    px + 90,
    Math.min(frame.bottom, py + (index % 2 ? 60 : 100)),
  ])
  const floor = height + 4
  const rising = outline.map((_, index) => face(outline, index, frame.bottom))
  const peak = highestOf(values)
  const [peakX, peakY] = points[peak] ?? [0, 0]
  const above = limit === undefined ? [] : outline.map((_, index) => tip(outline, index, y(limit)))
  const isLate = peakX > width * 0.62
  const beside = besidePeak(outline, [peakX, peakY], isLate)
  const highest = withUnit(values[peak]?.value ?? 0, unit)
  const share = (peakX - frame.start) / (frame.end - frame.start)
  const anchor = share > 0.7 ? 'end' : share < 0.3 ? 'start' : 'middle'
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    <path class="r0" d="${relative([...back, [width + 130, floor], [50, floor]])}z"/>
    <path class="r1" d="${relative([...outline, [width + 40, floor], [-40, floor]])}z"/><path class="r2" d="${rising.join('')}"/>
    ${above.map((part) => part && html`<path class="r3" d="${part.whole}"/><path class="r4" d="${part.shade}"/>`)}
    ${limit !== undefined && html`<path class="lim" d="M${Math.round(width * 0.34)} ${y(limit)}H${width}"/><text class="mu o" x="${x(calmOf(values, limit))}" y="${y(limit) - 12}" text-anchor="middle">${limitLabel ?? withUnit(limit, unit)}</text>`}
    <text class="big lg" x="${beside}" y="${peakY + 22}" text-anchor="${isLate ? 'end' : 'start'}">${highest}</text><text class="big sm" x="${peakX}" y="${peakY - 20}" text-anchor="${anchor}">${highest}</text>
    ${values[peak]?.note && html`<text class="nt" x="${beside}" y="${peakY + 52}" text-anchor="${isLate ? 'end' : 'start'}">${values[peak]?.note}</text>`}
    ${axisLabels(values, peak).map((index) => html`<text class="gr${isCrowded(values, index, peak, x) && ' o'}" x="${x(index)}" y="${height - 22}" text-anchor="${index === 0 ? 'start' : index === values.length - 1 ? 'end' : 'middle'}">${values[index]?.label}</text>`)}
  </svg>`
}

/** Whether a label may touch that of the peak in the larger letters of a phone. */
function isCrowded(values: ChartValue[], at: number, peak: number, x: (index: number) => number): boolean {
  if (at === peak) return false
  const widthOf = (index: number) => unmarked(values[index]?.label ?? '').length * 21
  const isAtEdge = peak === 0 || peak === values.length - 1
  return Math.abs(x(at) - x(peak)) < widthOf(at) + widthOf(peak) / (isAtEdge ? 1 : 2) + 30
}

/** The x position of a peak's label, beside the slope at the height of the label's last line. */
function besidePeak(outline: Point[], [peakX, peakY]: Point, isBefore: boolean): number {
  const level = peakY + 60
  const side = isBefore ? outline.filter(([x]) => x <= peakX).reverse() : outline.filter(([x]) => x >= peakX)
  for (const [index, [x, y]] of side.entries()) {
    const [beforeX, beforeY] = side[index - 1] ?? [x, y]
    if (y < level) continue
    const share = (level - beforeY) / (y - beforeY || 1)
    return Math.round(beforeX + (x - beforeX) * share) + (isBefore ? -28 : 28)
  }
  return peakX + (isBefore ? -40 : 40)
}

/** The middle of the longest run below the limit, where a label covers nothing. */
function calmOf(values: ChartValue[], limit: number): number {
  let best = { from: 0, to: 0 }
  let from = 0
  for (const [index, { value }] of values.entries()) {
    if (value >= limit) from = index + 1
    else if (index - from > best.to - best.from) best = { from, to: index }
  }
  return Math.round((best.from + best.to) / 2)
}

/** The lit side of a peak: from the valley before it to a jagged edge below its top. */
function face(outline: Point[], at: number, bottom: number): string {
  const [before, peak, after] = [outline[at - 1], outline[at], outline[at + 1]]
  if (!before || !peak || !after || peak[1] >= before[1] || peak[1] > after[1]) return ''
  let foot = at - 1
  while (foot > 0 && (outline[foot - 1]?.[1] ?? 0) > (outline[foot]?.[1] ?? 0)) foot--
  const [px, py] = peak
  const fall = bottom + 30 - py
  const rise = outline.slice(foot, at + 1)
  const edge: Point[] = [
    [px + 5, py + fall * 0.34],
    [px - 7, py + fall * 0.62],
    [px - 1, py + fall],
  ]
  return `${relative([...rise, ...edge])}z`
}

/** The part of a peak above the limit, and its shaded half. */
function tip(outline: Point[], at: number, limit: number): { whole: string; shade: string } | undefined {
  const [before, peak, after] = [outline[at - 1], outline[at], outline[at + 1]]
  if (!before || !peak || !after || peak[1] >= limit || before[1] < peak[1] || after[1] <= peak[1])
    return undefined
  const cross = ([ax, ay]: Point, [bx, by]: Point) =>
    Math.round(ax + ((limit - ay) / (by - ay || 1)) * (bx - ax))
  const left = before[1] > limit ? cross(before, peak) : before[0]
  const right = after[1] > limit ? cross(peak, after) : after[0]
  const foot = Math.round((left + right * 2) / 3)
  return {
    whole: `M${left} ${limit}L${peak[0]} ${peak[1]}L${right} ${limit}z`,
    shade: `M${peak[0]} ${peak[1]}L${right} ${limit}H${foot}z`,
  }
}
