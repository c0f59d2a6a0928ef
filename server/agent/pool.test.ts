import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtinAgent } from '../../builtin-agent/builtin.ts'
import { collect } from '../../builtin-agent/evaluation/inProcess.ts'
import { contextFor } from '../../builtin-agent/examples/page.ts'
import type { Agent } from './agent.ts'
import { openThreadedAgent, ThreadPool } from './pool.ts'
import { preflight } from './preflight.ts'

const threadedAgent = openThreadedAgent('tenant')

/** A thread that runs this code for each message. */
function threadThat(code: string): URL {
  const source = `import { parentPort } from 'node:worker_threads'
    const end = () => parentPort.postMessage({ type: 'end' })
    parentPort.on('message', function () { ${code} })`
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`)
}

/** Answers a run with the types of all messages so far. */
const tellTypes = `
  const { type } = arguments[0]
  globalThis.types = [...(globalThis.types ?? []), type]
  if (type !== 'run') return
  parentPort.postMessage({ type: 'output', output: { type: 'text', text: globalThis.types.join(' ') } })
  setTimeout(end, 100)`

async function typesIn(pool: ThreadPool, tenantId: string): Promise<string> {
  let text = ''
  for await (const output of pool.run(contextFor('hello'), new AbortController().signal, tenantId))
    if (output.type === 'text') text += output.text
  return text
}

async function runIn(pool: ThreadPool, tenantId: string, signal = new AbortController().signal) {
  for await (const _ of pool.run(contextFor('hello'), signal, tenantId));
}

test('a run in a thread has the same result as one without, earlier versions included', async () => {
  for (const message of [
    'Remove the pricing and make it blue',
    'go back to version 3',
    'add a picture below the hero',
  ]) {
    const context = contextFor(message)
    assert.deepEqual(await collect(threadedAgent, context), await collect(builtinAgent, context), message)
  }
})

test('threads that are started ahead warm up before their first run; others do not', async () => {
  const pool = new ThreadPool({ size: 3, file: threadThat(tellTypes) })
  pool.warmUp()
  const seen = await Promise.all([typesIn(pool, 'a'), typesIn(pool, 'b'), typesIn(pool, 'c')])
  assert.deepEqual(seen.toSorted(), ['run', 'warmUp run', 'warmUp run'])
})

test('one idle thread is kept, the others are ended', async () => {
  const pool = new ThreadPool({ size: 3, idleMs: 20, file: threadThat(tellTypes) })
  const both = () => Promise.all([typesIn(pool, 'a'), typesIn(pool, 'b')])
  assert.deepEqual(await both(), ['run', 'run'])
  await sleep(500)
  assert.deepEqual((await both()).toSorted(), ['run', 'run run'])
})

test('a warmed-up thread has the same result as no thread', async () => {
  const pool = new ThreadPool({ size: 2 })
  pool.warmUp()
  const context = contextFor('Remove the pricing and make it blue')
  const agent: Agent = { model: undefined, run: (given, signal) => pool.run(given, signal, 'a') }
  assert.deepEqual(await collect(agent, context), await collect(builtinAgent, context))
})

test('an endless run is ended at its CPU limit, and the next one gets a new thread', async () => {
  const stuck = new ThreadPool({ size: 1, cpuLimitMs: 200, limitMs: 20_000, file: threadThat('for (;;);') })
  const began = performance.now()
  await assert.rejects(runIn(stuck, 'a'), /took too long/)
  await assert.rejects(runIn(stuck, 'a'), /took too long/)
  assert.ok(performance.now() - began < 15_000, 'before the wall time is over')
})

test('an idle run is ended at the time limit, and a slow run is charged only its CPU time', async () => {
  const silent = new ThreadPool({ size: 1, limitMs: 200, file: threadThat('') })
  await assert.rejects(runIn(silent, 'a'), /took too long/)
  const waiting = new ThreadPool({ size: 1, cpuLimitMs: 400, file: threadThat('setTimeout(end, 900)') })
  await runIn(waiting, 'a')
})

test('a tenant never uses every thread, so that a run of another tenant starts at once', async () => {
  const pool = new ThreadPool({ size: 3, file: threadThat('setTimeout(end, 400)') })
  const started = performance.now()
  const endedAfter = async (tenantId: string) => {
    await runIn(pool, tenantId)
    return performance.now() - started
  }
  const busy = Promise.all(Array.from({ length: 6 }, () => endedAfter('busy')))
  const other = await endedAfter('other')
  const times = (await busy).sort((a, b) => a - b)
  // Two at a time, also while the third thread is idle.
  assert.ok(other < (times[2] as number), `${other} ms, others ${times.map(Math.round)} ms`)
  assert.ok((times[5] as number) >= 1_150, `${times.map(Math.round)} ms`)
})

test('a batch whose message takes too long to plan is processed by one run per row', async () => {
  const pool = new ThreadPool({ size: 1, limitMs: 50, file: threadThat('') })
  const slow: Agent = { model: undefined, run: (context, signal) => pool.run(context, signal, 'tenant') }
  const { brand, document, message, page, searchAssets } = contextFor('Make it blue')
  const found = await preflight({ tenantId: 'tenant', brand, document, message, page, searchAssets }, slow)
  assert.deepEqual([found.understood, found.dependsOnRow, found.operations], [true, true, []])
})

test('a run that is aborted while it waits frees its place for the next', async () => {
  const pool = new ThreadPool({ size: 1, file: threadThat('setTimeout(end, 100)') })
  const aborted = new AbortController()
  const runs = [runIn(pool, 'a'), runIn(pool, 'a', aborted.signal), runIn(pool, 'a')] as const
  const stopped = assert.rejects(runs[1], /stopped/)
  aborted.abort(new Error('stopped'))
  await stopped
  await runs[0]
  await runs[2]
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
