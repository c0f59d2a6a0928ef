import { escapeHtml, Html } from '../../shared/html.ts'
import { type Role, roles } from '../../shared/roles.ts'
import { layOutMail } from '../mail/layout.ts'
import type { Mail } from '../mail/mailer.ts'
import { plainName } from '../mail/plainName.ts'

type Content = Pick<Mail, 'subject' | 'text' | 'html'>

function toMail(
  title: string,
  sentences: string[],
  button: { label: string; url: string },
  footer: string,
): Content {
  return {
    subject: title,
    text: `${title}\n\n${sentences.join('\n\n')}\n\n${button.label}: ${button.url}\n\n--\n${footer}\n`,
    html: layOutMail({
      title,
      preview: sentences[0] ?? '',
      body: new Html(sentences.map(escapeHtml).join('<br><br>')),
      button,
      footer,
    }),
  }
}

export function toInvitationMail(given: {
  tenantName: string
  inviterName: string | undefined
  role: Role
  days: number
  url: string
}): Content {
  const tenant = plainName(given.tenantName, 'a team')
  const inviter = given.inviterName ? plainName(given.inviterName, 'Somebody') : undefined
  const { noun, can } = roles[given.role]
  return toMail(
    `Join ${tenant} on Foyer`,
    [
      `${inviter ?? 'An administrator'} invited you to ${tenant} as ${noun}.`,
      `You can: ${can.join('; ').toLowerCase()}.`,
    ],
    { label: 'Accept the invitation', url: given.url },
    `The link works once, for this address alone, within ${given.days} ${given.days === 1 ? 'day' : 'days'}. If you don’t know ${tenant}, ignore this e-mail.`,
  )
}

export function toSignInMail(given: { url: string; minutes: number; browser: string }): Content {
  return toMail(
    'Sign in to Foyer',
    [`You asked for this link in ${given.browser}. It works once, within ${given.minutes} minutes.`],
    { label: 'Sign in', url: given.url },
    'If it wasn’t you, ignore this e-mail: nobody gets in without the link.',
  )
}

export function toEmailChangeMail(given: { email: string; isNew: boolean; url: string }): Content {
  const sentence = given.isNew
    ? 'Confirm that this address is yours, to sign in to Foyer with it.'
    : `Somebody signed in as you asked to change your address in Foyer to ${given.email}. It changes when both addresses agree.`
  return toMail(
    given.isNew ? 'Confirm your e-mail address' : 'Change your e-mail address?',
    [sentence],
    { label: given.isNew ? 'Confirm' : 'Agree to the change', url: given.url },
    'The link works once, within an hour. If it wasn’t you, ignore this e-mail: nothing changes then.',
  )
}
