import { invalid } from '../../shared/problem.ts'
import { type Grain, grains } from '../visits/figures.ts'

/** Milliseconds since the epoch, from inclusive to exclusive. */
export type Range = { from: number; to: number }

/** From before the first visit to after the last possible date. */
const always: Range = { from: Date.UTC(2000), to: Date.UTC(9999, 11, 31) + grains.day }

/** Sums to add or (-1) to subtract: of whole days, whole hours, or single sessions. */
export type RangePart = Range & { of: Grain | 'session'; sign: 1 | -1 }

export function readRange(
  { startDate, endDate }: { startDate?: string; endDate?: string },
  fallback: Range = always,
): Range {
  const to = endDate === undefined ? fallback.to : readMoment('/endDate', endDate)
  const from = startDate === undefined ? Math.min(fallback.from, to) : readMoment('/startDate', startDate)
  if (from > to) throw invalid('/startDate', 'must not be after endDate')
  const within = (moment: number) => Math.min(Math.max(moment, always.from), always.to)
  return { from: within(from), to: within(to) }
}

/** Sessions start on whole milliseconds, so a fraction is rounded up. */
function readMoment(path: string, text: string): number {
  const moment = Date.parse(text.toUpperCase())
  if (Number.isNaN(moment)) throw invalid(path, 'must be a valid date and time with a time zone')
  const isBetween = /\.\d{3}\d*[1-9]/.test(text)
  return isBetween ? moment + 1 : moment
}

/**
 * Splits a range into the fewest sums: whole days, whole hours around them, and sessions for the partial hours at both
 * ends. If more than half of such an hour is in the range, the sessions outside the range are subtracted instead, so
 * that a range that ends now reads almost no sessions. The cost does not depend on the length of the range.
 */
export function cutRange({ from, to }: Range, largest: Grain = 'day'): RangePart[] {
  const [firstHour, lastHour] = [up(from, grains.hour), down(to, grains.hour)]
  if (firstHour > lastHour) return filled([{ of: 'session', from, to, sign: 1 }])
  const edges = [...head(from, firstHour), ...tail(lastHour, to)]
  const [firstDay, lastDay] = [up(firstHour, grains.day), down(lastHour, grains.day)]
  if (largest === 'hour' || firstDay > lastDay)
    return filled([...edges, { of: 'hour', from: firstHour, to: lastHour, sign: 1 }])
  return filled([
    ...edges,
    { of: 'hour', from: firstHour, to: firstDay, sign: 1 },
    { of: 'day', from: firstDay, to: lastDay, sign: 1 },
    { of: 'hour', from: lastDay, to: lastHour, sign: 1 },
  ])
}

/** The part of an hour that ends with it. */
function head(from: number, hourEnd: number): RangePart[] {
  const hour = hourEnd - grains.hour
  if (hourEnd - from <= grains.hour / 2) return [{ of: 'session', from, to: hourEnd, sign: 1 }]
  return [
    { of: 'hour', from: hour, to: hourEnd, sign: 1 },
    { of: 'session', from: hour, to: from, sign: -1 },
  ]
}

/** The part of an hour that begins with it. */
function tail(hour: number, to: number): RangePart[] {
  const hourEnd = hour + grains.hour
  if (to - hour <= grains.hour / 2) return [{ of: 'session', from: hour, to, sign: 1 }]
  return [
    { of: 'hour', from: hour, to: hourEnd, sign: 1 },
    { of: 'session', from: to, to: hourEnd, sign: -1 },
  ]
}

const filled = (parts: RangePart[]) => parts.filter(({ from, to }) => from < to)
export const down = (moment: number, unit: number) => moment - (moment % unit)
const up = (moment: number, unit: number) => down(moment + unit - 1, unit)
