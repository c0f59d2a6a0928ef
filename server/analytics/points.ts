import { invalid } from '../../shared/problem.ts'
import { databaseNow } from '../database/clock.ts'
import { toTimestamp } from '../time.ts'
import { type Figures, type Grain, grains, noFigures } from '../visits/figures.ts'
import { down, type Range, readRange } from './range.ts'
import { summarise } from './summary.ts'

export const mostPoints = 1_000
export const usualPoints: Record<Grain, number> = { hour: 48, day: 30 }

type Dates = { startDate?: string; endDate?: string }

/** The range of a series: the given dates, or the last hours or days. Throws if it has too many points. */
export function readPoints(query: Dates, interval: Grain, most = mostPoints): Range {
  const unit = grains[interval]
  const now = databaseNow()
  const end = query.endDate === undefined ? now : readRange({ endDate: query.endDate }).to
  const from = down(end, unit) - (usualPoints[interval] - 1) * unit
  const range = readRange(query, { from, to: now })
  if (range.to - down(range.from, unit) > most * unit)
    throw invalid('/startDate', `must be at most ${most} ${interval}s before endDate`)
  return range
}

/** The start of each UTC hour or day that overlaps the range. */
export function momentsOf({ from, to }: Range, interval: Grain): number[] {
  const unit = grains[interval]
  const first = down(from, unit)
  return Array.from({ length: Math.ceil((to - first) / unit) }, (_, index) => first + index * unit)
}

const dayMs = grains.day

/** The start of each day of a time zone that overlaps the range. Days can have 23 or 25 hours. */
export function daysOf({ from, to }: Range, timeZone: string): number[] {
  const offset = offsetsOf(timeZone)
  const moments: number[] = []
  for (let midnight = down(from + offset(from), dayMs); ; midnight += dayMs) {
    const start = startOfDay(midnight, offset)
    if (start >= to) return moments
    moments.push(start)
  }
}

/**
 * When a day begins in a time zone, given its midnight as if in UTC. If the clock skips midnight, the first moment
 * after it.
 */
function startOfDay(midnight: number, offset: (moment: number) => number): number {
  const starts = [midnight - dayMs, midnight + dayMs].map((near) => midnight - offset(near))
  return Math.min(...starts.filter((start) => start + offset(start) >= midnight))
}

/** The UTC offset of a time zone at a moment. `Temporal` would need Node.js 26. */
function offsetsOf(timeZone: string): (moment: number) => number {
  const format = openFormat(timeZone)
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
    const [year = 0, month = 1, ...rest] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((part) => parts.get(part))
    return Date.UTC(year, month - 1, ...(rest as [number, number, number, number])) - down(moment, 1_000)
  }
}

function openFormat(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
  try {
    return new Intl.DateTimeFormat('en', { ...parts, hourCycle: 'h23', timeZone })
  } catch {
    throw invalid('/timeZone', 'does not match a time zone')
  }
}

/** A point for every start, including those without sessions. */
export function fillIn(moments: number[], known: ReadonlyMap<number, Figures>) {
  return moments.map((at) => ({ startsAt: toTimestamp(at), ...summarise(known.get(at) ?? noFigures) }))
}

export function addUp(all: Figures[]): Figures {
  const total = { ...noFigures }
  for (const figures of all)
    for (const name of Object.keys(total) as (keyof Figures)[]) total[name] += figures[name]
  return total
}
