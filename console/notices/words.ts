import { noticeKinds, noticeKindWords } from '../../shared/noticeWords.ts'
import type { Channel } from './queries.ts'

export const channelNames = { email: 'E-mail', slack: 'Slack', teams: 'Microsoft Teams' } as const

export const paceWords = {
  instant: { label: 'Immediately', hint: 'At most one message a minute' },
  hourly: { label: 'Every hour', hint: 'A summary, when there is news' },
  daily: { label: 'Once a day', hint: 'A summary at 07:00 UTC, when there is news' },
} as const

/** The target of a channel. */
export function channelTarget({ kind, recipients, urlHint }: Channel): string {
  return kind === 'email' ? recipients.join(', ') : (urlHint ?? '')
}

/** The notices of a channel: “Everything”, “First visit, form sent”. */
export function kindsPhrase({ kinds }: Pick<Channel, 'kinds'>): string {
  if (kinds.length === noticeKinds.length) return 'Everything'
  const [first = '', ...others] = kinds.map((kind) => noticeKindWords[kind].label)
  return [first, ...others.map((label) => label.toLowerCase())].join(', ')
}

/** The pages of a channel: “all pages”, “1 page”. */
export function pagesPhrase({ pageIds }: Pick<Channel, 'pageIds'>): string {
  if (pageIds === null) return 'all pages'
  return `${pageIds.length} ${pageIds.length === 1 ? 'page' : 'pages'}`
}
