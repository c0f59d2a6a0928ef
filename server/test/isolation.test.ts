import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { converse } from './conversation.ts'
import { times } from './effort.ts'
import { isThorough } from './environment.ts'
import { newAudience, newLink, newPage } from './sites.ts'
import { visit } from './visitor.ts'
import { world } from './world.ts'

/** As long as the API takes. Of all pathological texts this costs the built-in agent most: 340 ms of CPU time. */
const worstMessage = 'ａ'.repeat(50_000)
const samples = times(30, 14)
/** A machine that gets busier in between spoils a comparison; work on the serving thread spoils every one. */
const mostCompared = 3
const intervalMs = 40
/** Other tests run beside this one. On the serving thread, the same work makes a request wait 200 ms and more. */
const floorMs = 100

/** Sends an audience one worst-case message after the other until `stop`; returns how many runs ended. */
async function keepAgentBusy(client: Client, audiencePath: string, stop: AbortSignal): Promise<number> {
  let runs = 0
  for (; !stop.aborted; runs++) await converse(client, audiencePath, worstMessage)
  return runs
}

/** Sends at fixed times, whether or not earlier requests were answered: otherwise few would meet a blocked thread. */
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

/** Sends a batch that is refused again and again until `stop`; returns how many were answered. */
async function keepAskingForBatch(client: Client, pageId: string, body: object, stop: AbortSignal) {
  let answers = 0
  for (; !stop.aborted; answers++)
    assert.equal((await client.post(`/v0/pages/${pageId}/audiences/bulk`, body)).status, 400)
  return answers
}

/** How long a request takes without `work` and, right after, while it is under way. */
async function compare(request: () => Promise<unknown>, work: (stop: AbortSignal) => Promise<number>[]) {
  const idleMs = await medianMs(request)
  const stop = new AbortController()
  const counts = Promise.all(work(stop.signal))
  try {
    await sleep(1_000)
    return { idleMs, busyMs: await medianMs(request) }
  } finally {
    stop.abort()
    assert.ok((await counts).every((count) => count > 0))
  }
}

/** Fails if another tenant's requests take more than three times as long while `work` is under way. */
async function demandIsolation(
  { globex, baseUrl }: Awaited<ReturnType<typeof world>>,
  work: (stop: AbortSignal) => Promise<number>[],
) {
  const shownPage = await newPage(globex)
  await newLink(globex, '/shown', (await newAudience(globex, shownPage)).audienceId)
  const host = `${globex.slug}.localhost:${new URL(baseUrl).port}`
  const requests = {
    api: async () => assert.equal((await globex.get('/v0/pages')).status, 200),
    site: async () => assert.equal((await visit(baseUrl, host, '/shown')).status, 200),
  }
  for (const [name, request] of Object.entries(requests)) {
    const figures: string[] = []
    let isSlowed = true
    while (isSlowed && figures.length < mostCompared) {
      const { idleMs, busyMs } = await compare(request, work)
      isSlowed = busyMs > Math.max(3 * idleMs, floorMs)
      figures.push(`${idleMs.toFixed(1)} ms idle, ${busyMs.toFixed(1)} ms busy`)
    }
    assert.ok(!isSlowed, `${name}: ${figures.join('; ')}`)
  }
}

describe('the requests of a tenant are not slowed', () => {
  test('by the worst messages of another', async () => {
    const here = await world()
    // A whole page from its template, so that the agent has something to search.
    const { pageId } = (await here.acme.post('/v0/pages', { name: 'Busy', pageType: 'outbound' })).body
    const audiencePath = async () =>
      `/v0/pages/${pageId}/audiences/${(await newAudience(here.acme, pageId, { publish: false })).audienceId}`
    // Two at a time, so that one is worked on while the next is sent.
    const paths = [await audiencePath(), await audiencePath()]
    await demandIsolation(here, (stop) => paths.map((path) => keepAgentBusy(here.acme, path, stop)))
  })

  test('by the largest CSV files of another', { skip: !isThorough }, async () => {
    const here = await world()
    const { acme } = here
    const pageId = await newPage(acme)
    // Nearly all of it is read, checked and stored before it is refused: it has more rows than a batch may have.
    const text = `name,email,notes\n${`Jane Doe,jane@acme.com,${'x'.repeat(380)}\n`.repeat(51_000)}`
    const csvFileId = (await acme.upload('people.csv', text, 'text/csv')).body.fileId
    assert.ok(csvFileId)
    await demandIsolation(here, (stop) => [keepAskingForBatch(acme, pageId, { csvFileId }, stop)])
  })

  test('by the worst message of another for a batch', { skip: !isThorough }, async () => {
    const here = await world()
    const { acme } = here
    const { pageId } = (await acme.post('/v0/pages', { name: 'Busy', pageType: 'outbound' })).body
    const personIds = [(await acme.post('/v0/persons', { name: 'Jane' })).body.personId]
    const body = { personIds, message: worstMessage }
    await demandIsolation(here, (stop) => [keepAskingForBatch(acme, pageId, body, stop)])
  })
})
