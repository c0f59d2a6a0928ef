import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { FairQueue } from './fairQueue.ts'

const options = { of: 'tasks', atOnce: 1, ofTenant: 1, waiting: 3, retrySeconds: 7 }

/** Runs work that lasts until `end` is called; `order` records in which order work started. */
function openWork(queue: FairQueue) {
  const order: string[] = []
  const ends: (() => void)[] = []
  const start = (tenantId: string, name = tenantId) =>
    queue.run(tenantId, async () => {
      order.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const end = async () => {
    await sleep(1)
    ends.shift()?.()
    await sleep(1)
  }
  return { order, start, end }
}

test('tenants take turns, and the work of one tenant keeps its order', async () => {
  const { order, start, end } = openWork(new FairQueue(options))
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => start('a', name)),
    ...['b1', 'b2'].map((name) => start('b', name)),
    start('c', 'c1'),
  ]
  for (const _ of all) await end()
  await Promise.all(all)
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('a tenant leaves places free for others, and gets none beyond its share', async () => {
  const { order, start, end } = openWork(new FairQueue({ ...options, atOnce: 3, ofTenant: 2 }))
  const all = [start('a'), start('a'), start('a'), start('b')]
  await sleep(1)
  assert.deepEqual(order, ['a', 'a', 'b'])
  for (const _ of all) await end()
  await Promise.all(all)
  assert.equal(order.length, 4)
})

test('a tenant with too many waiting tasks is asked to retry later, while others are served', async () => {
  const { start, end } = openWork(new FairQueue(options))
  const all = [start('a'), start('a'), start('a'), start('a')]
  await assert.rejects(start('a'), { code: 'rate_limited', headers: { 'retry-after': '7' } })
  all.push(start('b'))
  for (const _ of all) await end()
  await Promise.all(all)
})

test('work that waits too long is refused, never starts later and frees its place for the next', async () => {
  const { order, start, end } = openWork(new FairQueue({ ...options, waitMs: 30 }))
  const first = start('a')
  await assert.rejects(start('b', 'late'), { code: 'unavailable', headers: { 'retry-after': '7' } })
  const next = start('c')
  await end()
  await first
  await end()
  await next
  assert.deepEqual(order, ['a', 'c'])
})

test('work that is aborted while it waits never begins', async () => {
  const queue = new FairQueue(options)
  const { order, start, end } = openWork(queue)
  const first = start('a')
  const stop = new AbortController()
  const aborted = queue.run('b', async () => order.push('aborted'), stop.signal)
  stop.abort(new Error('stopped'))
  await assert.rejects(aborted, /stopped/)
  await end()
  await first
  assert.deepEqual(order, ['a'])
})

test('failed work frees its place', async () => {
  const queue = new FairQueue(options)
  await assert.rejects(
    queue.run('a', async () => {
      throw new Error('failed')
    }),
    /failed/,
  )
  assert.equal(await queue.run('a', async () => 'next'), 'next')
})

test('a place taken immediately is released once, even if it is released twice', async () => {
  const queue = new FairQueue({ ...options, atOnce: 2 })
  const leave = queue.enterNow('a')
  assert.throws(() => queue.enterNow('a'), { code: 'rate_limited' })
  queue.enterNow('b')
  assert.throws(() => queue.enterNow('c'), { code: 'unavailable' })
  leave()
  leave()
  queue.enterNow('c')
  assert.throws(() => queue.enterNow('d'), { code: 'unavailable' })
})

test('a closing queue refuses waiting and new work', async () => {
  const queue = new FairQueue(options)
  const { start, end } = openWork(queue)
  const first = start('a')
  const waiting = assert.rejects(start('a'), { code: 'unavailable' })
  queue.close()
  await waiting
  await assert.rejects(start('b'), { code: 'unavailable' })
  await end()
  await first
})
