import { escapeHtml, Html } from '../../shared/html.ts'
import { noticeSentence, noticeText } from '../../shared/noticeWords.ts'
import { layOutMail } from '../mail/layout.ts'
import type { Mail } from '../mail/mailer.ts'
import { plainName } from '../mail/plainName.ts'
import { type NoticeMessage, noticeUrl, restOf, titleOf } from './message.ts'
import type { Notice } from './schema.ts'

/** Mail clients truncate longer subjects anyway. */
const longestSubject = 200

const clock = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  ...{ timeZone: 'UTC', hourCycle: 'h23' },
})
const timeOf = ({ createdAt }: Notice) => `${clock.format(Number(createdAt))} UTC`

/** Notices as an e-mail, in plain text and equivalent HTML. */
export function toEmail(
  message: NoticeMessage,
  unsubscribeUrl: string,
): Pick<Mail, 'subject' | 'text' | 'html' | 'unsubscribeUrl'> {
  const title = titleOf(message).replace(/\s+/g, ' ')
  const tenant = plainName(message.tenantName, 'a team')
  const footer = `You receive this because you confirmed that ${tenant} may send notices to this address.`
  const button = { label: 'Open in Foyer', url: `${message.consoleUrl}/notices` }
  const [only] = message.notices
  if (message.total === 1 && only) button.url = noticeUrl(message, only)
  const body = message.isTest ? testBody : new Html(toTable(message))
  const text = message.isTest ? testText : toText(message)
  return {
    subject: plainName(title, 'New notices', longestSubject),
    unsubscribeUrl,
    text: `${title}\n\n${text}\n\n${button.label}: ${button.url}\n\n--\n${footer}\nUnsubscribe: ${unsubscribeUrl}\n`,
    html: layOutMail({
      title,
      preview: message.isTest ? text : `From ${tenant} on Foyer`,
      body,
      button,
      footer,
      footerLink: { label: 'Unsubscribe', url: unsubscribeUrl },
    }),
  }
}

/** The only e-mail that a recipient gets before confirming. */
export function toConfirmEmail(tenantName: string, url: string): Pick<Mail, 'subject' | 'text' | 'html'> {
  const tenant = plainName(tenantName, 'a team')
  const title = `Confirm notices from ${tenant}`
  const text = `${tenant} wants to send you notices about visits to their pages. Confirm that you want them.`
  const footer = 'If you did not expect this, ignore it: without your confirmation nothing more is sent.'
  const button = { label: 'Confirm', url }
  return {
    subject: title,
    text: `${title}\n\n${text}\n\n${button.label}: ${url}\n\n--\n${footer}\n`,
    html: layOutMail({ title, preview: text, body: new Html(escapeHtml(text)), button, footer }),
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
