import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { times } from '../test/effort.ts'
import { until } from '../test/eventually.ts'
import { openSending } from '../test/sending.ts'
import { writeEvents } from './events.ts'
import { schedule } from './schedule.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

/** A receiver with a custom response. */
async function openReceiver(t: TestContext, answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a missing, hanging or endlessly responding receiver affects its own deliveries only', async (t) => {
  const { db, sink, tenantId, subscribe, sender } = await openSending(t)
  const silent = await openReceiver(t, () => {})
  const endless = await openReceiver(t, (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(64 * 1024)), 1)
    response.on('close', () => clearInterval(timer))
  })
  const missing = await subscribe('http://127.0.0.1:1')
  const quiet = await subscribe(silent.url)
  const talking = await subscribe(endless.url)
  const well = await subscribe(sink.url)
  await db.inTransaction(async (tx) => writeEvents(tx, tenantId, 'page.created', [{ n: 1 }]))
  await sender({ schedule: { ...schedule, timeoutMs: 3_000 } }).runDue()
  const rows = await db.read<
    { subscriptionId: string; status: string; lastError: string | null; responseTimeMs: number }[]
  >`
    select subscription_id, status, last_error, response_time_ms from webhook_deliveries
    where tenant_id = ${tenantId}`
  const of = (one: { subscriptionId: string }) =>
    rows.find(({ subscriptionId }) => subscriptionId === one.subscriptionId)
  assert.equal(of(missing)?.lastError, 'The connection failed (ECONNREFUSED).')
  assert.equal(of(quiet)?.lastError, 'There was no response within 3 s.')
  assert.equal(of(talking)?.status, 'delivered')
  assert.ok((of(talking)?.responseTimeMs ?? 3_000) < 2_900, 'what it says is not listened to')
  assert.equal(of(well)?.status, 'delivered')
})

test('deliveries are found by their keys, also in tables that have no statistics yet', async (t) => {
  const { db, sink, tenantId, subscribe, sender } = await openSending(t)
  await subscribe(sink.url)
  const count = 1_000
  await db.inTransaction(async (tx) => writeEvents(tx, tenantId, 'page.created', numbered(count)))
  await sender().runDue()
  // An idle session reports its statistics after ten seconds, or on request when its next transaction ends. The sleep
  // keeps each connection busy, so that all of them are asked.
  await Promise.all([
    ...Array.from({ length: 8 }, () =>
      db.inTransaction((tx) => tx`select pg_stat_force_next_flush(), pg_sleep(0.3)`),
    ),
    ...Array.from({ length: 4 }, () => db.read`select pg_stat_force_next_flush(), pg_sleep(0.3)`),
  ])
  const figures = () => db.read<{ name: string; found: number; scans: number; written: number }[]>`
    select relname as name, idx_tup_fetch as found, seq_scan as scans, n_tup_upd + n_tup_del as written
    from pg_stat_user_tables where relname in ('jobs', 'webhook_deliveries') order by relname`
  await until('all that was written is told', async () =>
    (await figures()).every(({ written }) => written >= count),
  )
  for (const { name, found, scans } of await figures()) {
    t.diagnostic(`${name}: ${found} rows found by index and ${scans} scans for ${count} deliveries`)
    assert.ok(found < count * 5, `${name}: ${found} rows found by index`)
    // While the table is small, PostgreSQL prefers to scan it once for all rows that are stored together.
    assert.ok(scans < count / 10, `${name}: ${scans} scans`)
  }
})

test('a stopping sender finishes its current deliveries and leaves the rest to another immediately', async (t) => {
  const { db, sink, tenantId, subscribe, sender } = await openSending(t)
  await subscribe(sink.url)
  await db.inTransaction(async (tx) => writeEvents(tx, tenantId, 'page.created', numbered(100)))
  const { promise: told, resolve: answer } = Promise.withResolvers<number>()
  sink.answerWith(() => told)
  const first = sender()
  await first.start()
  const begun = (await sink.waitFor(4)).length
  const stopped = first.stop()
  answer(204)
  await stopped
  assert.equal(sink.received.length, begun)
  const rows = await db.read<{ status: string; attempts: number; count: number }[]>`
    select status, d.attempts, count(*) from webhook_deliveries d
      left join jobs j on j.tenant_id = ${tenantId} and j.kind = 'webhook_delivery' and j.key = d.subscription_id || '/' || d.delivery_id
    where d.tenant_id = ${tenantId} and (j.key is null or j.due_at <= now())
    group by status, d.attempts order by status`
  assert.deepEqual(
    [...rows],
    [
      { status: 'delivered', attempts: 1, count: begun },
      { status: 'pending', attempts: 0, count: 100 - begun },
    ],
  )
  await sender().runDue()
  const sent = sink.received.map(({ body }) => JSON.parse(body).data)
  assert.deepEqual(
    sent.sort((a, b) => a.n - b.n),
    numbered(100),
    'each once',
  )
})

const count = times(1_000, 300)

test(`with one receiver hanging, ${count} events reach another with a p99 under 2 s from commit to arrival`, async (t) => {
  const { db, sink, tenantId, subscribe, startSender } = await openSending(t)
  const hanging = await openReceiver(t, () => {})
  await subscribe(hanging.url)
  // In a separate process: Node.js accepts one connection per turn of its event loop, and turns of a loop that also
  // sends are long on a busy machine.
  await startSender()
  await subscribe(sink.url)
  // The deliveries that the hanging receiver has missed come before all others.
  await db.inTransaction(async (tx) => writeEvents(tx, tenantId, 'page.updated', numbered(count)))
  await sink.waitFor(count)
  const committed = new Map<number, number>()
  for (let n = 0; n < count; n += 10) {
    await db.inTransaction(async (tx) => {
      for (let i = n; i < n + 10; i++) writeEvents(tx, tenantId, 'page.created', [{ n: i }])
    })
    for (let i = n; i < n + 10; i++) committed.set(i, Date.now())
  }
  const received = (await sink.waitFor(2 * count))
    .slice(count)
    .map(({ body, at }) => ({ n: JSON.parse(body).data.n, at }))
  assert.equal(new Set(received.map(({ n }) => n)).size, count)
  const delays = received.map(({ n, at }) => at - (committed.get(n) ?? 0)).sort((a, b) => a - b)
  const p99 = delays[Math.floor(count * 0.99)] ?? Infinity
  t.diagnostic(`median ${delays[count / 2]} ms, p99 ${p99} ms, longest ${delays.at(-1)} ms`)
  assert.ok(p99 < 2000, `p99 was ${p99} ms`)
})
