import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collect } from '../eval/inProcess.ts'
import { builtinAgent } from './builtin.ts'
import { contextFor } from './examples/page.ts'
import { ThreadPool, threadedAgent } from './pool.ts'

test('a run in a thread says and does the same as one without, earlier versions included', async () => {
  for (const message of [
    'Remove the pricing and make it blue',
    'go back to version 3',
    'add a picture below the hero',
  ]) {
    const context = contextFor(message)
    assert.deepEqual(await collect(threadedAgent, context), await collect(builtinAgent, context), message)
  }
})

test('a run that does not end is ended by the limit, and the next one gets a new thread', async () => {
  const endless = new URL(
    `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); })")}`,
  )
  const stuck = new ThreadPool({ most: 1, limitMs: 200, file: endless })
  const run = async (pool: ThreadPool) =>
    await collect(
      { model: undefined, run: (context, signal) => pool.run(context, signal) },
      contextFor('hello'),
    )
  await assert.rejects(run(stuck), /took too long/)
  await assert.rejects(run(stuck), /took too long/)
})

test('a free thread goes to the tenant with the fewest runs, not to the one that asked first', async () => {
  const slow = new URL(
    `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => setTimeout(() => parentPort.postMessage({ type: 'end' }), 50))")}`,
  )
  const pool = new ThreadPool({ most: 2, file: slow })
  const ended: string[] = []
  const run = async (tenantId: string) => {
    for await (const _ of pool.run(contextFor('hello'), new AbortController().signal, tenantId));
    ended.push(tenantId)
  }
  await Promise.all([...Array.from({ length: 8 }, () => run('busy')), run('other')])
  assert.ok(ended.indexOf('other') <= 3, ended.join(' '))
})

test('the serving thread stays free while a long message is worked on', async () => {
  await collect(threadedAgent, contextFor('make it blue'))
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  await collect(threadedAgent, contextFor('remove the faq, '.repeat(3000)))
  clearInterval(timer)
  assert.ok(longest < 100, `${longest} ms`)
})
