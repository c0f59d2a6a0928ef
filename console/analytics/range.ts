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
export type Preset = (typeof presets)[number]['value']

const usual: Preset = '30d'
/** As many days as a series has points. */
const mostDays = 1000

export type ChosenRange = {
  /** One of the usual ones, or undefined for dates of one's own. */
  preset: Preset | undefined
  days: number
  dates: Dates
  /** As many days before these. */
  before: Dates
  interval: 'hour' | 'day'
}

/** Days of the calendar of the user's zone, of any length: 23 and 25 hours too. */
function startOfDay(year: number, month: number, day: number): Date {
  return new Date(year, month, day)
}

function addDays(date: Date, days: number): Date {
  return startOfDay(date.getFullYear(), date.getMonth(), date.getDate() + days)
}

/** `2026-11-15` as the start of that day, if there is such a day. */
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

/** The range as dates, first and last day. */
export function rangeWords({ dates }: Pick<ChosenRange, 'dates'>): string {
  const last = new Date(new Date(dates.endDate).getTime() - 1)
  return dayOfYear.formatRange(new Date(dates.startDate), last)
}

export function beforeWords(days: number): string {
  return days === 1 ? 'the previous day' : `the previous ${days} days`
}

/** Without the day that is not over and those to come, which look like a fall; all of them where there is nothing else. */
export function wholeDays<T extends { startsAt: string; totalSessions: number }>(points: T[]): T[] {
  const whole = points.filter((_, index) => Number(points[index + 1]?.startsAt ?? Number.NaN) <= Date.now())
  return whole.some(({ totalSessions }) => totalSessions > 0) ? whole : points
}
