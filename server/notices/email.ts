import { noticeSentence, noticeText } from '../../shared/noticeWords.ts'
import { layOutMail } from '../mail/layout.ts'
import type { Mail } from '../mail/mailer.ts'
import { escapeHtml, Html } from '../web/html.ts'
import { type NoticeMessage, noticeUrl, restOf, titleOf } from './message.ts'
import type { Notice } from './schema.ts'

/** A long subject is cut off by every mail program anyway. */
const longestSubject = 200

const clock = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  ...{ timeZone: 'UTC', hourCycle: 'h23' },
})
const timeOf = ({ createdAt }: Notice) => `${clock.format(Number(createdAt))} UTC`

/** Notices as an e-mail, in plain text and in HTML that says the same. */
export function toEmail(message: NoticeMessage): Pick<Mail, 'subject' | 'text' | 'html'> {
  const title = titleOf(message).replace(/\s+/g, ' ')
  const footer = `You receive this because ${message.tenantName} sends notices to this address. Administrators can change this in the console under Notices.`
  const button = { label: 'Open in Foyer', url: `${message.consoleUrl}/notices` }
  const [only] = message.notices
  if (message.total === 1 && only) button.url = noticeUrl(message, only)
  const body = message.isTest ? testBody : new Html(toTable(message))
  const text = message.isTest ? testText : toText(message)
  return {
    subject: title.slice(0, longestSubject).toWellFormed(),
    text: `${title}\n\n${text}\n\n${button.label}: ${button.url}\n\n--\n${footer}\n`,
    html: layOutMail({
      title,
      preview: message.isTest ? text : `From ${message.tenantName} on Foyer`,
      body,
      button,
      footer,
    }),
  }
}

const testText = 'It works. You will receive notices about visits, clicks and forms at this address.'
const testBody = new Html(escapeHtml(testText))

function toText(message: NoticeMessage): string {
  const lines = message.notices.map(
    (notice) =>
      `- ${noticeText(notice).replace(/\s+/g, ' ')} (${timeOf(notice)})\n  ${noticeUrl(message, notice)}`,
  )
  const rest = restOf(message)
  return [...lines, ...(rest ? [rest] : [])].join('\n')
}

function toTable(message: NoticeMessage): string {
  const rows = message.notices.map((notice, nth) => {
    const { who, did, page, end } = noticeSentence(notice)
    const line = nth === 0 ? '' : 'border-top:1px solid #eee8e4;'
    return `<tr><td class="line ink" style="${line}padding:12px 0"><strong>${escapeHtml(who)}</strong> ${escapeHtml(did)} <a href="${escapeHtml(noticeUrl(message, notice))}" style="color:#9a4522">${escapeHtml(page)}</a>${escapeHtml(end)}<br><span class="quiet" style="font-size:13px;color:#756b66">${escapeHtml(timeOf(notice))}</span></td></tr>`
  })
  const rest = restOf(message)
  const more = rest ? `<tr><td class="quiet" style="padding:12px 0;color:#756b66">${rest}</td></tr>` : ''
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('')}${more}</table>`
}
