import type { Transporter } from 'nodemailer'
import type { Config } from '../config/config.ts'

export type Mail = {
  /** One address: recipients never see each other. */
  to: string
  subject: string
  text: string
  html: string
  /** The same for a repeat of the same mail, so that servers and readers can tell. */
  id?: string
  /** Where the recipient unsubscribes, with a POST and nothing more. */
  unsubscribeUrl?: string
}

export type Mailer = {
  /** Whether a mail server is set. */
  isConfigured: boolean
  /** Returns when the server has taken the mail; throws `MailError` otherwise. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail was not taken. The message is fit to be shown to the tenant. */
export class MailError extends Error {}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Sends e-mail through the server that `SMTP_URL` names. */
export function openMailer({ mail }: Pick<Config, 'mail'>): Mailer {
  if (!mail)
    return {
      isConfigured: false,
      send: () => Promise.reject(new MailError('No mail server is configured (SMTP_URL).')),
      close: () => {},
    }
  let transport: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    // The file and the address that a mail may name are never read: all content is given as text.
    return createTransport({
      url: mail.smtpUrl,
      pool: true,
      maxConnections: 3,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...timeouts,
    })
  }
  return {
    isConfigured: true,
    async send({ id, unsubscribeUrl, ...content }) {
      transport ??= open()
      const { host } = new URL(`mail://${mail.from.split('@').at(-1)?.replace(/>$/, '')}`)
      try {
        await (await transport).sendMail({
          from: mail.from,
          ...content,
          ...(id ? { messageId: `<${id}@${host}>` } : {}),
          headers: {
            'auto-submitted': 'auto-generated',
            ...(unsubscribeUrl && {
              'list-unsubscribe': `<${unsubscribeUrl}>`,
              'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
      } catch (error) {
        throw new MailError(describe(error))
      }
    },
    close: () => void transport?.then((one) => one.close()),
  }
}

/** What a tenant may read of a failure: what the server said of the mail, and nothing of our network. */
function describe(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  if (responseCode !== undefined) return `The mail server refused the e-mail (${responseCode}).`
  return `The mail server can't be reached${code ? ` (${code})` : ''}.`
}
