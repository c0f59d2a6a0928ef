import { type Dispatcher, request } from 'undici'
import { invalid } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { MailError } from '../mail/mailer.ts'
import { channelUrlPurpose } from '../secrets/encryptedColumns.ts'
import { DecryptionError } from '../secrets/encryption.ts'
import { type Quotas, takeMail } from '../tenants/quotas.ts'
import { DnsError } from '../web/dns.ts'
import { AddressRefused, faultOfUrl } from '../web/outbound.ts'
import type { ChannelRow } from './channelQueries.ts'
import { toConfirmEmail, toEmail } from './email.ts'
import { type NoticeMessage, toSlack, toTeams } from './message.ts'
import { recipientUrl } from './recipientRoutes.ts'
import { findConfirmed, markUnasked, takeUnasked } from './recipients.ts'

export type SendingContext = Pick<AppContext, 'db' | 'config' | 'mailer' | 'encryption' | 'publicUrl'> & {
  outbound: Dispatcher
  /** Aborted when the process stops. */
  signal?: AbortSignal
}

const timeoutMs = 15_000
const mostBytesRead = 16 * 1024

/** Why a message was not sent. The text may be shown to the tenant. */
export class SendingError extends Error {}

/** Sends one message through a channel; throws `SendingError` if it was rejected. A retry has the same `id`. */
export async function sendThrough(
  context: SendingContext,
  tenantId: string,
  channel: ChannelRow,
  message: NoticeMessage,
  id: string,
): Promise<void> {
  if (channel.kind === 'email') {
    return await sendMails(context, tenantId, channel, message, id)
  }
  const url = await revealUrl(context, tenantId, channel)
  await post(context, url, channel.kind === 'slack' ? toSlack(message) : toTeams(message))
}

/** Sends an e-mail to each confirmed recipient. It counts as sent if the mail server accepted one of them. */
async function sendMails(
  { db, mailer, publicUrl, config: { quotas } }: SendingContext,
  tenantId: string,
  { recipients }: ChannelRow,
  message: NoticeMessage,
  id: string,
): Promise<void> {
  const confirmed = await findConfirmed(db.read, tenantId, recipients)
  if (confirmed.length === 0) throw new SendingError('No recipient has confirmed to receive notices.')
  await demandMail(db, tenantId, confirmed.length, quotas)
  const results = await Promise.allSettled(
    confirmed.map(({ email, token }) => {
      const url = recipientUrl(publicUrl(), 'unsubscribe', tenantId, token)
      return mailer.send({ to: email, ...toEmail(message, url), id: `${id}.${token.slice(0, 8)}` })
    }),
  )
  const faults = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
  const other = faults.find((fault) => !(fault instanceof MailError))
  if (other) throw other
  if (faults.length === results.length) throw new SendingError(faults[0].message)
}

/** Asks new recipients to confirm the notices of the tenant. */
export async function askRecipients(
  { db, mailer, publicUrl, config: { quotas } }: SendingContext,
  tenantId: string,
  tenantName: string,
  { recipients }: ChannelRow,
): Promise<void> {
  for (const { email, token } of await db.inTransaction((tx) => takeUnasked(tx, tenantId, recipients)))
    try {
      await demandMail(db, tenantId, 1, quotas)
      const url = recipientUrl(publicUrl(), 'confirm', tenantId, token)
      await mailer.send({ to: email, ...toConfirmEmail(tenantName, url) })
    } catch (error) {
      await db.inTransaction((tx) => markUnasked(tx, tenantId, email))
      throw error instanceof MailError ? new SendingError(error.message) : error
    }
}

async function demandMail(db: Database, tenantId: string, mails: number, quotas: Quotas): Promise<void> {
  if (!(await db.inTransaction((tx) => takeMail(tx, tenantId, mails, quotas))))
    throw new SendingError(`The limit of ${quotas.mailPerDay.toLocaleString('en')} e-mails a day is reached.`)
}

async function post({ outbound, signal }: SendingContext, url: string, body: object): Promise<void> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const status = await request(url, {
    method: 'POST',
    dispatcher: outbound,
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    headers: { 'content-type': 'application/json', 'user-agent': 'Foyer-Notices/1' },
    body: JSON.stringify(body),
  }).then(
    async ({ statusCode, body: answer }) => {
      await answer.dump({ limit: mostBytesRead }).catch(() => {})
      return statusCode
    },
    (error) => {
      signal?.throwIfAborted()
      throw new SendingError(describe(error))
    },
  )
  if (status < 200 || status >= 300) throw new SendingError(`The receiver responded with ${status}.`)
}

function describe(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (error instanceof DnsError) return `${error.message}. Check the address, or try again in a minute.`
  const { name, code } = error as { name?: string; code?: unknown }
  if (code === 'ENOTFOUND') return 'The host name of the address does not exist. Check the address.'
  if (name === 'TimeoutError') return `There was no response within ${timeoutMs / 1000} s.`
  return typeof code === 'string' ? `The connection failed (${code}).` : 'The connection failed.'
}

/** Checks the URL of an incoming webhook and encrypts it for storage. */
export async function protectUrl(
  { encryption, config }: Pick<AppContext, 'encryption' | 'config'>,
  tenantId: string,
  url: string,
): Promise<{ encryptedUrl: Buffer; urlHint: string }> {
  const fault = faultOfUrl(url, { allowPrivate: config.webhookAllowPrivate })
  if (fault) throw invalid('/url', fault)
  const { host, pathname } = new URL(url)
  const encryptedUrl = await encryption.encrypt(channelUrlPurpose(tenantId), url)
  return { encryptedUrl, urlHint: `${host}/…${pathname.slice(-4)}` }
}

async function revealUrl(
  { encryption }: Pick<AppContext, 'encryption'>,
  tenantId: string,
  { encryptedUrl }: ChannelRow,
): Promise<string> {
  try {
    return await encryption.decrypt(channelUrlPurpose(tenantId), encryptedUrl as Buffer)
  } catch (error) {
    if (error instanceof DecryptionError)
      throw new SendingError('The stored address can’t be read. Enter it again.')
    throw error
  }
}
