import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { openDatabase } from '../database/database.ts'
import { openLog } from '../log/log.ts'
import { Queue, type QueueOptions } from '../queue/queue.ts'
import { createTenant } from '../tenants/queries.ts'
import { openOutbound } from '../web/outbound.ts'
import { createSubscription } from '../webhooks/queries.ts'
import { type RetrySchedule, schedule as usual } from '../webhooks/schedule.ts'
import { type SendingOptions, workDeliveriesWith } from '../webhooks/sender.ts'
import { newSecret, showSecret } from '../webhooks/signature.ts'
import { cloneDatabase } from './database.ts'
import { openSink } from './sink.ts'

/** A database and a receiver without a service, for tests that run senders themselves. */
export async function openSending(t: TestContext) {
  const database = await cloneDatabase()
  const db = openDatabase({ url: database.url, asService: true })
  const sink = await openSink()
  const stopping: (() => void | Promise<void>)[] = []
  t.after(async () => {
    for (const stop of stopping) await stop()
    await db.close()
    await sink.close()
    await database.drop()
  })
  const tenant = await db.inTransaction((tx) =>
    createTenant(tx, `acme-${randomBytes(4).toString('hex')}`, 'Acme'),
  )
  const tenantId = tenant?.tenantId as string
  return {
    db,
    sink,
    tenantId,
    async subscribe(url: string) {
      const secret = newSecret()
      const { subscriptionId } = await db.inTransaction((tx) =>
        createSubscription(tx, tenantId, { url, events: ['*'] }, secret),
      )
      return { subscriptionId, secret: showSecret(secret) }
    },
    /** A process that only sends webhooks. */
    async startSender(
      schedule: RetrySchedule = usual,
      settings: Pick<QueueOptions, 'leaseMs' | 'pollMs'> = {},
    ): Promise<ChildProcess> {
      const given = [database.url, JSON.stringify(schedule), JSON.stringify(settings)]
      const sender = fork(new URL('./senderProcess.ts', import.meta.url), given)
      stopping.push(() => void sender.kill('SIGKILL'))
      await once(sender, 'message')
      return sender
    },
    /** A queue that only sends webhooks. */
    sender(options: Partial<SendingOptions> & { clock?: () => Date } = {}) {
      const outbound = options.outbound ?? openOutbound({ allowPrivate: true })
      const log = openLog('error')
      const queue = new Queue({ db, log, ...(options.clock ? { clock: options.clock } : {}) })
      workDeliveriesWith(queue, { log, ...options, outbound })
      stopping.push(async () => {
        await queue.stop()
        await outbound.destroy()
      })
      return queue
    },
  }
}
