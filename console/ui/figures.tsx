import { useSyncExternalStore } from 'react'
import type { PagedList } from '../api/lists.ts'
import { dates, numbers, toWall } from '../api/locale.ts'
import { cx } from './cx.ts'

const short = numbers({ notation: 'compact', maximumFractionDigits: 1 })
const exact = numbers()

export function shortNumber(value: number): string {
  return value < 1000 ? exact.format(value) : short.format(value).replace('K', 'k')
}

/** 12.4k, with the exact figure on hover. */
export function ShortNumber({ value, className }: { value: number; className?: string }) {
  return (
    <span
      className={cx('tabular-nums', className)}
      title={value >= 1000 ? exact.format(value) : undefined}
      {...(value >= 1000 && { 'aria-label': exact.format(value), role: 'img' })}
    >
      {shortNumber(value)}
    </span>
  )
}

/** The total of a list once it is loaded: “12 links”. */
export function Total({
  of: { total },
  one,
  many,
}: {
  of: Pick<PagedList<unknown>, 'total'>
  one: string
  many: string
}) {
  if (total == null) return null
  return (
    <span>
      <ShortNumber value={total} /> {total === 1 ? one : many}
    </span>
  )
}

/** 0.123 as 12.3%. */
export function percentage(share: number): string {
  return numbers({ style: 'percent', maximumFractionDigits: 1 }).format(share)
}

/** Timestamps in the API are `+` and milliseconds. */
export function readTime(timestamp: string): Date {
  return new Date(Number(timestamp))
}

const exactTime = dates({ dateStyle: 'full', timeStyle: 'long' })
const dayOfYear = dates({ day: 'numeric', month: 'short' })
const dayOfAnyYear = dates({ day: 'numeric', month: 'short', year: 'numeric' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** The date and time in the user's time zone. */
export function exactTimeOf(timestamp: string): string {
  return exactTime.format(readTime(timestamp))
}

/** The date only: “24 Nov 2026”. */
export function exactDateOf(timestamp: string): string {
  return dayOfAnyYear.format(readTime(timestamp))
}

function relativeTime(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const size = Math.abs(seconds)
  if (size < 45) return seconds > 5 ? 'in a moment' : 'just now'
  if (size < 3570) return relative.format(Math.round(seconds / 60), 'minute')
  if (size < 23.5 * 3600) return relative.format(Math.round(seconds / 3600), 'hour')
  if (size < 6.5 * 86400) return relative.format(Math.round(seconds / 86400), 'day')
  return (toWall(+date).getFullYear() === toWall(+now).getFullYear() ? dayOfYear : dayOfAnyYear).format(date)
}

/** “5 min. ago”, with the exact time on hover; updated every minute. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const minute = useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / 60_000))
  const date = readTime(at)
  const now = new Date(Math.max(minute * 60_000, Date.now()))
  return (
    <time
      dateTime={date.toISOString()}
      title={exactTime.format(date)}
      className={cx('whitespace-nowrap tabular-nums', className)}
    >
      {relativeTime(date, now)}
    </time>
  )
}

function everyMinute(changed: () => void) {
  const timer = setInterval(changed, 20_000)
  return () => clearInterval(timer)
}

type SparklineProps = { values: number[]; label: string; width?: number; height?: number; className?: string }

/** A small line chart; `label` describes it in words. */
export function Sparkline({ values, label, width = 72, height = 20, className }: SparklineProps) {
  const most = Math.max(...values, 1)
  const step = width / Math.max(values.length - 1, 1)
  const points = values.map((value, i) => [i * step, height - 1.5 - (value / most) * (height - 3)] as const)
  const line = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={cx('overflow-visible text-accent rtl:-scale-x-100', className)}
    >
      <path d={`${line}V${height}H0Z`} fill="currentColor" opacity={0.1} />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
