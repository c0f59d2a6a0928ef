import { calendarDates, toWall } from '../api/locale.ts'
import { readTime } from '../ui/figures.tsx'
import type { Activity } from './queries.ts'

/** An entry of the timeline, with the number of equal consecutive events it stands for. */
export type TimelineEntry = { entry: Activity; times: number }
type TimelineDay = { key: string; label: string; moments: TimelineEntry[] }

const weekday = calendarDates({ weekday: 'long', day: 'numeric', month: 'long' })
const withYear = calendarDates({ day: 'numeric', month: 'long', year: 'numeric' })

/** Groups entries by day in the user's time zone, and folds repeated visits into one. */
export function groupByDay(entries: readonly Activity[], now: Date): TimelineDay[] {
  const days: TimelineDay[] = []
  for (const entry of entries) {
    const date = toWall(+readTime(entry.createdAt))
    const key = dayKey(date)
    let day = days.at(-1)
    if (day?.key !== key) {
      day = { key, label: dayLabel(date, toWall(+now)), moments: [] }
      days.push(day)
    }
    const last = day.moments.at(-1)
    if (last && isRepeat(last.entry, entry)) last.times++
    else day.moments.push({ entry, times: 1 })
  }
  return days
}

function dayKey(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

function dayLabel(date: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (dayKey(date) === dayKey(now)) return 'Today'
  if (dayKey(date) === dayKey(yesterday)) return 'Yesterday'
  return (date.getFullYear() === now.getFullYear() ? weekday : withYear).format(date)
}

const repeatable = new Set(['page.viewed', 'action.clicked'])

function isRepeat(a: Activity, b: Activity): boolean {
  return (
    repeatable.has(a.type) &&
    a.type === b.type &&
    a.personId === b.personId &&
    a.payload.pageId === b.payload.pageId &&
    a.payload.actionId === b.payload.actionId
  )
}
