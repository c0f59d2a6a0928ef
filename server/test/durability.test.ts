import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { times } from './effort.ts'
import { onlyThorough } from './environment.ts'
import { emptyFolder, launch, preparedFolder } from './launch.ts'
import { visit } from './visitor.ts'
import { browserAgent, from, newStay } from './visits.ts'

const rounds = times(3, 1)
const writers = 6

type Page = { items: { keyId: string }[]; totalCount: number; nextCursor: string | null }

test('every acknowledged write exists after kill -9 of everything, including the database', async (t) => {
  const { dataDir, key } = await preparedFolder()
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const settings = { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0' }
  const acknowledged: string[] = []

  async function writeUntilKilled(url: string) {
    for (;;) {
      const body = JSON.stringify({ name: 'durable', scopes: ['read'] })
      const answer = await fetch(`${url}/v0/api_keys`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      const made = (await answer?.json().catch(() => undefined)) as { keyId: string } | undefined
      if (answer?.status !== 201 || !made) return
      acknowledged.push(made.keyId)
    }
  }

  for (let round = 1; round <= rounds; round++) {
    const service = await launch(settings)
    const writing = Array.from({ length: writers }, () => writeUntilKilled(service.url))
    const before = acknowledged.length
    while (acknowledged.length < before + 20) await sleep(5)
    await sleep(Math.random() * 500)
    await service.killAll()
    await Promise.all(writing)
  }

  const service = await launch(settings)
  const present = new Set<string>()
  let total = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await fetch(`${service.url}/v0/api_keys?limit=100${cursor && `&cursor=${cursor}`}`, {
      headers,
    })
    const { items, totalCount, nextCursor } = (await page.json()) as Page
    for (const { keyId } of items) present.add(keyId)
    total = totalCount
    cursor = nextCursor
  }
  t.diagnostic(`${acknowledged.length} acknowledged writes, ${rounds} kills, ${present.size} keys present`)
  assert.deepEqual(
    acknowledged.filter((keyId) => !present.has(keyId)),
    [],
  )
  assert.equal(total, present.size)
  await service.stop()
})

const visitors = 12

test('every visit that was acknowledged is in the figures after kill -9 of everything', {
  skip: onlyThorough,
}, async (t) => {
  const dataDir = await emptyFolder()
  const settings = { DATA_DIR: dataDir, FOYER_DEMO: 'true', TRUST_PROXY: 'true', RATE_LIMIT_PER_MINUTE: '0' }
  let service = await launch(settings)
  const headers = { 'x-api-key': service.key as string }
  const before = await countSessions(service.url)
  let sent = 0
  let acknowledged = 0

  async function countSessions(url: string): Promise<number> {
    const { items } = (await (await fetch(`${url}/v0/pages`, { headers })).json()) as {
      items: { pageId: string }[]
    }
    const counts = items.map(async ({ pageId }) => {
      const answer = await fetch(`${url}/v0/pages/${pageId}/analytics/summary`, { headers })
      return ((await answer.json()) as { totalSessions: number }).totalSessions
    })
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }

  /** Each report is of a new visitor. */
  async function visitUntilKilled(url: string, host: string, token: string) {
    const counts = { views: 1, visible: 1000, scroll: 40, interactions: 0, actions: [], submits: 0 }
    for (;;) {
      const who = sent++
      const report = { token, stay: newStay(), age: 1000, span: 1000, ...counts, automated: false }
      const answer = await visit(url, host, '/_t', {
        method: 'POST',
        headers: { 'user-agent': browserAgent, ...from(`10.1.${who >> 8}.${who & 255}`) },
        body: JSON.stringify(report),
      }).catch(() => undefined)
      if (answer?.status !== 204) return
      acknowledged++
    }
  }

  for (let round = 1; round <= rounds; round++) {
    const { url, killAll } = service
    const host = `demo.localhost:${new URL(url).port}`
    const { text } = await visit(url, host, '/meridian')
    const [, token] = /data-token="([^"]+)"/.exec(text) ?? []
    assert.ok(token, 'the page has no visit script')
    const visiting = Array.from({ length: visitors }, () => visitUntilKilled(url, host, token))
    const enough = acknowledged + 50
    let isOver = false
    const first = Promise.race(visiting).then(() => {
      isOver = true
    })
    while (acknowledged < enough && !isOver) await sleep(5)
    await Promise.race([sleep(Math.random() * 500), first])
    await killAll()
    await Promise.all(visiting)
    service = await launch(settings)
  }

  const counted = (await countSessions(service.url)) - before
  t.diagnostic(`${acknowledged} of ${sent} visits acknowledged, ${rounds} kills, ${counted} counted`)
  assert.ok(acknowledged >= 50 && acknowledged <= counted && counted <= sent)
  await service.stop()
})
