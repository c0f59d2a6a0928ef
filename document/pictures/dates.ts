import { unmarked } from '../marks.ts'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const longMonths =
  'january february march april may june july august september october november december'.split(' ')
const month = [...longMonths, ...months].join('|')
const shapes: [RegExp, (match: RegExpExecArray) => RelativeTime | undefined][] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/, ([, y, m, d]) => dated(Number(y), Number(m) - 1, Number(d))],
  [
    new RegExp(`\\b(\\d{1,2})\\.?\\s+(${month})\\.?(?:\\s+(\\d{4}))?\\b`, 'i'),
    ([, d, m, y]) => dated(y ? Number(y) : undefined, monthOf(m), Number(d)),
  ],
  [
    new RegExp(`\\b(${month})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?\\b`, 'i'),
    ([, m, d, y]) => dated(y ? Number(y) : undefined, monthOf(m), Number(d)),
  ],
  [/\bweeks?\s+(\d{1,3})\b/i, ([, n]) => ({ unit: 'week', day: Number(n) * 7 })],
  [/\bdays?\s+(\d{1,3})\b/i, ([, n]) => ({ unit: 'day', day: Number(n) })],
  [/\bmonths?\s+(\d{1,2})\b/i, ([, n]) => ({ unit: 'month', day: Math.round(Number(n) * 30.4) })],
]

/** A time in a text: a date, or a number of days, weeks or months from the start. `day` is in days. */
export type RelativeTime = { unit: 'date' | 'day' | 'week' | 'month'; day: number; hasYear?: boolean }

export function readWhen(text: string): RelativeTime | undefined {
  const clean = unmarked(text).slice(0, 200)
  for (const [shape, read] of shapes) {
    const match = shape.exec(clean)
    const when = match && read(match)
    if (when) return when
  }
  return undefined
}

function monthOf(name = ''): number {
  return months.indexOf(name.slice(0, 3).toLowerCase())
}

/** Dates without a year only need an order, so any year that is not a leap year works. */
function dated(year: number | undefined, month: number, day: number): RelativeTime | undefined {
  if (month < 0 || month > 11 || day < 1 || day > 31) return undefined
  const ms = Date.UTC(year ?? 2001, month, day)
  return { unit: 'date', day: Math.round(ms / 86_400_000), hasYear: year !== undefined }
}

/**
 * The days from the first time to each; undefined unless all have one unit and are in order. A date without a year that
 * is before its predecessor is in the next year.
 */
export function daysBetween(texts: string[]): number[] | undefined {
  const times = texts.map(readWhen)
  const [first] = times
  if (!first || times.some((when) => when?.unit !== first.unit)) return undefined
  let last = first.day
  const days = times.map((when) => {
    let day = when?.day ?? 0
    if (day < last && when?.unit === 'date' && !when.hasYear) day += 365
    last = day
    return day
  })
  const spread = days.map((day) => day - first.day)
  const isOrdered = spread.every((day, index) => index === 0 || day >= (spread[index - 1] ?? 0))
  return isOrdered && (spread.at(-1) ?? 0) > 0 ? spread : undefined
}
