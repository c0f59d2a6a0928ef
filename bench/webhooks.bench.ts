import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { openDatabase, serviceRole } from '../server/db.ts'
import { openOutbound } from '../server/http/outbound.ts'
import { openLog } from '../server/log.ts'
import { migrate } from '../server/migrate.ts'
import { startPostgres } from '../server/postgres.ts'
import { createTenant } from '../server/tenants/queries.ts'
import { emitAll } from '../server/webhooks/events.ts'
import { createSubscription } from '../server/webhooks/queries.ts'
import { Sender } from '../server/webhooks/sender.ts'
import { newSecret, signedHeaders } from '../server/webhooks/signature.ts'

const count = 5_000
const rounds = 5
/** As many at once as a sender has under way to one quick receiver. */
const concurrency = 64

const thing = { pageId: 'page_01kb5w3x8ef0arv2m9n4t6q7zc', name: 'Spring', pageContext: 'x'.repeat(600) }

/** Deliveries from the database, with their outcomes written, against a bare loop of signed POSTs. */
export default async function benchWebhooks() {
  const receiver = fork(new URL('./webhookSink.ts', import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const server = await startPostgres(folder)
  try {
    const [port] = await once(receiver, 'message')
    const url = `http://127.0.0.1:${port}/`
    const deliveries = await openDeliveries(server.url, url)
    await Promise.all([postBare(url, 500), deliveries.send(500)])
    // In turns, so that whatever else the machine does meets both alike; the middle one of each counts.
    const [values, baselines]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      baselines.push(await postBare(url, count))
      values.push(await deliveries.send(count))
    }
    await deliveries.close()
    const [value, baseline] = [median(values), median(baselines)]
    return [{ name: 'webhook deliveries', value, baseline, ratio: value / baseline, unit: 'deliveries/s' }]
  } finally {
    receiver.kill()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function median(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
}

async function postBare(url: string, total: number): Promise<number> {
  const outbound = openOutbound({ allowPrivate: true })
  const secret = newSecret()
  const began = performance.now()
  let next = 0
  const work = async () => {
    while (next < total) {
      const id = `delivery_${next++}`
      const body = JSON.stringify({ id, type: 'page.created', data: thing })
      const { body: answer } = await request(url, {
        method: 'POST',
        dispatcher: outbound,
        headers: { 'content-type': 'application/json', ...signedHeaders([secret], id, body, new Date()) },
        body,
      })
      await answer.dump()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const perSecond = total / ((performance.now() - began) / 1000)
  await outbound.destroy()
  return perSecond
}

async function openDeliveries(databaseUrl: string, url: string) {
  await migrate(databaseUrl)
  const db = openDatabase({ url: databaseUrl, role: serviceRole })
  const outbound = openOutbound({ allowPrivate: true })
  const tenant = await db.inTransaction((tx) => createTenant(tx, 'bench', 'Bench'))
  const tenantId = tenant?.tenantId as string
  await db.inTransaction((tx) => createSubscription(tx, tenantId, { url, events: ['*'] }, newSecret()))
  const sender = new Sender({ db, log: openLog('error'), outbound })
  return {
    async send(total: number): Promise<number> {
      await db.inTransaction((tx) => emitAll(tx, tenantId, 'page.created', Array(total).fill(thing)))
      const began = performance.now()
      await sender.sendDue()
      const perSecond = total / ((performance.now() - began) / 1000)
      const [left] = await db.read<{ count: number }[]>`
        select count(*) from webhook_deliveries where tenant_id = ${tenantId} and status <> 'delivered'`
      if (left?.count !== 0) throw new Error(`${left?.count} deliveries are not done`)
      return perSecond
    },
    async close() {
      await outbound.destroy()
      await db.close()
    },
  }
}
