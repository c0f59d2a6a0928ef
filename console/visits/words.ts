import type { Shape } from '../api/schema.ts'

export const ownVisitsWords = 'Your team’s own visits aren’t counted.'

export type Visit = Shape<'Visit'>

/** A visible page reports at least once a minute. */
const liveMs = 90_000

/** Whether the visitor is on the page now. */
export function isLive({ endedAt, lastSeenAt }: Visit, now = Date.now()): boolean {
  return endedAt === null && now - Number(lastSeenAt) < liveMs
}

/** “48 s”, “2 min 5 s”, “1 h 3 min”. */
export function durationWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The source of a visit in one line: its campaign, or else the referrer. */
export function sourceWords({ origin: { utm, referrer } }: Visit): string | undefined {
  const campaign = [utm?.source, utm?.campaign].filter(Boolean).join(' · ')
  return campaign || referrer?.replace(/^www\./, '').split('/')[0]
}

export const deviceNames = { desktop: 'Desktop', mobile: 'Phone', tablet: 'Tablet', tv: 'TV' } as const

export function deviceWords({ origin: { device, browser, os } }: Visit): string | undefined {
  const parts = [device && deviceNames[device], browser, os]
  return parts.filter(Boolean).join(' · ') || undefined
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

export function countryName(country: string): string {
  try {
    return countryNames.of(country) ?? country
  } catch {
    return country
  }
}

export function countryWords({ origin: { country } }: Visit): string | undefined {
  return country === undefined ? undefined : countryName(country)
}

/** The visitor's actions: “2 clicks, 1 form”. Empty without any. */
export function actionCounts({ actionClicks, formSubmits }: Visit): string {
  const count = (many: number, one: string) => (many === 0 ? [] : [`${many} ${one}${many === 1 ? '' : 's'}`])
  return [...count(actionClicks, 'click'), ...count(formSubmits, 'form')].join(', ')
}
