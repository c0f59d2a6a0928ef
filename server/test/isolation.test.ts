import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { isThorough } from './environment.ts'
import { hostOf, operations } from './expensive.ts'
import { openMailbox } from './mailbox.ts'
import { newAudience, newLink, newPage } from './sites.ts'
import { visit } from './visitor.ts'
import { world } from './world.ts'

const samples = 30
/** A machine that gets busier in between spoils a comparison; work on the serving thread spoils every one. */
const mostCompared = 3
const intervalMs = 40
/** Number of operations that are sent one after the other. */
const inTurn = 5
const floorMs = 100
/**
 * The same operation also shares the cores with the expensive one: on two busy cores, one of 60 ms took up to 280 ms.
 * Waiting for a single expensive one takes longer: 340 ms for a message, seconds for the others.
 */
const sameFloorMs = 300
/**
 * Those that are slow to prepare, wait for a language model that never answers, or use up the time limit of a worker. The
 * latter have tests of their own queues: pool.test.ts, imageWorker.test.ts and csvReader.test.ts.
 */
const onlyThorough = [
  ...['releases', 'exports', 'graphics', 'event streams'],
  ...['messages to the agent', 'messages for a batch', 'tests of a language model', 'uploads', 'CSV files'],
]

const mailbox = openMailbox()
after(async () => (await mailbox).close())

/** Sends at fixed times without waiting for responses: otherwise few requests would meet a blocked thread. */
async function medianMs(request: () => Promise<unknown>): Promise<number> {
  const times = await Promise.all(
    Array.from({ length: samples }, async (_, nth) => {
      const due = performance.now() + nth * intervalMs
      await sleep(nth * intervalMs)
      await request()
      return performance.now() - due
    }),
  )
  return times.sort((a, b) => a - b)[samples / 2] as number
}

/** One after the other, so that queueing delays each of them. */
async function medianInTurnMs(operation: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < inTurn; nth++) {
    const began = performance.now()
    await operation()
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[(inTurn - 1) / 2] as number
}

type Measured = Record<string, { measure: () => Promise<number>; floorMs: number }>

async function measureAll(measured: Measured): Promise<Record<string, number>> {
  const figures = Object.entries(measured).map(
    async ([name, { measure }]) => [name, await measure()] as const,
  )
  return Object.fromEntries(await Promise.all(figures))
}

/** A process that repeats the expensive operation for a tenant after `start`. */
async function openLoad(t: TestContext, name: string, client: Client, baseUrl: string) {
  const who = JSON.stringify({ tenantId: client.tenantId, slug: client.slug, key: client.key })
  const child: ChildProcess = fork(new URL('./loadProcess.ts', import.meta.url), [name, baseUrl, who])
  t.after(() => void child.kill('SIGKILL'))
  await Promise.race([once(child, 'message'), once(child, 'exit')])
  let done = 0
  child.on('message', () => done++)
  return {
    start: () => child.send('start'),
    /** Throws if the process has failed. */
    check() {
      assert.equal(child.exitCode, null, 'the expensive operation was not answered as expected')
      return done
    },
  }
}

type Load = Awaited<ReturnType<typeof openLoad>>

/** Throws if requests of another tenant take more than three times as long during `load`. */
async function demandIsolation(t: TestContext, measured: Measured, load: Load) {
  const idle = await measureAll(measured)
  load.start()
  await sleep(1_000)
  const slowed = new Set(Object.keys(measured))
  const figures: string[] = []
  for (let nth = 0; nth < mostCompared && slowed.size > 0; nth++) {
    const busy = await measureAll(measured)
    for (const [name, { floorMs }] of Object.entries(measured)) {
      const [before, during] = [idle[name] ?? 0, busy[name] ?? 0]
      if (during <= Math.max(3 * before, floorMs)) slowed.delete(name)
      figures.push(`${name}: ${before.toFixed(1)} ms idle, ${during.toFixed(1)} ms busy`)
    }
  }
  figures.push(`${load.check()} done`)
  t.diagnostic(figures.join('; '))
  assert.equal(slowed.size, 0, figures.join('; '))
}

/** What the expensive operations of one tenant and the ordinary ones of another are sent to. */
async function openTenants() {
  const { settings } = await mailbox
  const here = await world({ TRUST_PROXY: 'true', AGENT_ALLOW_PRIVATE: 'true', ...settings })
  const caller = { client: here.globex, baseUrl: here.baseUrl }
  const { audienceId } = await newAudience(here.globex, await newPage(here.globex))
  await newLink(here.globex, '/shown', audienceId)
  return {
    ...here,
    caller,
    list: async () => assert.equal((await here.globex.get('/v0/pages')).status, 200),
    show: async () => assert.equal((await visit(here.baseUrl, hostOf(caller), '/shown')).status, 200),
  }
}

describe('a tenant is served before the expensive operations that another one sent earlier', () => {
  for (const [name, prepare] of Object.entries(operations))
    test(name, async (t) => {
      if (onlyThorough.includes(name) && !isThorough) return t.skip('only in thorough runs')
      const { acme, baseUrl, caller, list, show } = await openTenants()
      const [{ worst, atOnce }, { usual }] = await Promise.all([
        prepare({ client: acme, baseUrl }),
        prepare(caller),
      ])
      await Promise.all([usual(), list(), show()])
      const rounds = 2
      let left = atOnce * rounds
      const sent = Array.from({ length: atOnce }, async () => {
        for (let round = 0; round < rounds; round++) {
          await worst()
          left--
        }
      })
      // They are under way: requests that come now find the threads and queues busy.
      await sleep(50)
      await Promise.all([usual(), list(), show()])
      const leftThen = left
      await Promise.all(sent)
      assert.ok(leftThen > 0, 'the other tenant waited for all of them')
    })
})

describe('a tenant is not slowed while another one sends the worst', {
  skip: !isThorough && 'measures time: only in thorough runs',
}, () => {
  for (const [name, prepare] of Object.entries(operations))
    test(name, async (t) => {
      const { acme, baseUrl, caller, list, show } = await openTenants()
      const [{ usual }, load] = await Promise.all([prepare(caller), openLoad(t, name, acme, baseUrl)])
      // Code runs several times slower before it is compiled.
      for (let nth = 0; nth < 3; nth++) await Promise.all([usual(), list(), show()])
      const measured: Measured = {
        'the same operation': { measure: () => medianInTurnMs(usual), floorMs: sameFloorMs },
        'the API': { measure: () => medianMs(list), floorMs },
        'the site': { measure: () => medianMs(show), floorMs },
      }
      await demandIsolation(t, measured, load)
    })
})
