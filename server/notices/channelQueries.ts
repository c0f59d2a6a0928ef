import { noticeKinds } from '../../shared/noticeWords.ts'
import { notFound, Problem } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { newId } from '../ids.ts'
import { deleteJob } from '../queue/jobs.ts'
import { scheduleSending } from './outbox.ts'
import { addRecipients } from './recipients.ts'
import type { ConsoleChannel, ConsoleChannelPatch, NoticeChannel } from './schema.ts'

const mostChannels = 20

/** A channel with the data needed to send through it. */
export type ChannelRow = NoticeChannel & { encryptedUrl: Buffer | null }

const columns = (db: Reader) => db`
  channel_id, kind, recipients, url_hint, kinds, page_ids, pace, active, last_sent_at, failing_since, last_error, created_at,
  updated_at`

export async function listChannels(db: Reader, tenantId: string): Promise<NoticeChannel[]> {
  return await db<NoticeChannel[]>`
    select ${columns(db)} from notice_channels where tenant_id = ${tenantId} order by channel_id`
}

export async function findChannel(
  db: Reader,
  tenantId: string,
  channelId: string,
): Promise<ChannelRow | undefined> {
  const [row] = await db<ChannelRow[]>`
    select ${columns(db)}, encrypted_url from notice_channels
    where tenant_id = ${tenantId} and channel_id = ${channelId}`
  return row
}

export async function getChannel(db: Reader, tenantId: string, channelId: string): Promise<ChannelRow> {
  return (await findChannel(db, tenantId, channelId)) ?? notFound('notice channel', channelId)
}

/** The active channels. */
export async function findListeningChannels(db: Reader, tenantId: string): Promise<NoticeChannel[]> {
  return await db<NoticeChannel[]>`
    select ${columns(db)} from notice_channels where tenant_id = ${tenantId} and active order by channel_id`
}

export type ChannelFields = Pick<
  ChannelRow,
  'kind' | 'recipients' | 'encryptedUrl' | 'urlHint' | 'kinds' | 'pageIds' | 'pace' | 'active'
>

export async function insertChannel(tx: Tx, tenantId: string, fields: ChannelFields): Promise<NoticeChannel> {
  // Serialises creations of a tenant, so that two can't both take the last free place.
  await lockTenant(tx, tenantId)
  const [present] = await tx<{ count: number }[]>`
    select count(*) from notice_channels where tenant_id = ${tenantId}`
  if (present && present.count >= mostChannels)
    throw new Problem('channel_limit', `There are already ${present.count} notice channels.`)
  const [channel] = await tx<NoticeChannel[]>`
    insert into notice_channels ${tx.values({ tenantId, channelId: newId('channel'), ...fields })}
    returning ${columns(tx)}`
  await askLater(tx, tenantId, channel as NoticeChannel, fields)
  return channel as NoticeChannel
}

/** New recipients are asked for confirmation immediately. */
async function askLater(
  tx: Tx,
  tenantId: string,
  { kind, channelId }: NoticeChannel,
  { recipients }: Partial<ChannelFields>,
): Promise<void> {
  if (kind !== 'email' || recipients === undefined) return
  await addRecipients(tx, tenantId, recipients)
  await scheduleSending(tx, tenantId, { channelId, pace: 'instant', lastSentAt: null })
}

/** Any change resets the failures: it may have fixed their cause. */
export async function updateChannel(
  tx: Tx,
  tenantId: string,
  channelId: string,
  fields: Partial<ChannelFields>,
): Promise<NoticeChannel> {
  const [channel] = await tx<NoticeChannel[]>`
    update notice_channels set ${tx.set(fields)}, updated_at = now(), failing_since = null, last_error = null
    where tenant_id = ${tenantId} and channel_id = ${channelId} returning ${columns(tx)}`
  if (!channel) notFound('notice channel', channelId)
  await askLater(tx, tenantId, channel, fields)
  return channel
}

export async function deleteChannel(tx: Tx, tenantId: string, channelId: string): Promise<void> {
  const [row] = await tx`
    delete from notice_channels where tenant_id = ${tenantId} and channel_id = ${channelId} returning channel_id`
  if (!row) notFound('notice channel', channelId)
  deleteJob(tx, 'notice_sending', tenantId, channelId)
}

const consoleDefaults: ConsoleChannel = { kinds: [...noticeKinds], pageIds: null, active: true }

export async function getConsoleChannel(db: Reader, tenantId: string): Promise<ConsoleChannel> {
  const [row] = await db<ConsoleChannel[]>`
    select kinds, page_ids, active from notice_console_settings where tenant_id = ${tenantId}`
  return row ?? consoleDefaults
}

export async function updateConsoleChannel(
  tx: Tx,
  tenantId: string,
  patch: ConsoleChannelPatch,
): Promise<ConsoleChannel> {
  const [row] = await tx<ConsoleChannel[]>`
    insert into notice_console_settings ${tx.values({ tenantId, ...consoleDefaults, ...patch })}
    on conflict (tenant_id) do update set ${tx.set(patch)}, updated_at = excluded.updated_at
    returning kinds, page_ids, active`
  return row as ConsoleChannel
}

export async function findUnknownPages(db: Reader, tenantId: string, pageIds: string[]): Promise<string[]> {
  const rows = await db<{ pageId: string }[]>`
    select page_id from pages
    where tenant_id = ${tenantId} and page_id = any(${pageIds}::text[]) and deleted_at is null`
  const known = new Set(rows.map(({ pageId }) => pageId))
  return pageIds.filter((pageId) => !known.has(pageId))
}
