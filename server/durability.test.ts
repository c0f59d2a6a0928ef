import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { times } from './test/effort.ts'
import { launch, preparedFolder } from './test/launch.ts'

const rounds = times(3, 1)
const writers = 6

type Page = { items: { keyId: string }[]; totalCount: number; nextCursor: string | null }

test('every write that was acknowledged is there after kill -9 of everything, the database included', async (t) => {
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
