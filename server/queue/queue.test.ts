import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../database/database.ts'
import { openLog } from '../log/log.ts'
import { cloneDatabase } from '../test/database.ts'
import { times } from '../test/effort.ts'
import { until } from '../test/eventually.ts'
import { cancelJob, completeJob, enqueue, LeaseLost, moveJob, type NewJob, rescheduleJob } from './jobs.ts'
import type { Job } from './kinds.ts'
import { Queue, type QueueOptions } from './queue.ts'
import type { WorkOptions } from './worker.ts'

type Handle = WorkOptions<'remove_files'>['handle']
/** Long enough that jobs in these tests are woken by notifications, not found by polling. */
const noPolling = { pollMs: 600_000 }

async function open(t: TestContext) {
  const database = await cloneDatabase()
  const db = openDatabase({ url: database.url, asService: true })
  const queues: Queue[] = []
  t.after(async () => {
    await Promise.all(queues.map((queue) => queue.stop()))
    await db.close()
    await database.drop()
  })
  return {
    db,
    add: (job: NewJob<'remove_files'> & { tenantId?: string } = {}) =>
      db.inTransaction(async (tx) => enqueue(tx, 'remove_files', job.tenantId ?? 'acme', job)),
    async work(
      handle: Handle,
      {
        concurrency = 4,
        mostAttempts = 3,
        ...options
      }: Partial<QueueOptions & WorkOptions<'remove_files'>> = {},
    ) {
      const queue = new Queue({ db, log: openLog('silent'), ...options })
      const { retryInMs } = options
      queue.work('remove_files', { concurrency, mostAttempts, handle, ...(retryInMs ? { retryInMs } : {}) })
      queues.push(queue)
      await queue.start()
      return queue
    },
  }
}

const countJobs = async (db: Database) => (await db.read`select from jobs`).length

test('a job runs soon after its transaction commits, never when it is rolled back, and is then deleted', async (t) => {
  const { db, add, work } = await open(t)
  const ran: string[] = []
  await work(async ({ key }) => void ran.push(key), noPolling)
  const undone = db.inTransaction(async (tx) => {
    enqueue(tx, 'remove_files', 'acme', { key: 'rolled back' })
    throw new Error('undo')
  })
  await assert.rejects(undone)
  await add({ key: 'committed' })
  await until('the job runs', () => ran.length > 0)
  await until('the job is deleted', async () => (await countJobs(db)) === 0)
  assert.deepEqual(ran, ['committed'])
})

test('no wake-up is lost: jobs that come at any moment are picked up without polling', async (t) => {
  const { db, add, work } = await open(t)
  const waits: number[] = []
  const added = new Map<string, number>()
  const handle: Handle = async ({ key }) => {
    if (Math.random() < 0.5) await sleep(Math.random() * 3)
    waits.push(performance.now() - (added.get(key) ?? 0))
    return undefined
  }
  await work(handle, { ...noPolling, concurrency: 8 })
  await work(handle, { ...noPolling, concurrency: 2 })
  const count = times(2_000, 300)
  const addSome = async (lane: number) => {
    for (let n = 0; n < count; n++) {
      const key = `${lane}-${n}`
      added.set(key, performance.now())
      await add({ key, tenantId: `tenant-${n % 3}` })
      if (Math.random() < 0.3) await sleep(Math.random() * 4)
    }
  }
  await Promise.all([addSome(0), addSome(1)])
  await until('all jobs are done', async () => (await countJobs(db)) === 0)
  assert.equal(waits.length, count * 2)
  waits.sort((a, b) => a - b)
  t.diagnostic(`median ${waits[count]?.toFixed(1)} ms, longest ${waits.at(-1)?.toFixed(0)} ms`)
})

test('a job that fails is tried again, later each time; its last error is kept when it is given up', async (t) => {
  const { db, add, work } = await open(t)
  const attempts: number[] = []
  const handle: Handle = async (job) => {
    attempts.push(job.attempts)
    throw new Error(`attempt ${job.attempts}`)
  }
  await work(handle, { retryInMs: (tries) => tries * 20 })
  await add({ key: 'bad' })
  const find = async () =>
    (await db.read`select last_error, failed_at, due_at = 'infinity' as never from jobs`)[0]
  await until('it is given up', async () => (await find())?.failedAt != null)
  assert.deepEqual(attempts, [1, 2, 3])
  assert.partialDeepStrictEqual(await find(), { lastError: 'attempt 3', never: true })
})

test('a worker that lost its lease can neither complete nor reschedule the job', async (t) => {
  const { db, add, work } = await open(t)
  const { promise: stalled, resolve: wake } = Promise.withResolvers<void>()
  const results: unknown[] = []
  const claims: Job[] = []
  const handle: Handle = async (job) => {
    claims.push(job)
    if (claims.length === 1) {
      await stalled
      for (const write of [completeJob, rescheduleJob])
        results.push(
          await db.inTransaction<unknown>((tx) => write(tx, job, 0)).catch((error: unknown) => error),
        )
    }
    return undefined
  }
  await work(handle, { pollMs: 20 })
  await add({ key: 'one' })
  await until('it is claimed', () => claims.length === 1)
  await db.inTransaction((tx) => tx`update jobs set due_at = now() where tenant_id = 'acme'`)
  await until('it is taken over', () => claims.length === 2)
  assert.ok((claims[1]?.fence ?? 0) > (claims[0]?.fence ?? 0))
  await until('it is done', async () => (await countJobs(db)) === 0)
  wake()
  await until('the first worker has tried to write', () => results.length === 2)
  assert.ok(results.every((error) => error instanceof LeaseLost))
})

test('a lease is renewed while the job runs, so that no other worker takes it', async (t) => {
  const { db, add, work } = await open(t)
  let runs = 0
  const handle: Handle = async () => {
    runs++
    await sleep(1_200)
    return undefined
  }
  await work(handle, { leaseMs: 400, pollMs: 50 })
  await work(handle, { leaseMs: 400, pollMs: 50 })
  await add()
  await until('it is done', async () => runs > 0 && (await countJobs(db)) === 0)
  assert.equal(runs, 1)
})

test('a job with a key is replaced, moved and cancelled, also while it runs', async (t) => {
  const { db, add, work } = await open(t)
  const ran: string[][] = []
  const aborted: string[] = []
  const handle: Handle = async ({ data, key }, { signal }) => {
    ran.push(data.fileIds)
    if (key === 'long') await sleep(20_000, undefined, { signal }).catch(() => aborted.push(key))
    signal.throwIfAborted()
    return undefined
  }
  const later = new Date(Date.now() + 3_600_000)
  await work(handle, { pollMs: 50 })
  await add({ key: 'scheduled', data: { fileIds: ['first'] }, runAt: later })
  await add({ key: 'scheduled', data: { fileIds: ['second'] }, runAt: later })
  await sleep(200)
  assert.deepEqual([ran, await countJobs(db)], [[], 1])
  assert.equal(await db.inTransaction((tx) => moveJob(tx, 'remove_files', 'acme', 'scheduled')), true)
  await until('the moved job runs', () => ran.length === 1)
  assert.deepEqual(ran, [['second']])
  assert.equal(await db.inTransaction((tx) => moveJob(tx, 'remove_files', 'acme', 'missing')), false)

  await add({ key: 'long', data: { fileIds: ['long'] } })
  await until('the long job runs', () => ran.length === 2)
  await db.inTransaction(async (tx) => cancelJob(tx, 'remove_files', 'acme', 'long'))
  await until('it is told to stop', () => aborted.length === 1)
  await until('nothing is left', async () => (await countJobs(db)) === 0)
})

test('jobs of one tenant do not hold up those of another, however many and however long', async (t) => {
  const { db, add, work } = await open(t)
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const running = { busy: 0, other: 0 }
  const handle: Handle = async ({ tenantId }) => {
    running[tenantId as 'busy' | 'other']++
    await freed
    return undefined
  }
  const many = times(100_000, 5_000)
  await db.inTransaction(
    (tx) => tx`
      insert into jobs (tenant_id, kind, key)
      select 'busy', 'remove_files', n::text from generate_series(1, ${many}::int) as n`,
  )
  await work(handle, { concurrency: 8 })
  await until('the busy tenant has its share', () => running.busy === 4)
  const began = performance.now()
  await add({ tenantId: 'other' })
  await until('the other tenant has its turn', () => running.other === 1)
  assert.ok(performance.now() - began < 1_000)
  assert.equal(running.busy, 4, 'half of the slots')
  await db.inTransaction((tx) => tx`delete from jobs where tenant_id = 'busy'`)
  free()
})

test('a queue that stops finishes its running jobs and releases the others', async (t) => {
  const { db, add, work } = await open(t)
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  let begun = 0
  const queue = await work(async () => {
    begun++
    await freed
    return undefined
  })
  for (let n = 0; n < 6; n++) await add()
  await until('some have begun', () => begun === 2)
  const stopped = queue.stop()
  await sleep(100)
  free()
  await stopped
  const left = await db.read`select attempts from jobs where due_at <= now()`
  assert.deepEqual([begun, left.length, left.every(({ attempts }) => attempts === 0)], [2, 4, true])
})

test('a recurring job runs once in each period, however many processes work', async (t) => {
  const { db } = await open(t)
  let runs = 0
  const queues = [1, 2, 3].map(() => new Queue({ db, log: openLog('silent'), pollMs: 20 }))
  for (const queue of queues) {
    const handle = async () => {
      if (++runs === 2) throw new Error('a failure does not end it')
      return undefined
    }
    queue.work('upkeep', { concurrency: 1, everyMs: 300, handle })
    await queue.start()
  }
  await sleep(1_000)
  await Promise.all(queues.map((queue) => queue.stop()))
  assert.ok(runs >= 2 && runs <= 4, String(runs))
})

test('jobs that became due in one transaction are claimed in the order of their keys', async (t) => {
  const { db } = await open(t)
  await db.inTransaction(async (tx) => {
    for (const key of ['d', 'b', 'e', 'a', 'c'])
      enqueue(tx, 'webhook_delivery', 'acme', { key, group: 'one' })
  })
  const begun: string[] = []
  const queue = new Queue({ db, log: openLog('silent'), pollMs: 20 })
  const perGroup = { first: 2, most: 2, quickMs: 0, prefetch: 1 }
  const handle = async ({ key }: { key: string }) => void begun.push(key)
  queue.work('webhook_delivery', { concurrency: 100, perGroup, handle })
  await queue.runDue()
  assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e'])
})

test('claims use the index, with a hundred thousand jobs waiting and a million done', async (t) => {
  const { db } = await open(t)
  await db.inTransaction(async (tx) => {
    tx.setStatementTimeout(120_000)
    await tx`
      insert into jobs (tenant_id, kind, key)
      select 'tenant-' || n % 100, 'remove_files', n::text
      from generate_series(1, ${times(1_100_000, 60_000)}::int) as n`
  })
  await db.inTransaction(async (tx) => {
    tx.setStatementTimeout(120_000)
    await tx`delete from jobs where key::int > ${times(100_000, 20_000)}`
  })
  const { claimJobs } = await import('./claims.ts')
  const asked = Array.from({ length: 50 }, (_, n) => ({ tenantId: `tenant-${n}`, group: '', slots: 4 }))
  const took: number[] = []
  for (let n = 0; n < 10; n++) {
    const began = performance.now()
    const jobs = await db.inTransaction(
      async (tx) => await claimJobs(tx, 'remove_files', asked, { leaseMs: 15_000, now: tx`now()` }),
    )
    took.push(performance.now() - began)
    assert.equal(jobs.length, 200)
  }
  took.sort((a, b) => a - b)
  t.diagnostic(`200 of 50 groups in ${took[5]?.toFixed(1)} ms`)
  assert.ok((took[5] ?? Infinity) < 100, String(took))
})
