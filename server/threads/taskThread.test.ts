import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TaskThreads } from './taskThread.ts'

/** A thread whose tasks are a number of milliseconds to wait; a negative one never ends. */
const source = `import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (ms) => {
    if (ms < 0) for (;;);
    setTimeout(() => parentPort.postMessage({ result: ms }), ms)
  })`
const options = {
  of: 'tasks',
  file: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
  memoryMb: 64,
  workMs: 10_000,
  idleMs: 60_000,
  waiting: 2,
}

test('while the task of a tenant does not end, the tasks of others are done', async (t) => {
  const threads = new TaskThreads<number, number>({ ...options, workMs: 3_000 })
  t.after(() => threads.close())
  const stuck = assert.rejects(threads.run('acme', -1), /took too long/)
  const next = threads.run('acme', 1)
  assert.deepEqual([await threads.run('globex', 2), await threads.run('initech', 3)], [2, 3])
  await stuck
  assert.equal(await next, 1, 'in a new thread')
})

test('a tenant with too many tasks is refused, and no task is carried out after closing', async () => {
  const threads = new TaskThreads<number, number>(options)
  const first = [threads.run('acme', 50), threads.run('acme', 51), threads.run('acme', 52)]
  await assert.rejects(threads.run('acme', 1), { code: 'rate_limited' })
  assert.deepEqual(await Promise.all(first), [50, 51, 52])
  const running = assert.rejects(threads.run('acme', 60_000), /stopped/)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await threads.close()
  await running
  await assert.rejects(threads.run('acme', 1), { code: 'unavailable' })
})
