import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { converse } from './conversation.ts'
import { times } from './effort.ts'
import { isThorough } from './environment.ts'
import { png } from './images.ts'
import { newAudience, newLink, newPage } from './sites.ts'
import { visit } from './visitor.ts'
import { world } from './world.ts'

/** As long as the API takes. Of all pathological texts this costs the built-in agent most: 340 ms of CPU time. */
const worstMessage = 'ａ'.repeat(50_000)
const samples = times(30, 14)
/** A machine that gets busier in between spoils a comparison; work on the serving thread spoils every one. */
const mostCompared = 3
const intervalMs = 40
/** Of operations that are sent one after the other. */
const inTurn = 5
/** Other tests run beside this one. On the serving thread, the same work makes a request wait 200 ms and more. */
const floorMs = 100
/** The same operation also shares the processors with the expensive one, which has one of them to itself. */
const sameFloorMs = 400

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

/** One after the other: an operation that waits in a line makes each of them late. */
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

/** Repeats the work until `stop`; returns how often it was done. */
async function repeat(work: () => Promise<unknown>, stop: AbortSignal): Promise<number> {
  let count = 0
  for (; !stop.aborted; count++) await work()
  return count
}

/** How long everything takes without `work` and, right after, while it is under way. */
async function compare(measured: Measured, work: () => Promise<unknown>, atOnce: number) {
  const idle = await measureAll(measured)
  const stop = new AbortController()
  const counts = Promise.all(Array.from({ length: atOnce }, () => repeat(work, stop.signal)))
  try {
    await sleep(1_000)
    return { idle, busy: await measureAll(measured) }
  } finally {
    stop.abort()
    assert.ok((await counts).every((count) => count > 0))
  }
}

/** Fails if what another tenant does takes more than three times as long while `work` is under way. */
async function demandIsolation(measured: Measured, work: () => Promise<unknown>, atOnce: number) {
  const figures: string[] = []
  const slowed = new Set(Object.keys(measured))
  for (let nth = 0; nth < mostCompared && slowed.size > 0; nth++) {
    const { idle, busy } = await compare(measured, work, atOnce)
    for (const [name, { floorMs }] of Object.entries(measured)) {
      const [before, during] = [idle[name] ?? 0, busy[name] ?? 0]
      if (during <= Math.max(3 * before, floorMs)) slowed.delete(name)
      figures.push(`${name}: ${before.toFixed(1)} ms idle, ${during.toFixed(1)} ms busy`)
    }
  }
  assert.equal(slowed.size, 0, figures.join('; '))
}

type Operation = {
  /** The most expensive request of this kind, and how many of them are sent at a time. */
  worst: () => Promise<unknown>
  atOnce: number
  /** An ordinary one. */
  usual: () => Promise<unknown>
  isThorough?: true
}

/** Operations whose cost a tenant controls. Each is made for a tenant. */
const operations: Record<string, (client: Client) => Promise<Operation>> = {
  async 'messages to the agent'(client) {
    // A whole page from its template, so that the agent has something to search.
    const { pageId } = (await client.post('/v0/pages', { name: 'Busy', pageType: 'outbound' })).body
    const newPath = async () =>
      `/v0/pages/${pageId}/audiences/${(await newAudience(client, pageId, { publish: false })).audienceId}`
    // Two at a time, so that one is worked on while the next is sent.
    const paths = [await newPath(), await newPath()]
    let turn = 0
    return {
      worst: () => converse(client, paths[turn++ % 2] as string, worstMessage),
      atOnce: 2,
      usual: () => converse(client, paths[0] as string, 'make it blue'),
    }
  },

  async 'messages for a batch'(client) {
    const { pageId } = (await client.post('/v0/pages', { name: 'Busy', pageType: 'outbound' })).body
    const personIds = [(await client.post('/v0/persons', { name: 'Jane' })).body.personId]
    const ask = async (message: string) => {
      const body = { personIds, message }
      assert.equal((await client.post(`/v0/pages/${pageId}/audiences/bulk`, body)).status, 400)
    }
    return { worst: () => ask(worstMessage), atOnce: 2, usual: () => ask('x'), isThorough: true }
  },

  async 'CSV files'(client) {
    const pageId = await newPage(client)
    // Nearly all of it is read, checked and stored before it is refused: it has more rows than a batch may have.
    const rows = `name,email,notes\n${`Jane Doe,jane@acme.com,${'x'.repeat(380)}\n`.repeat(51_000)}`
    const ask = async (text: string) => {
      const csvFileId = (await client.upload('people.csv', text, 'text/csv')).body.fileId
      return async () => {
        const { status } = await client.post(`/v0/pages/${pageId}/audiences/bulk`, { csvFileId })
        assert.ok(status === 400 || status === 429, String(status))
      }
    }
    return { worst: await ask(rows), atOnce: 3, usual: await ask('name,email\n') }
  },

  async 'operations on a large block'(client) {
    const pageId = await newPage(client)
    const items = Array.from({ length: 40 }, (_, nth) => ({
      ...{ id: `item${nth}`, question: 'What is it?', answer: 'A **bold** answer. '.repeat(100) },
    }))
    const document = { theme: {}, blocks: [{ id: 'faq', type: 'faq', props: { items }, sources: [] }] }
    assert.equal((await client.put(`/v0/pages/${pageId}/document`, document)).status, 200)
    let last = 0
    const change = async (count: number) => {
      const operations = Array.from({ length: count }, () => ({
        ...{ type: 'updateItem', blockId: 'faq', list: 'items', itemId: 'item1' },
        props: { question: `Question ${last++}` },
      }))
      const body = { operations, sitting: 'one' }
      assert.equal((await client.post(`/v0/pages/${pageId}/document/operations`, body)).status, 200)
    }
    return { worst: () => change(1_000), atOnce: 2, usual: () => change(1) }
  },

  async 'passwords of links'(client) {
    const { audienceId } = await newAudience(client, await newPage(client))
    const own = await newLink(client, '/password', audienceId)
    const missing = `page_link_${'0'.repeat(26)}`
    const setPassword = async (linkId: string) => {
      const { status } = await client.patch(`/v0/page_links/${linkId}/gate`, { password: 'a good password' })
      assert.ok([200, 404, 429].includes(status), String(status))
    }
    // With pauses: the client is in this process, and its requests alone would keep it busy.
    const worst = async () => {
      await Promise.all(Array.from({ length: 20 }, () => setPassword(missing)))
      await sleep(200)
    }
    return { worst, atOnce: 1, usual: () => setPassword(own) }
  },

  async uploads(client) {
    const picture = await png(40, 40)
    const step =
      '<feMorphology operator="dilate" radius="25"/><feTurbulence baseFrequency="0.9" numOctaves="200"/>'
    const drawn = '<rect width="9" height="9" filter="url(#f)"/>'.repeat(12)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f">${step.repeat(20)}</filter>${drawn}</svg>`
    const worst = async () => {
      const { status } = await client.upload('slow.svg', svg, 'image/svg+xml')
      assert.ok([413, 429, 503].includes(status), String(status))
    }
    const usual = async () => assert.equal((await client.upload('a.png', picture, 'image/png')).status, 201)
    return { worst, atOnce: 4, usual }
  },
}

describe('a tenant is not slowed while another one sends the worst', () => {
  for (const [name, prepare] of Object.entries(operations))
    test(name, async (t) => {
      const here = await world()
      const { acme, globex, baseUrl } = here
      const [{ worst, atOnce, isThorough: isLong }, { usual }] = [await prepare(acme), await prepare(globex)]
      if (isLong && !isThorough) return t.skip('only in thorough runs')
      await newLink(globex, '/shown', (await newAudience(globex, await newPage(globex))).audienceId)
      const host = `${globex.slug}.localhost:${new URL(baseUrl).port}`
      const list = async () => assert.equal((await globex.get('/v0/pages')).status, 200)
      const show = async () => assert.equal((await visit(baseUrl, host, '/shown')).status, 200)
      await Promise.all([usual(), list(), show()])
      const measured: Measured = {
        'the same operation': { measure: () => medianInTurnMs(usual), floorMs: sameFloorMs },
        'the API': { measure: () => medianMs(list), floorMs },
        'the site': { measure: () => medianMs(show), floorMs },
      }
      await demandIsolation(measured, worst, atOnce)
    })
})
