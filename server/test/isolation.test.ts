import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { converse } from './conversation.ts'
import { isThorough } from './environment.ts'
import { newAudience, newLink, newPage } from './sites.ts'
import { visit } from './visitor.ts'
import { world } from './world.ts'

/** As long as the interface takes. Of all pathological texts this costs the built-in agent most: 340 ms of CPU time. */
const worstMessage = 'ａ'.repeat(50_000)
const samples = 30
const intervalMs = 40
/** Other tests run beside this one. On the serving thread, the same work makes a request wait 200 ms and more. */
const floorMs = 100

/** Sends an audience one worst-case message after the other until `stop`; returns how many runs ended. */
async function keepAgentBusy(client: Client, pageId: string, stop: AbortSignal): Promise<number> {
  const { audienceId } = await newAudience(client, pageId, { publish: false })
  let runs = 0
  for (; !stop.aborted; runs++)
    await converse(client, `/v0/pages/${pageId}/audiences/${audienceId}`, worstMessage)
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

// A figure of time, so only where the machine is quiet.
test('worst-case messages of one tenant do not slow the requests of another', {
  skip: !isThorough,
}, async () => {
  const { acme, globex, baseUrl } = await world()
  // A whole page from its template, so that the agent has something to search.
  const busyPage = (await acme.post('/v0/pages', { name: 'Busy', pageType: 'outbound' })).body.pageId
  const shownPage = await newPage(globex)
  await newLink(globex, '/shown', (await newAudience(globex, shownPage)).audienceId)
  const host = `${globex.slug}.localhost:${new URL(baseUrl).port}`
  const requests = {
    interface: async () => assert.equal((await globex.get('/v0/pages')).status, 200),
    site: async () => assert.equal((await visit(baseUrl, host, '/shown')).status, 200),
  }
  const idle = { interface: await medianMs(requests.interface), site: await medianMs(requests.site) }
  const stop = new AbortController()
  // Two at a time, so that one is worked on while the next is sent.
  const runs = Promise.all([1, 2].map(() => keepAgentBusy(acme, busyPage, stop.signal)))
  try {
    await sleep(200)
    for (const name of ['interface', 'site'] as const) {
      const busy = await medianMs(requests[name])
      const figures = `${name}: ${idle[name].toFixed(1)} ms idle, ${busy.toFixed(1)} ms busy`
      assert.ok(busy <= Math.max(3 * idle[name], floorMs), figures)
    }
  } finally {
    stop.abort()
    assert.ok((await runs).every((count) => count > 0))
  }
})
