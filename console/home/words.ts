import { nextSteps } from '../../shared/statusWords.ts'
import { dates, toWall } from '../api/locale.ts'
import { shortNumber } from '../ui/figures.tsx'
import type { Home, HotAccount } from './queries.ts'

const weekday = dates({ weekday: 'long' })
const time = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = dates({ day: 'numeric', month: 'long' })
const hourMs = 3_600_000

/** “Friday, 16:40”, “14:05”, “3 November, 16:40”. */
export function momentWords(at: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / (24 * hourMs))
  if (days === 0) return time.format(at)
  if (days === 1) return `yesterday, ${time.format(at)}`
  return `${days < 7 ? weekday.format(at) : day.format(at)}, ${time.format(at)}`
}

/** “tomorrow at 9:00”, “Thursday at 9:00”. */
export function comingWords(at: Date, now: Date): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / (24 * hourMs))
  const when = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : days < 7 ? weekday.format(at) : day.format(at)
  return `${when} at ${time.format(at)}`
}

function startOfDay(date: Date): number {
  return toWall(+date).setHours(0, 0, 0, 0)
}

const small = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** “three days”, “five hours”. */
export function spanWords(ms: number): string {
  const hours = Math.max(1, Math.round(ms / hourMs))
  const [count, unit] = hours < 36 ? [hours, 'hour'] : [Math.round(hours / 24), 'day']
  return `${small[count] || count} ${unit}${count === 1 ? '' : 's'}`
}

export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${shortNumber(count)} ${count === 1 ? one : many}`
}

/** How a figure changed: “+18%”, “+4”, “same as before”. */
export function changeWords(now: number, before: number, as: 'share' | 'count'): string {
  if (now === before) return 'same as before'
  const sign = now > before ? '+' : '−'
  if (as === 'share' && before > 0) return `${sign}${Math.round((Math.abs(now - before) / before) * 100)}%`
  return `${sign}${shortNumber(Math.abs(now - before))}`
}

/** Why an account is hot, strongest reason first. */
export function signalsOf({ forms, clicks, visits, newPeople, people }: HotAccount) {
  const returns = visits - Math.max(1, people)
  return [
    forms > 0 && { label: forms === 1 ? 'Form' : `${shortNumber(forms)} forms`, tone: 'accent' as const },
    clicks > 0 && { label: clicks === 1 ? 'Click' : `${shortNumber(clicks)} clicks`, tone: 'good' as const },
    returns > 0 && {
      label: returns === 1 ? 'Returned' : `${shortNumber(returns)} returns`,
      tone: 'neutral' as const,
    },
    newPeople > 0 && { label: newPeople === 1 ? 'New person' : `${newPeople} new`, tone: 'neutral' as const },
  ]
    .filter((signal) => signal !== false)
    .slice(0, 2)
}

/** The last page that was read: “Season review to the end, 4 min”. */
export function readWords(account: HotAccount): string {
  const { lastPageName, lastScrollDepthPercentage: depth, lastTimeSpentSeconds: seconds } = account
  const far = depth >= 90 ? 'to the end' : `${depth}%`
  const long = seconds >= 60 ? `${Math.round(seconds / 60)} min` : `${seconds} s`
  return `${lastPageName}, ${far}, ${long}`
}

/** The overview as text, to send to colleagues. */
export function summaryText({ figures, hotAccounts, waiting, livePages }: Home, title: string): string {
  const read = figures.readShare === null ? '' : ` Read ${Math.round(figures.readShare * 100)}% on average.`
  return [
    title,
    `${countWords(figures.visits, 'visit')} by ${countWords(figures.companies, 'company', 'companies')}, ${countWords(figures.responses, 'response')}.${read} ${countWords(livePages, 'page')} live.`,
    ...hotAccounts.map(
      (account) =>
        `${account.name}: ${[countWords(account.visits, 'visit'), ...signalsOf(account).map(({ label }) => label.toLowerCase())].join(', ')}`,
    ),
    ...waiting.map(({ count, kind, pageName }) => `Open: ${count} ${waitingWords[kind].many}, ${pageName}`),
  ].join('\n')
}

export const waitingWords = {
  conflicts: { one: 'conflict to decide', many: 'conflicts to decide', verb: 'Decide' },
  drafts: { one: 'draft to publish', many: 'drafts to publish', verb: 'Review' },
  behind: {
    one: 'audience behind its page',
    many: 'audiences behind their page',
    verb: nextSteps.publishChanges,
  },
  batch_rows: { one: 'row to fix', many: 'rows to fix', verb: 'Fix' },
} as const

/** The first steps in order, by their names in the API. */
export const guideSteps = [
  { name: 'brand', label: 'Your brand' },
  { name: 'page', label: 'Your first page' },
  { name: 'audience', label: 'Somebody to send it to' },
  { name: 'live', label: 'Publish and share' },
  { name: 'visit', label: 'See who reads it' },
] as const
