import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { times } from '../test/effort.ts'
import { eventually } from '../test/eventually.ts'
import { openSending } from '../test/sending.ts'
import type { Sink } from '../test/sink.ts'
import { writeEvents } from './events.ts'
import { schedule } from './schedule.ts'

const events = times(10_000, 600)
const kills = times(20, 2)
const failures = 0.3
/** The real schedule at another pace: a lease and its waits take a second instead of hours. */
const hasty = { ...schedule, retriesMs: [50, ...Array(30).fill(300)], timeoutMs: 1_000 }
const queueSettings = { leaseMs: 1_500, pollMs: 100 }

type Progress = { committed: number[]; rolledBack: number[]; killed: number }

/** Emits in large and small transactions; every third is rolled back, and its events must never be received. */
async function emitMany(db: Database, tenantId: string, progress: Progress) {
  const { committed, rolledBack } = progress
  for (let n = 0, round = 0; committed.length < events; round++) {
    const count = Math.min(1 + (round % 40), events - committed.length)
    const things = Array.from({ length: count }, () => ({ n: n++ }))
    const work = db.inTransaction(async (tx) => {
      writeEvents(tx, tenantId, 'page.created', things)
      if (round % 3 === 2) throw new Error('rolled back')
    })
    const list = await work.then(
      () => committed,
      () => rolledBack,
    )
    list.push(...things.map((thing) => thing.n))
    // Keep events available while senders are being killed.
    while (committed.length / events > (progress.killed + 1) / kills) await sleep(5)
  }
}

/** Keeps two senders running, and kills the older one whenever they have made progress. */
async function killMany(start: () => Promise<ChildProcess>, sink: Sink, progress: Progress) {
  let [victim, survivor, spare] = [start(), start(), start()]
  await Promise.all([victim, survivor])
  for (let heard = 0; progress.killed < kills; progress.killed++) {
    await spare
    const deadline = Date.now() + 5_000
    while (sink.received.length < heard + 200 && Date.now() < deadline) await sleep(5)
    heard = sink.received.length
    const sender = await victim
    const gone = once(sender, 'exit')
    sender.kill('SIGKILL')
    assert.deepEqual(await gone, [null, 'SIGKILL'])
    ;[victim, survivor, spare] = [survivor, spare, start()]
  }
  await spare
}

async function countByStatus(db: Database, tenantId: string) {
  const rows = await db.read<{ status: string; count: number }[]>`
    select status, count(*) from webhook_deliveries where tenant_id = ${tenantId} group by status`
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

test(`${events} events reach a receiver that fails ${failures * 100}% of the time while senders are killed ${kills} times`, async (t) => {
  const { db, sink, tenantId, subscribe, startSender } = await openSending(t)
  await subscribe(sink.url)
  sink.answerWith(() => (Math.random() < failures ? 503 : 204))
  const start = () => startSender(hasty, queueSettings)
  const progress: Progress = { committed: [], rolledBack: [], killed: 0 }
  await Promise.all([emitMany(db, tenantId, progress), killMany(start, sink, progress)])
  await eventually(
    async () => assert.deepEqual(await countByStatus(db, tenantId), { delivered: events }),
    60_000,
  )

  const ids = new Map<number, Set<string>>()
  for (const { body, headers } of sink.received) {
    const { id, data } = JSON.parse(body)
    assert.equal(headers['webhook-id'], id)
    ids.set(data.n, (ids.get(data.n) ?? new Set()).add(id))
  }
  const { committed, rolledBack } = progress
  assert.equal(committed.length, events)
  assert.ok(rolledBack.length > events / 10)
  const heardOf = [...ids.keys()].sort((a, b) => a - b)
  assert.deepEqual(
    heardOf,
    committed.sort((a, b) => a - b),
    'none missing, none without a cause',
  )
  assert.ok(
    [...ids.values()].every((set) => set.size === 1),
    'one id each, however often it was sent',
  )
  t.diagnostic(`${sink.received.length} requests, ${rolledBack.length} events rolled back`)
})
