import type { Transporter } from 'nodemailer'
import type { Config } from '../config/config.ts'

export type Mail = {
  /** One address: recipients never see each other. */
  to: string
  subject: string
  text: string
  html: string
  /** A retry has the same id, so that servers and clients can detect it. */
  id?: string
  /** The URL for one-click unsubscribe with POST. */
  unsubscribeUrl?: string
}

export type Mailer = {
  /** Whether a mail server is configured. */
  isConfigured: boolean
  /** Resolves when the server has accepted the mail; throws `MailError` otherwise. */
  send(mail: Mail): Promise<void>
  /** Resolves if the server answers and accepts the sign-in; throws `MailError` otherwise. */
  check(): Promise<void>
  close(): void
}

/** The mail was not accepted. The message may be shown to the tenant. */
export class MailError extends Error {}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Sends e-mail through the server in `SMTP_URL`. */
export function openMailer({ mail }: Pick<Config, 'mail'>): Mailer {
  const refuse = () => Promise.reject(new MailError('No mail server is configured (SMTP_URL).'))
  if (!mail)
    return {
      isConfigured: false,
      send: refuse,
      check: refuse,
      close: () => {},
    }
  let transport: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    // Mails never load content from files or URLs: all content is given as text.
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
    async check() {
      transport ??= open()
      try {
        await (await transport).verify()
      } catch (error) {
        throw new MailError(describe(error))
      }
    },
    close: () => void transport?.then((one) => one.close()),
  }
}

/** The part of a failure that a tenant may see: the server's reply, nothing about our network. */
function describe(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  if (responseCode !== undefined) return `The mail server refused the e-mail (${responseCode}).`
  return `The mail server can't be reached${code ? ` (${code})` : ''}.`
}
