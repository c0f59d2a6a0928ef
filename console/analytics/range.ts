import { dates, fromWall, toWall } from '../api/locale.ts'
import type { PageSearch } from '../pages/search.ts'
import type { Dates } from './queries.ts'

export const presets = [
  { value: 'today', label: 'Today', days: 1 },
  { value: '7d', label: 'Last 7 days', days: 7 },
  { value: '30d', label: 'Last 30 days', days: 30 },
  { value: '90d', label: 'Last 90 days', days: 90 },
  { value: '12m', label: 'Last 12 months', days: 365 },
] as const
type Preset = (typeof presets)[number]['value']

const usual: Preset = '30d'
/** The maximum number of points in a series. */
const mostDays = 1000

export type ChosenRange = {
  /** Undefined for custom dates. */
  preset: Preset | undefined
  days: number
  dates: Dates
  /** The period of the same length before. */
  before: Dates
  interval: 'hour' | 'day'
}

/** The start of a day in the user's time zone; days may have 23 or 25 hours. */
function startOfDay(year: number, month: number, day: number): Date {
  return new Date(year, month, day)
}

function addDays(date: Date, days: number): Date {
  return startOfDay(date.getFullYear(), date.getMonth(), date.getDate() + days)
}

/** The start of a day such as `2026-11-15`; undefined if the date doesn't exist. */
export function readDay(text: string | undefined): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? []
  if (!year || !month || !day) return undefined
  const date = startOfDay(Number(year), Number(month) - 1, Number(day))
  return date.getMonth() === Number(month) - 1 ? date : undefined
}

export function dayText(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export function chooseRange({ range, from, to }: PageSearch, now: Date): ChosenRange {
  const [first, last] = [readDay(from), readDay(to)]
  if (range === 'custom' && first && last && first <= last) {
    const days = Math.round((addDays(last, 1).getTime() - first.getTime()) / 86_400_000)
    if (days <= mostDays) return rangeOf(undefined, first, days)
  }
  const preset = presets.find(({ value }) => value === (range ?? usual)) ?? presets[2]
  const today = addDays(toWall(+now), 0)
  return rangeOf(preset.value, addDays(today, 1 - preset.days), preset.days)
}

function rangeOf(preset: Preset | undefined, first: Date, days: number): ChosenRange {
  const between = (start: Date, end: Date): Dates => ({
    startDate: new Date(fromWall(start)).toISOString(),
    endDate: new Date(fromWall(end)).toISOString(),
  })
  return {
    preset,
    days,
    dates: between(first, addDays(first, days)),
    before: between(addDays(first, -days), first),
    interval: days <= 2 ? 'hour' : 'day',
  }
}

const dayOfYear = dates({ dateStyle: 'medium' })

/** The first and last day of the range, in words. */
export function rangeWords({ dates }: Pick<ChosenRange, 'dates'>): string {
  const last = new Date(new Date(dates.endDate).getTime() - 1)
  return dayOfYear.formatRange(new Date(dates.startDate), last)
}

export function beforeWords(days: number): string {
  return days === 1 ? 'the previous day' : `the previous ${days} days`
}

/** Leaves out the current day and future ones, which would look like a drop, unless the other days have no sessions. */
export function wholeDays<T extends { startsAt: string; totalSessions: number }>(points: T[]): T[] {
  const whole = points.filter((_, index) => Number(points[index + 1]?.startsAt ?? Number.NaN) <= Date.now())
  return whole.some(({ totalSessions }) => totalSessions > 0) ? whole : points
}
