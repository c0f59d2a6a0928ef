import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Webhook } from 'standardwebhooks'
import { type Dispatcher, request } from 'undici'
import { openDatabase } from '../server/database/database.ts'
import { openLog } from '../server/log/log.ts'
import { Queue } from '../server/queue/queue.ts'
import { createTenant } from '../server/tenants/queries.ts'
import { openOutbound } from '../server/web/outbound.ts'
import { emitAll } from '../server/webhooks/events.ts'
import { createSubscription } from '../server/webhooks/queries.ts'
import { workDeliveriesWith } from '../server/webhooks/sender.ts'
import { newSecret } from '../server/webhooks/signature.ts'
import { type Bench, type Comparison, median, time } from './measure.ts'
import { withPostgres } from './service.ts'

const count = 5_000
const rounds = 5
/** The maximum number of concurrent requests of a sender to one fast receiver. */
const concurrency = 64
const thing = { batchId: 'batch_01kb5w3x8ef0arv2m9n4t6q7zc', note: 'x'.repeat(600) }

/** Deliveries per second, including storing the results. */
export const bench: Bench = {
  title: `${count.toLocaleString('en')} webhook deliveries to one receiver in a process of its own`,
  baseline: 'bare signed POSTs',
  subject: 'deliveries',
  async run(folder) {
    const receiver = fork(new URL('./webhookSink.ts', import.meta.url))
    const outbound = openOutbound({ allowPrivate: true })
    try {
      const [port] = await once(receiver, 'message')
      return await withPostgres(folder, [], (databaseUrl) =>
        measure(databaseUrl, `http://127.0.0.1:${port}/`, outbound),
      )
    } finally {
      await outbound.destroy()
      receiver.kill()
    }
  },
}

async function measure(databaseUrl: string, url: string, outbound: Dispatcher): Promise<Comparison[]> {
  const db = openDatabase({ url: databaseUrl, asService: true })
  try {
    const tenant = await db.inTransaction((tx) => createTenant(tx, 'bench', 'Bench'))
    const tenantId = tenant?.tenantId as string
    await db.inTransaction((tx) => createSubscription(tx, tenantId, { url, events: ['*'] }, newSecret()))
    const log = openLog('error')
    const queue = new Queue({ db, log })
    workDeliveriesWith(queue, { log, outbound })
    const times: [number[], number[]] = [[], []]
    // Alternately, so that other load affects both; the first round is warm-up.
    for (let round = 0; round <= rounds; round++) {
      await db.inTransaction(async (tx) => emitAll(tx, tenantId, 'batch.finished', Array(count).fill(thing)))
      const baselineMs = await time(() => postBare(url, outbound))
      const subjectMs = await time(() => queue.runDue())
      const [left] = await db.read<{ count: number }[]>`
        select count(*) from webhook_deliveries where tenant_id = ${tenantId} and status <> 'delivered'`
      if (left?.count !== 0) throw new Error(`${left?.count} deliveries are not done`)
      if (round === 0) continue
      times[0].push(baselineMs)
      times[1].push(subjectMs)
    }
    const [baselineMs, subjectMs] = [median(times[0]), median(times[1])]
    const perSecond = Math.round(count / (subjectMs / 1000)).toLocaleString('en')
    return [{ name: `${perSecond} deliveries a second`, baselineMs, subjectMs, limit: 2 }]
  } finally {
    await db.close()
  }
}

async function postBare(url: string, outbound: Dispatcher) {
  const webhook = new Webhook(newSecret(), { format: 'raw' })
  let next = 0
  const work = async () => {
    while (next < count) {
      const id = `delivery_${next++}`
      const body = JSON.stringify({ id, type: 'batch.finished', data: thing })
      const at = new Date()
      const { body: answer } = await request(url, {
        method: 'POST',
        dispatcher: outbound,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': webhook.sign(id, at, body),
        },
        body,
      })
      await answer.dump()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}
