import { noticeSentence, noticeText } from '../../shared/noticeWords.ts'
import type { Notice } from './schema.ts'

/** The content of a message: the newest notices, their total, and the URL of the console. */
export type NoticeMessage = {
  notices: Notice[]
  total: number
  /** URL of the console, without a trailing slash. */
  consoleUrl: string
  tenantName: string
  isTest?: boolean
}

/** Maximum number of notices listed in one message. */
export const mostShown = 15

export function titleOf({ notices, total, isTest }: NoticeMessage): string {
  if (isTest) return 'Test: notices from Foyer arrive here'
  const [only] = notices
  return total === 1 && only ? noticeText(only) : `${total} new notices about your pages`
}

/** The console URL of a notice's subject. */
export function noticeUrl({ consoleUrl }: NoticeMessage, { audienceId, pageId, kind }: Notice): string {
  return kind === 'form'
    ? `${consoleUrl}/pages/${pageId}?tab=analytics`
    : `${consoleUrl}/visits?audienceId=${audienceId}`
}

export function restOf({ notices, total }: NoticeMessage): string | undefined {
  const rest = total - notices.length
  return rest > 0 ? `and ${rest} more` : undefined
}

/** Slack's markup has only these three special characters; a line break would end a link. */
function slackText(text: string): string {
  const flat = text.replace(/\s+/g, ' ')
  return flat.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The body of a Slack incoming webhook. */
export function toSlack(message: NoticeMessage): object {
  const lines = message.notices.map((notice) => {
    const { who, did, page, end } = noticeSentence(notice)
    const link = `<${noticeUrl(message, notice)}|${slackText(page).replaceAll('|', '¦')}>`
    return `• *${slackText(who).replaceAll('*', '∗')}* ${slackText(did)} ${link}${end}`
  })
  const rest = restOf(message)
  const title = titleOf(message)
  const body = message.isTest
    ? ['It works. Notices about visits, clicks and forms will look like this one.']
    : lines
  return {
    text: slackText(title),
    blocks: [
      ...(message.isTest || message.total > 1
        ? [{ type: 'header', text: { type: 'plain_text', text: title.slice(0, 150) } }]
        : []),
      ...chunk([...body, ...(rest ? [`_${rest}_`] : [])]).map((text) => ({
        type: 'section',
        text: { type: 'mrkdwn', text },
      })),
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: `<${message.consoleUrl}/notices|Foyer> · ${slackText(message.tenantName)}`,
          },
        ],
      },
    ],
  }
}

/** A Slack section has at most 3,000 characters. */
function chunk(lines: string[]): string[] {
  const sections: string[] = []
  for (const line of lines.map((one) => one.slice(0, 2_900))) {
    const last = sections.at(-1)
    if (last !== undefined && last.length + line.length < 2_900)
      sections[sections.length - 1] = `${last}\n${line}`
    else sections.push(line)
  }
  return sections
}

/** Text blocks of adaptive cards support some Markdown. */
function cardText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()#+!|<>~-]/g, '\\$&')
}

/** The body of a Teams incoming webhook: an adaptive card. */
export function toTeams(message: NoticeMessage): object {
  const lines = message.isTest
    ? ['It works. Notices about visits, clicks and forms will look like this one.']
    : message.notices.map((notice) => {
        const { who, did, page, end } = noticeSentence(notice)
        return `**${cardText(who)}** ${cardText(did)} [${cardText(page)}](${noticeUrl(message, notice)})${end}`
      })
  const rest = restOf(message)
  const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(cardText(titleOf(message)), { weight: 'Bolder', size: 'Medium' }),
            ...(message.total > 1 || message.isTest ? lines.map((line) => block(line)) : []),
            ...(rest ? [block(rest, { isSubtle: true })] : []),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Foyer', url: `${message.consoleUrl}/notices` }],
        },
      },
    ],
  }
}
