import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSending } from '../test/sending.ts'
import { emitAll } from './events.ts'
import { schedule } from './schedule.ts'

const events = 10_000
const kills = 20
const failures = 0.3
/** The real course of things at another pace: a lease and its waits take a second instead of hours. */
const hasty = {
  ...schedule,
  retriesMs: [50, ...Array(30).fill(300)],
  timeoutMs: 1_000,
  leaseMs: 1_500,
  lookEveryMs: 100,
}

test(`${events} events reach a receiver that fails ${failures * 100}% of the time while senders are killed ${kills} times`, async (t) => {
  const { db, sink, tenantId, databaseUrl, subscribe, atEnd } = await openSending(t)
  await subscribe(sink.url)
  sink.answerWith(() => (Math.random() < failures ? 503 : 204))

  const program = new URL('../test/senderProcess.ts', import.meta.url)
  const senders = new Set<ChildProcess>()
  atEnd(() => {
    for (const sender of senders) sender.kill('SIGKILL')
  })
  const startSender = async () => {
    const sender = fork(program, [databaseUrl, JSON.stringify(hasty)])
    senders.add(sender)
    await once(sender, 'message')
    return sender
  }

  // Every third transaction is rolled back; its events must never be heard of.
  const committed: number[] = []
  const rolledBack: number[] = []
  let killed = 0
  const emitting = (async () => {
    for (let n = 0, round = 0; committed.length < events; round++) {
      const count = Math.min(1 + (round % 40), events - committed.length)
      const things = Array.from({ length: count }, () => ({ n: n++ }))
      const numbers = things.map((thing) => thing.n)
      const fails = round % 3 === 2
      const work = db.inTransaction(async (tx) => {
        await emitAll(tx, tenantId, 'page.created', things)
        if (fails) throw new Error('rolled back')
      })
      await work.then(
        () => committed.push(...numbers),
        () => rolledBack.push(...numbers),
      )
      // As long as there is killing to do there is something to send.
      while (committed.length / events > (killed + 1) / kills) await sleep(5)
    }
  })()

  let running = [await startSender(), await startSender()]
  let heardAtLastKill = 0
  while (killed < kills) {
    // Not before it has something to lose.
    const enough = Math.min(heardAtLastKill + 200, events)
    for (const deadline = Date.now() + 5_000; sink.received.length < enough && Date.now() < deadline; )
      await sleep(5)
    heardAtLastKill = sink.received.length
    const [victim, survivor] = running as [ChildProcess, ChildProcess]
    const gone = once(victim, 'exit')
    victim.kill('SIGKILL')
    assert.deepEqual(await gone, [null, 'SIGKILL'])
    senders.delete(victim)
    killed++
    running = [survivor, await startSender()]
  }
  await emitting

  const pending = async () => {
    const [row] = await db.read<{ count: number }[]>`
      select count(*) from webhook_deliveries where tenant_id = ${tenantId} and status = 'pending'`
    return row?.count
  }
  for (const deadline = Date.now() + 30_000; (await pending()) !== 0 && Date.now() < deadline; )
    await sleep(100)

  const ids = new Map<number, Set<string>>()
  for (const { body, headers } of sink.received) {
    const { id, data } = JSON.parse(body)
    assert.equal(headers['webhook-id'], id)
    ids.set(data.n, (ids.get(data.n) ?? new Set()).add(id))
  }
  assert.equal(committed.length, events)
  assert.ok(rolledBack.length > 1000)
  assert.deepEqual(
    [...ids.keys()].sort((a, b) => a - b),
    committed.sort((a, b) => a - b),
    'none missing, none without a cause',
  )
  assert.ok(
    [...ids.values()].every((set) => set.size === 1),
    'one id each, however often it was sent',
  )
  const rows = await db.read<{ status: string; count: number }[]>`
    select status, count(*) from webhook_deliveries where tenant_id = ${tenantId} group by status`
  assert.deepEqual([...rows], [{ status: 'delivered', count: events }])
  t.diagnostic(
    `${sink.received.length} requests for ${events} events, ${rolledBack.length} rolled back, ${killed} senders killed`,
  )
})
