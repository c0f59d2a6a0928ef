import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../shared/problem.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'
import { hashKey, identifyByKey } from './auth.ts'
import { MinuteCounts } from './minuteCounts.ts'
import { networkOf } from './network.ts'

const identify = (good: string) =>
  identifyByKey(async (hash) => {
    await sleep(5)
    return hash.equals(hashKey(good)) ? { tenantId: 't', keyId: 'k', scopes: ['read'] } : undefined
  })

const ask = async (by: ReturnType<typeof identifyByKey>, key: string) => {
  try {
    await by({ headers: { 'x-api-key': key }, ip: '192.0.2.1' } as never, undefined as never)
    return 'let in'
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

test('of 400 parallel wrong keys 60 are looked up, and a valid key is still accepted', async () => {
  const by = identify('good')
  const codes = await Promise.all(Array.from({ length: 400 }, (_, nth) => ask(by, `wrong ${nth}`)))
  assert.equal(codes.filter((code) => code === 'key_unknown').length, 60)
  assert.equal(codes.filter((code) => code === 'rate_limited').length, 340)
  assert.equal(await ask(by, 'good'), 'let in')
})

test('valid keys do not use up the limit of wrong ones', async () => {
  const by = identify('good')
  await Promise.all(Array.from({ length: 200 }, () => ask(by, 'good')))
  assert.equal(await ask(by, 'wrong'), 'key_unknown')
})

test('of 4,000 similar keys, at most one in a hundred shares its count with another', () => {
  const counts = new MinuteCounts(1)
  const keys = Array.from({ length: 2_000 }, (_, nth) => [`10.0.${nth >> 8}.${nth & 255}`, 'x'.repeat(nth)])
  const refused = keys.flat().filter((key) => !counts.take(key, 0))
  assert.ok(refused.length < 40, `${refused.length}`)
})

test('a count returned after its minute does not change the count of the next minute', () => {
  const counts = new MinuteCounts(1)
  assert.ok(counts.take('a', 0))
  counts.giveBack('a', 0)
  assert.ok(counts.take('a', 1))
  assert.ok(counts.take('a', 60_000))
  counts.giveBack('a', 1)
  assert.ok(!counts.take('a', 60_001))
})

test('of 200 wrong keys of personal pages at once no more than 60 are looked up', async () => {
  const { acme, get } = await site()
  const pageId = await newPage(acme)
  await newLink(acme, '/burst', (await newAudience(acme, pageId)).audienceId)
  const guesses = Array.from({ length: 200 }, (_, nth) => get(`/burst/guess${String(nth).padStart(11, '0')}`))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  // A new minute may begin in between.
  assert.ok(statuses.filter((status) => status === 404).length <= 120)
  assert.ok(statuses.includes(429))
})

test('clients that disconnect immediately cause no errors', async () => {
  assert.equal(networkOf(undefined), 'unknown')
  const { baseUrl, acme, app } = await site()
  const failures: unknown[] = []
  const error = app.log.error.bind(app.log)
  app.log.error = ((...said: unknown[]) => failures.push(said)) as never
  const head = `GET /v0/me HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${acme.key}\r\n\r\n`
  for (let ms = 0; ms <= 10; ms++)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', async () => {
        socket.write(head.repeat(3))
        if (ms > 0) await sleep(ms)
        socket.resetAndDestroy()
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve())
    })
  await sleep(200)
  app.log.error = error
  assert.deepEqual(failures, [])
})
