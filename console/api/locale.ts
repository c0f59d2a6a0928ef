// Dates and numbers are written in the language and time zone of the user's profile, or else in the browser's English
// and time zone. The texts of the console are English, so relative times, lists and country names are, too.

type Locale = { language: string | null; timeZone: string | null }

const stored = 'foyer.locale'
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
let locale: Locale = readStored()

function readStored(): Locale {
  try {
    return { language: null, timeZone: null, ...JSON.parse(localStorage.getItem(stored) ?? '{}') }
  } catch {
    return { language: null, timeZone: null }
  }
}

/** Applies the profile's settings and stores them in the browser for the next start. */
export function setLocale({ language, timeZone }: Locale): void {
  locale = { language, timeZone }
  localStorage.setItem(stored, JSON.stringify(locale))
}

/** The browser's preferred English. Chromium on Linux may add a system modifier, “en-US@posix”, which `Intl` rejects. */
export function browserLanguage(): string {
  const tags = navigator.languages.map((tag) => tag.split('@', 1)[0] ?? '')
  return tags.find((tag) => /^en(?:-[A-Za-z]{2})?$/.test(tag)) ?? 'en-GB'
}

const chosenLanguage = () => locale.language ?? browserLanguage()

export function zoneName(): string {
  return locale.timeZone ?? browserZone
}

const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

/** Creating a format is much more expensive than using it. */
function cached<F extends Intl.DateTimeFormat | Intl.NumberFormat>(
  kind: string,
  language: string,
  options: object,
  make: () => F,
): F {
  const key = JSON.stringify([kind, language, options])
  const format = (formats.get(key) as F | undefined) ?? make()
  formats.set(key, format)
  return format
}

/** Formats instants in the user's time zone. */
export function dates(options: Intl.DateTimeFormatOptions, language?: string) {
  const format = () => {
    const [tag, all] = [language ?? chosenLanguage(), { timeZone: zoneName(), ...options }]
    return cached('date', tag, all, () => new Intl.DateTimeFormat(tag, all))
  }
  return {
    format: (at: Date | number) => format().format(at),
    formatRange: (from: Date, to: Date) => format().formatRange(from, to),
    formatToParts: (at: Date | number) => format().formatToParts(at),
  }
}

/** Formats calendar days: dates from `toWall`, whose local parts count. */
export function calendarDates(options: Intl.DateTimeFormatOptions, language?: string) {
  return { format: (day: Date) => dates({ ...options, timeZone: browserZone }, language).format(day) }
}

export function numbers(options: Intl.NumberFormatOptions = {}, language?: string) {
  return {
    format: (value: number) => {
      const tag = language ?? chosenLanguage()
      return cached('number', tag, options, () => new Intl.NumberFormat(tag, options)).format(value)
    },
  }
}

/** 12,400 */
export const exactNumber = numbers().format

const allParts = dates(
  {
    ...{ hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  },
  'en',
)

/** The wall-clock time in the user's time zone, as the local parts of a date. */
export function toWall(at: number): Date {
  const parts = allParts.formatToParts(at)
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value)
  return new Date(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  )
}

export function isToday(at: Date): boolean {
  return toWall(+at).toDateString() === toWall(Date.now()).toDateString()
}

/** The instant at which the clock in the user's time zone shows the local parts of a date. */
export function fromWall(wall: Date): number {
  if (zoneName() === browserZone) return wall.getTime()
  const wanted = asUtc(wall)
  const offsetAt = (at: number) => asUtc(toWall(at)) - Math.floor(at / 1000) * 1000
  // The offset of the first guess may be that before or after a change to or from daylight saving time.
  const guess = wanted - offsetAt(wanted)
  return wanted - offsetAt(guess)
}

function asUtc(wall: Date): number {
  const day = [wall.getFullYear(), wall.getMonth(), wall.getDate()] as const
  return Date.UTC(...day, wall.getHours(), wall.getMinutes(), wall.getSeconds())
}

/** An instant as the value of a `datetime-local` field: `2026-11-18T09:00`. */
export function toLocalInput(at: number): string {
  return new Date(asUtc(toWall(at))).toISOString().slice(0, 16)
}

/** The instant in a `datetime-local` field; NaN if it is invalid. */
export function fromLocalInput(text: string): number {
  return fromWall(new Date(text))
}

export function tomorrowAtNine(): number {
  const day = toWall(Date.now())
  day.setDate(day.getDate() + 1)
  day.setHours(9, 0, 0, 0)
  return fromWall(day)
}
