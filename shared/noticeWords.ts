/** The visitor's action that a notice reports. */
export const noticeKinds = ['first_visit', 'return_visit', 'click', 'form'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const noticeKindWords: Record<NoticeKind, { label: string; hint: string }> = {
  first_visit: {
    label: 'First visit',
    hint: 'An account, or a person without one, opens a page for the first time',
  },
  return_visit: { label: 'Return visit', hint: 'They come back; at most once an hour for each page' },
  click: {
    label: 'Click on an action',
    hint: 'Somebody clicks a button of the page; once an hour for each button',
  },
  form: { label: 'Form sent', hint: 'Somebody sends a form, also on pages for everyone' },
}

export type NoticeFacts = {
  kind: NoticeKind
  audienceName: string
  pageName: string
  actionTitle: string | null
}

/** A notice as a sentence in three parts: who, what they did, and on which page. */
export function noticeSentence({ kind, audienceName, pageName, actionTitle }: NoticeFacts) {
  const who = audienceName === 'Everyone' ? 'A visitor' : audienceName
  const did: Record<NoticeKind, string> = {
    first_visit: 'opened',
    return_visit: 'came back to',
    click: `clicked ${actionTitle === null ? 'a button' : `“${actionTitle}”`} on`,
    form: 'sent the form on',
  }
  return { who, did: did[kind], page: pageName, end: kind === 'first_visit' ? ' for the first time' : '' }
}

export function noticeText(facts: NoticeFacts): string {
  const { who, did, page, end } = noticeSentence(facts)
  return `${who} ${did} ${page}${end}`
}
