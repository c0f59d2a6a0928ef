import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import type { Tx } from '../database/database.ts'
import { completeJob, type Ending, rescheduleJob } from '../queue/jobs.ts'
import type { Job } from '../queue/kinds.ts'
import type { Queue } from '../queue/queue.ts'
import { getTenant } from '../tenants/queries.ts'
import { openOutbound } from '../web/outbound.ts'
import { type ChannelRow, findChannel } from './channelQueries.ts'
import { mostShown } from './message.ts'
import { clearOutbox, dropStale, isOutboxEmpty, readOutbox, scheduleSending } from './outbox.ts'
import { askRecipients, type SendingContext, SendingError, sendThrough } from './send.ts'
import { writeNotices } from './write.ts'

const concurrency = 8
const shortestRetryMs = 30_000
const longestRetryMs = 3_600_000

/** Writes and sends notices in this process. Returns a function to call after the queue has stopped. */
export function workNotices(queue: Queue, context: AppContext): () => Promise<void> {
  const outbound = openOutbound({ allowPrivate: context.config.webhookAllowPrivate })
  queue.work('notice', {
    concurrency,
    mostAttempts: 10,
    handle: (job) =>
      context.db.inTransaction(async (tx) => {
        await writeNotices(tx, job.tenantId, job.data.actions)
        return await completeJob(tx, job)
      }),
  })
  queue.work('notice_sending', {
    concurrency,
    // The message is sent again after the next start, with the same id.
    finishMs: 2_000,
    handle: (job, { signal }) => sendOutbox({ ...context, outbound, signal }, job),
  })
  return () => outbound.destroy()
}

/**
 * Sends the outbox of a channel as one message. It is cleared in the transaction that ends the job, after the receiver
 * has accepted the message: a process that dies in between sends it again, with the same id.
 */
async function sendOutbox(context: SendingContext, job: Job<'notice_sending'>): Promise<Ending> {
  const { db, publicUrl } = context
  const { tenantId, key: channelId } = job
  const [channel, { notices, noticeIds }, tenant] = await Promise.all([
    findChannel(db.read, tenantId, channelId),
    readOutbox(db.read, tenantId, channelId, mostShown),
    getTenant(db.read, tenantId),
  ])
  if (channel?.active && channel.kind === 'email')
    try {
      await askRecipients(context, tenantId, tenant.name, channel)
    } catch (error) {
      if (!(error instanceof SendingError)) throw error
      return await db.inTransaction((tx) => retryLater(tx, job, channel, error.message))
    }
  if (!channel?.active || noticeIds.length === 0)
    return await db.inTransaction(async (tx) => {
      await completeJob(tx, job)
      if (channel?.active) return await sendRest(tx, tenantId, channel)
      await clearOutbox(tx, tenantId, channelId)
      return { isStored: true }
    })
  const message = {
    notices,
    total: noticeIds.length,
    consoleUrl: `${publicUrl()}/console`,
    tenantName: tenant.name,
  }
  try {
    await sendThrough(context, tenantId, channel, message, `${channelId}.${noticeIds[0]}`)
  } catch (error) {
    if (!(error instanceof SendingError)) throw error
    return await db.inTransaction((tx) => retryLater(tx, job, channel, error.message))
  }
  return await db.inTransaction(async (tx) => {
    await completeJob(tx, job)
    await clearOutbox(tx, tenantId, channelId, noticeIds)
    await tx`
      update notice_channels set last_sent_at = now(), failing_since = null, last_error = null
      where tenant_id = ${tenantId} and channel_id = ${channelId}`
    return await sendRest(tx, tenantId, { ...channel, lastSentAt: `+${databaseNow()}` })
  })
}

/** Notices written while the job ran did not enqueue another one, so this job must handle them. */
async function sendRest(tx: Tx, tenantId: string, channel: ChannelRow): Promise<Ending> {
  if (!(await isOutboxEmpty(tx, tenantId, channel.channelId))) await scheduleSending(tx, tenantId, channel)
  return { isStored: true }
}

/** Waits as long as the channel has been failing, from half a minute to an hour. */
async function retryLater(tx: Tx, job: Job, channel: ChannelRow, error: string): Promise<Ending> {
  const { tenantId, key: channelId } = job
  const failingMs = channel.failingSince === null ? 0 : databaseNow() - Number(channel.failingSince)
  const ending = await rescheduleJob(tx, job, Math.min(longestRetryMs, Math.max(shortestRetryMs, failingMs)))
  await tx`
    update notice_channels set last_error = ${error} ${channel.failingSince === null ? tx`, failing_since = now()` : tx``}
    where tenant_id = ${tenantId} and channel_id = ${channelId}`
  await dropStale(tx, tenantId, channelId)
  return ending
}
