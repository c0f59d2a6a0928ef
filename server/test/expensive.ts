import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from './client.ts'
import { converse } from './conversation.ts'
import { png } from './images.ts'
import { openReleasedPage } from './releases.ts'
import { newAudience, newLink, newPage } from './sites.ts'
import { visit } from './visitor.ts'

export type ExpensiveCaller = { client: Client; baseUrl: string }

export type ExpensiveOperation = {
  /** The most expensive request of this kind; `atOnce` of them are sent concurrently. */
  worst: () => Promise<unknown>
  atOnce: number
  /** An ordinary request. */
  usual: () => Promise<unknown>
}

/** Of all pathological texts of the maximum length, the slowest for the built-in agent: 340 ms of CPU time. */
const worstMessage = 'ａ'.repeat(50_000)
const missingLink = `page_link_${'0'.repeat(26)}`

const inParallel = <T>(count: number, work: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => work(nth)))

function expectStatus(status: number, ...allowed: number[]): void {
  assert.ok(allowed.includes(status), `status ${status}`)
}

/** Operations whose cost a tenant or its visitors control. */
export const operations: Record<string, (caller: ExpensiveCaller) => Promise<ExpensiveOperation>> = {
  async 'messages to the agent'({ client }) {
    // A whole page from its template, so that the agent has something to search.
    const { pageId } = (await client.post('/v0/pages', { name: 'Busy', pageType: 'outbound' })).body
    const newPath = async () =>
      `/v0/pages/${pageId}/audiences/${(await newAudience(client, pageId, { publish: false })).audienceId}`
    // Two at a time, so that one is processed while the next is sent.
    const paths = [await newPath(), await newPath()]
    let turn = 0
    return {
      worst: () => converse(client, paths[turn++ % 2] as string, worstMessage),
      atOnce: 2,
      usual: () => converse(client, paths[0] as string, 'make it blue'),
    }
  },

  async 'messages for a batch'({ client }) {
    const { pageId } = (await client.post('/v0/pages', { name: 'Busy', pageType: 'outbound' })).body
    const personIds = [(await client.post('/v0/persons', { name: 'Jane' })).body.personId]
    const ask = async (message: string) => {
      const body = { personIds, message }
      expectStatus((await client.post(`/v0/pages/${pageId}/audiences/bulk`, body)).status, 400)
    }
    return { worst: () => ask(worstMessage), atOnce: 2, usual: () => ask('x') }
  },

  async 'tests of a language model'({ client }) {
    const testModel = async (answer: 'hangs' | 'refuses') => {
      const baseUrl = `http://127.0.0.1:${await modelPort()}/${answer}`
      const model = { provider: 'openai-compatible', model: 'any', baseUrl, apiKey: 'any' }
      expectStatus((await client.post('/v0/agent/test', model)).status, 200, 429)
    }
    return {
      worst: () => inParallel(10, () => testModel('hangs')),
      atOnce: 1,
      usual: () => testModel('refuses'),
    }
  },

  async 'operations on a large block'({ client }) {
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
      expectStatus((await client.post(`/v0/pages/${pageId}/document/operations`, body)).status, 200)
    }
    return { worst: () => change(1_000), atOnce: 2, usual: () => change(1) }
  },

  async 'large documents'({ client }) {
    const draw = async (items: number, blocks: number) => {
      const faq = Array.from({ length: items }, (_, nth) => ({
        ...{
          id: `item${nth}`,
          question: 'What **is** it?',
          answer: 'A *word* and [more](https://x.test). '.repeat(4),
        },
      }))
      const document = {
        theme: {},
        blocks: Array.from({ length: blocks }, (_, nth) => ({
          ...{ id: `faq${nth}`, type: 'faq', props: { items: faq }, sources: [] },
        })),
      }
      expectStatus((await client.post('/v0/documents/render', { document })).status, 200, 429)
    }
    return { worst: () => draw(12, 180), atOnce: 10, usual: () => draw(1, 1) }
  },

  async releases({ client }) {
    const texts = Array.from({ length: 30 }, (_, nth) => ({
      ...{ id: `text${nth}`, type: 'text', sources: [] },
      props: { body: 'A **bold** text for {{person.name|you}}. '.repeat(20) },
    }))
    let changes = 0
    const document = () => ({
      theme: {},
      blocks: [
        { id: 'hero', type: 'hero', props: { headline: `Headline ${changes++}` }, sources: [] },
        ...texts,
      ],
    })
    const make = async (audiences: number) => {
      const page = await openReleasedPage(client, document())
      await inParallel(audiences, (nth) => page.add(`Person ${nth}`))
      return async () => {
        await page.save(document())
        await page.release({ dryRun: true })
      }
    }
    return { worst: await make(60), atOnce: 2, usual: await make(1) }
  },

  async exports({ client }) {
    const { accountId } = (await client.post('/v0/accounts', { domain: 'export.example' })).body
    const person = { accountId }
    await inParallel(8, async (nth) => {
      for (let name = 0; name < 40; name++)
        expectStatus((await client.post('/v0/persons', { name: `P${nth}-${name}`, ...person })).status, 201)
    })
    const read = async (path: string) => expectStatus((await client.get(path)).status, 200, 429)
    // Two run, eight wait, and the others are refused.
    return {
      worst: () => inParallel(12, () => read('/v0/exports/persons')),
      atOnce: 1,
      usual: () => read('/v0/exports/accounts'),
    }
  },

  async 'event streams'({ client, baseUrl }) {
    const pageId = await newPage(client)
    const { audienceId } = await newAudience(client, pageId)
    const audience = `/v0/pages/${pageId}/audiences/${audienceId}`
    const open = async () => {
      const answer = await fetch(`${baseUrl}${audience}/events`, { headers: { 'x-api-key': client.key } })
      expectStatus(answer.status, 200, 429)
      return answer
    }
    let opened: Promise<Response[]> | undefined
    return {
      // Each event is read once per stream. A tenant can have 100; the others are refused.
      worst: async () => {
        opened ??= inParallel(100, open)
        await opened
        await converse(client, audience, 'make it blue')
        await (await open()).body?.cancel()
      },
      atOnce: 1,
      usual: async () => (await open()).body?.cancel(),
    }
  },

  async graphics({ client, baseUrl }) {
    const host = hostOf({ client, baseUrl })
    let round = 0
    // New characters of the largest font need a new subset and preview.
    const nextHeadline = () =>
      Array.from({ length: 40 }, (_, nth) =>
        String.fromCodePoint(0x4e00 + ((round++ * 40 + nth) % 20_000)),
      ).join('')
    const draw = async (pages: { versions: string; path: string }[]) =>
      await Promise.all(
        pages.map(async ({ versions, path }) => {
          const blocks = [{ id: 'h', type: 'hero', props: { headline: nextHeadline() }, sources: [] }]
          const { versionId } = (await client.post(versions, { document: { theme: {}, blocks } })).body
          expectStatus((await client.post(`${versions}/${versionId}/publish`, {})).status, 200)
          const { text } = await visit(baseUrl, host, path)
          const drawn = text.match(/\/_s\/(?:t|og)\/[^"')\s]+/g) ?? []
          assert.ok(drawn.length > 1, 'a page has fonts and a preview')
          for (const address of new Set(drawn))
            expectStatus((await visit(baseUrl, host, address)).status, 200, 404, 429, 503)
        }),
      )
    const make = (count: number, name: string) =>
      inParallel(count, async (nth) => {
        const pageId = await newPage(client)
        const { audienceId } = await newAudience(client, pageId)
        const path = `/${name}-${nth}`
        await newLink(client, path, audienceId)
        return { versions: `/v0/pages/${pageId}/audiences/${audienceId}/versions`, path }
      })
    const [many, one] = [await make(6, 'worst'), await make(1, 'usual')]
    return { worst: () => draw(many), atOnce: 1, usual: () => draw(one) }
  },

  async 'passwords of links'({ client }) {
    const { audienceId } = await newAudience(client, await newPage(client))
    const own = await newLink(client, '/password', audienceId)
    const setPassword = async (linkId: string) => {
      const { status } = await client.patch(`/v0/page_links/${linkId}/gate`, { password: 'a good password' })
      expectStatus(status, 200, 404, 429)
    }
    const half = 30
    return {
      worst: () => inParallel(2 * half, (nth) => setPassword(nth < half ? missingLink : own)),
      atOnce: 1,
      usual: () => setPassword(own),
    }
  },

  async 'passwords given to gates'(caller) {
    const own = await newGate(caller, { password: 'a good password' })
    const give = answerGates(caller)
    const half = 30
    return {
      worst: () => inParallel(2 * half, (nth) => give(nth < half ? missingLink : own, { password: 'guess' })),
      atOnce: 1,
      usual: () => give(own, { password: 'guess' }),
    }
  },

  async 'addresses given to gates'(caller) {
    const own = await newGate(caller, { allowedEmails: ['jane@initech.example'] })
    const give = answerGates(caller)
    let guests = 0
    const emails = [() => 'x', () => `guest${++guests}@stranger.example`]
    const usual = () => give(own, { email: emails[1]?.() as string })
    const worst = (nth: number) =>
      give(nth % 4 < 2 ? missingLink : own, { email: emails[nth % 2]?.() as string })
    return { worst: () => inParallel(60, worst), atOnce: 1, usual }
  },

  async uploads({ client }) {
    const picture = await png(40, 40)
    const step =
      '<feMorphology operator="dilate" radius="25"/><feTurbulence baseFrequency="0.9" numOctaves="200"/>'
    const drawn = '<rect width="9" height="9" filter="url(#f)"/>'.repeat(12)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f">${step.repeat(20)}</filter>${drawn}</svg>`
    return {
      worst: async () =>
        expectStatus((await client.upload('slow.svg', svg, 'image/svg+xml')).status, 413, 429, 503),
      atOnce: 4,
      usual: async () => expectStatus((await client.upload('a.png', picture, 'image/png')).status, 201),
    }
  },

  async 'CSV files'({ client }) {
    const pageId = await newPage(client)
    // It has too many rows, so it is rejected after nearly all of it was parsed.
    const rows = `name,email,notes\n${`Jane Doe,jane@acme.com,${'x'.repeat(380)}\n`.repeat(51_000)}`
    const ask = async (text: string) => {
      const { status, body } = await client.upload('people.csv', text, 'text/csv')
      expectStatus(status, 201)
      const csvFileId = body.fileId
      return async () =>
        expectStatus(
          (await client.post(`/v0/pages/${pageId}/audiences/bulk`, { csvFileId })).status,
          ...[400, 429],
        )
    }
    return { worst: await ask(rows), atOnce: 8, usual: await ask('name,email\n') }
  },
}

let model: Promise<number> | undefined

/** The port of a model server that rejects every key, or never responds. */
function modelPort(): Promise<number> {
  model ??= new Promise((resolve) => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/refuses')) response.writeHead(401).end()
    })
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)).unref()
  })
  return model
}

export function hostOf({ client, baseUrl }: ExpensiveCaller): string {
  return `${client.slug}.localhost:${new URL(baseUrl).port}`
}

async function newGate({ client }: ExpensiveCaller, gate: object): Promise<string> {
  const { audienceId } = await newAudience(client, await newPage(client))
  const linkId = await newLink(client, '/gated', audienceId)
  expectStatus((await client.patch(`/v0/page_links/${linkId}/gate`, gate)).status, 200)
  return linkId
}

/** Gate submissions, each from a different network because of the limit per network. */
function answerGates(caller: ExpensiveCaller) {
  // Differs between the processes that send some.
  const own = 11 + Math.floor(Math.random() * 200)
  let network = 0
  return async (linkId: string, fields: Record<string, string>) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `${own}.${(++network >> 8) & 255}.${network & 255}.1`,
    }
    const body = new URLSearchParams(fields).toString()
    const { status } = await visit(caller.baseUrl, hostOf(caller), `/_g/${linkId}`, {
      method: 'POST',
      ...{ headers, body },
    })
    expectStatus(status, 403, 404, 429, 503)
  }
}
