// How dates and numbers are written: in the language and time zone of the user's profile, else in the English of the
// browser and its zone. The texts of the console are English, so relative times, lists and names of countries are too.

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

/** Uses what the profile says. It is kept in the browser, so that the next load starts with it. */
export function setLocale({ language, timeZone }: Locale): void {
  locale = { language, timeZone }
  localStorage.setItem(stored, JSON.stringify(locale))
}

/** The English that the browser prefers. Chromium on Linux may add a modifier of the system, “en-US@posix”, which `Intl` refuses. */
export function browserLanguage(): string {
  const tags = navigator.languages.map((tag) => tag.split('@', 1)[0] ?? '')
  return tags.find((tag) => /^en(?:-[A-Za-z]{2})?$/.test(tag)) ?? 'en-GB'
}

const chosenLanguage = () => locale.language ?? browserLanguage()

export function zoneName(): string {
  return locale.timeZone ?? browserZone
}

const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

/** A format costs much more to make than to use. */
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

/** Moments, as they read on the clock of the user's zone. */
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

/** Days of a calendar: dates made by `toWall`, whose local parts count. */
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

/** What the clock of the user's zone shows at a moment, as the local parts of a date. */
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

/** The moment at which the clock of the user's zone shows the local parts of a date. */
export function fromWall(wall: Date): number {
  if (zoneName() === browserZone) return wall.getTime()
  const wanted = asUtc(wall)
  const offsetAt = (at: number) => asUtc(toWall(at)) - Math.floor(at / 1000) * 1000
  // The offset of the first guess may be the one before or after a change of the clocks.
  const guess = wanted - offsetAt(wanted)
  return wanted - offsetAt(guess)
}

function asUtc(wall: Date): number {
  const day = [wall.getFullYear(), wall.getMonth(), wall.getDate()] as const
  return Date.UTC(...day, wall.getHours(), wall.getMinutes(), wall.getSeconds())
}

/** A moment as a field for day and time has it: `2026-11-18T09:00`. */
export function toLocalInput(at: number): string {
  return new Date(asUtc(toWall(at))).toISOString().slice(0, 16)
}

/** The moment that is written in a field for day and time; NaN if it is none. */
export function fromLocalInput(text: string): number {
  return fromWall(new Date(text))
}

export function tomorrowAtNine(): number {
  const day = toWall(Date.now())
  day.setDate(day.getDate() + 1)
  day.setHours(9, 0, 0, 0)
  return fromWall(day)
}
