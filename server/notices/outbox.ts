import { databaseNow } from '../database/clock.ts'
import type { Reader, Tx } from '../database/database.ts'
import { wakeWorkers } from '../queue/jobs.ts'
import { noticeColumns, noticeTables } from './queries.ts'
import type { Notice, NoticeChannel } from './schema.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** The hour of daily summaries, in UTC. */
const dailyAtHour = 7
/** Older unsent notices are dropped. */
const staleAfter = '1 day'

/** The time of a channel's next message: now but at most once a minute, at the full hour, or in the morning. */
export function nextSendingMs(
  { pace, lastSentAt }: Pick<NoticeChannel, 'pace' | 'lastSentAt'>,
  now: number,
): number {
  if (pace === 'hourly') return (Math.floor(now / hourMs) + 1) * hourMs
  if (pace === 'daily') {
    const today = Math.floor(now / dayMs) * dayMs + dailyAtHour * hourMs
    return today > now ? today : today + dayMs
  }
  return Math.max(now, lastSentAt === null ? 0 : Number(lastSentAt) + minuteMs)
}

/**
 * Ensures that a job sends the outbox. An existing job is locked and left unchanged: while it runs, its time is its
 * lease. At its end, it checks for notices added meanwhile.
 */
export async function scheduleSending(
  tx: Tx,
  tenantId: string,
  channel: Pick<NoticeChannel, 'channelId' | 'pace' | 'lastSentAt'>,
  now = databaseNow(),
): Promise<void> {
  const runAt = nextSendingMs(channel, now)
  await tx`
    insert into jobs (tenant_id, kind, key, due_at)
    values (${tenantId}, 'notice_sending', ${channel.channelId}, ${new Date(runAt)}::timestamptz)
    on conflict (tenant_id, kind, key) do update set key = excluded.key`
  if (runAt <= now) wakeWorkers(tx, 'notice_sending', { tenantId, group: '' })
}

export type WaitingNotices = { notices: Notice[]; noticeIds: string[] }

/** A longer outbox is continued with the next message. */
const mostAtOnce = 10_000

/** The newest waiting notices, and the ids of all. */
export async function readOutbox(
  db: Reader,
  tenantId: string,
  channelId: string,
  most: number,
): Promise<WaitingNotices> {
  const ofChannel = db`o.tenant_id = ${tenantId} and o.channel_id = ${channelId}`
  const [notices, all] = await Promise.all([
    db<Notice[]>`
      select ${noticeColumns(db, db`false`)}
      from notice_outbox o
        join ${noticeTables(db, tenantId)} on n.tenant_id = ${tenantId} and n.notice_id = o.notice_id
      where ${ofChannel} order by o.notice_id desc limit ${most}`,
    db<{ noticeId: string }[]>`
      select o.notice_id from notice_outbox o where ${ofChannel} order by o.notice_id desc limit ${mostAtOnce}`,
  ])
  return { notices, noticeIds: all.map(({ noticeId }) => noticeId) }
}

/** Deletes sent notices, or all. */
export async function clearOutbox(
  tx: Tx,
  tenantId: string,
  channelId: string,
  noticeIds?: string[],
): Promise<void> {
  await tx`
    delete from notice_outbox where tenant_id = ${tenantId} and channel_id = ${channelId}
      ${noticeIds === undefined ? tx`` : tx`and notice_id = any(${noticeIds}::text[])`}`
}

export async function dropStale(tx: Tx, tenantId: string, channelId: string): Promise<void> {
  await tx`
    delete from notice_outbox o using notices n
    where o.tenant_id = ${tenantId} and o.channel_id = ${channelId} and n.tenant_id = ${tenantId}
      and n.notice_id = o.notice_id and n.created_at < now() - ${staleAfter}::interval`
}

export async function isOutboxEmpty(db: Reader, tenantId: string, channelId: string): Promise<boolean> {
  const [row] = await db`
    select from notice_outbox where tenant_id = ${tenantId} and channel_id = ${channelId} limit 1`
  return row === undefined
}
