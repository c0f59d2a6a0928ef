import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../app.ts'
import { createContext } from '../context.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log/log.ts'
import { waitForMinute } from '../test/waitForMinute.ts'
import { world } from '../test/world.ts'
import { forgetOldRates, RateLimiter } from './rateLimit.ts'

const log = openLog('silent')
/** Starts at a minute that no other test uses and that does not end before the test. */
const minuteMs = 60_000
let nextMinute = Math.floor(Date.now() / minuteMs) + 1000
const freshMinute = () => nextMinute++ * minuteMs

/** Nodes of one service: separate limiters and pools on one database. */
async function nodes(count: number, limit: number) {
  const { databaseUrl } = await world()
  const statements: string[] = []
  const made = Array.from({ length: count }, () => {
    const db = openDatabase({
      url: databaseUrl,
      asService: true,
      poolSize: 2,
      onStatement: (text) => /rate_counts/.test(text) && statements.push(text),
    })
    return { db, limiter: new RateLimiter(db, log, limit) }
  })
  return {
    limiters: made.map(({ limiter }) => limiter),
    statements,
    close: () => Promise.all(made.map(({ db }) => db.close())),
  }
}

async function admits(limiter: RateLimiter, key: string, now: number) {
  return (await limiter.take(key, now)).left >= 0 ? 1 : 0
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

test('a key receives its remaining requests, and beyond its limit the time to retry', async () => {
  const limit = 5
  const { acme, globex, withScope } = await world({ RATE_LIMIT_PER_MINUTE: String(limit) })
  const other = await withScope(acme, 'read')
  await waitForMinute(8)
  for (let left = limit - 1; left >= 0; left--) {
    const { status, headers } = await acme.get('/v0/me')
    assert.equal(status, 200)
    assert.equal(headers.get('ratelimit-policy'), `"default";q=${limit};w=60`)
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"default";r=${left};t=\\d{1,2}$`))
  }
  const { status, body, headers } = await acme.get('/v0/me')
  assert.equal(status, 429)
  assert.equal(body.code, 'rate_limited')
  const wait = Number(headers.get('retry-after'))
  assert.ok(wait >= 1 && wait <= 60)
  assert.equal(headers.get('ratelimit'), `"default";r=0;t=${wait}`)
  assert.equal(headers.get('ratelimit-policy'), `"default";q=${limit};w=60`)
  assert.equal((await other.get('/v0/me')).status, 200)
  assert.equal((await globex.get('/v0/me')).status, 200)
})

test('two services on one database share the limit', async () => {
  const limit = 200
  const { acme, app, context, databaseUrl } = await world({ RATE_LIMIT_PER_MINUTE: String(limit) })
  const second = await createContext(context.config, log, { databaseUrl })
  const both = [app, await buildApp(second)]
  await waitForMinute(8)
  const headers = { 'x-api-key': acme.key }
  const asked = both.flatMap((one) =>
    Array.from({ length: limit }, () => one.inject({ url: '/v0/me', headers })),
  )
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  assert.equal(statuses.filter((status) => status === 200).length, limit)
  assert.equal(statuses.filter((status) => status === 429).length, limit)
  await both[1]?.close()
  await second.close()
})

test('a limit of 0 is no limit', async () => {
  const { acme } = await world({ RATE_LIMIT_PER_MINUTE: '0' })
  const { status, headers } = await acme.get('/v0/me')
  assert.equal(status, 200)
  assert.equal(headers.get('ratelimit'), null)
})

for (const [count, limit] of [
  [1, 1000],
  [2, 1000],
  [2, 7],
  [5, 3000],
] as const)
  test(`a burst on ${count} nodes at once gets ${limit} of ${limit} through, and not one more`, async () => {
    const { limiters, statements, close } = await nodes(count, limit)
    const key = newId('key')
    const now = freshMinute()
    const burst = limiters.flatMap((limiter) =>
      Array.from({ length: limit }, () => admits(limiter, key, now)),
    )
    const admitted = sum(await Promise.all(burst))
    assert.equal(admitted, limit)
    assert.ok(statements.length <= Math.max(20, (count * limit) / 15), `${statements.length} statements`)
    const before = statements.length
    assert.equal(sum(await Promise.all(limiters.map((limiter) => admits(limiter, key, now)))), 0)
    assert.equal(statements.length, before, 'a key past its limit costs nothing')
    await close()
  })

test('under a steady load that nodes share unevenly the sum is within a tenth of the limit', async (t) => {
  const limit = 1000
  const { limiters, statements, close } = await nodes(2, limit)
  const key = newId('key')
  const now = freshMinute()
  let admitted = 0
  // Sequential, nine to one, as a load balancer might distribute them.
  for (let i = 0; i < limit * 1.3; i++)
    admitted += await admits(limiters[i % 10 === 0 ? 1 : 0] as RateLimiter, key, now + i * 40)
  t.diagnostic(`${admitted} of ${limit} let through with ${statements.length} statements`)
  assert.ok(admitted <= limit && admitted >= limit * 0.9, `${admitted}`)
  assert.ok(statements.length < limit / 10, `${statements.length} statements`)
  await close()
})

test('most requests need no database query for their limit', async () => {
  const { limiters, statements, close } = await nodes(1, 3000)
  const key = newId('key')
  const now = freshMinute()
  for (let i = 0; i < 1500; i++) await limiters[0]?.take(key, now)
  assert.ok(statements.length <= 20, `${statements.length} statements for 1500 requests`)
  await close()
})

test('a new minute has a new count, also for requests that wait when it begins', async () => {
  const limit = 10
  const { limiters, close } = await nodes(1, limit)
  const [limiter] = limiters as [RateLimiter]
  const key = newId('key')
  const now = freshMinute()
  freshMinute()
  for (let i = 0; i < limit; i++) assert.equal(await admits(limiter, key, now + minuteMs - 1), 1)
  assert.deepEqual(await limiter.take(key, now + minuteMs - 1), { left: -1, resetSeconds: 1 })
  // The minute changes while the first request queries the database.
  const late = newId('key')
  const waiting = limiter.take(late, now + minuteMs - 1)
  const turned = limiter.take(key, now + minuteMs)
  assert.deepEqual(await turned, { left: limit - 1, resetSeconds: 60 })
  assert.equal((await waiting).left, limit - 1)
  await close()
})

test('without a database requests are let through rather than refused', async () => {
  const gone = { inTransaction: () => Promise.reject(new Error('gone')) } as unknown as Database
  const limiter = new RateLimiter(gone, log, 10)
  for (let i = 0; i < 30; i++) assert.equal(await admits(limiter, 'key', 0), 1)
})

test('counts of past minutes are deleted', async () => {
  const { db } = await world()
  await db.inTransaction(
    (tx) => tx`insert into rate_counts (minute, key_id, count)
      values (1, 'key_old', 1), (${Math.floor(Date.now() / minuteMs)}, 'key_new', 1)`,
  )
  await forgetOldRates(db)
  const rows = await db.read<
    { keyId: string }[]
  >`select key_id from rate_counts where key_id in ('key_old', 'key_new')`
  assert.deepEqual(
    rows.map(({ keyId }) => keyId),
    ['key_new'],
  )
})

test('a network may try 60 wrong keys a minute; good keys of the same network go on', async () => {
  const { acme, baseUrl } = await world({ TRUST_PROXY: 'true', RATE_LIMIT_PER_MINUTE: '100000' })
  await waitForMinute(10)
  const ask = async (key: string, address: string) =>
    await fetch(`${baseUrl}/v0/me`, { headers: { 'x-api-key': key, 'x-forwarded-for': address } })
  assert.equal((await ask(acme.key, '203.0.113.9')).status, 200)
  const statuses: number[] = []
  for (let i = 0; i < 70; i++) statuses.push((await ask(`foyer_guess_${i}`, `203.0.113.${i}`)).status)
  assert.deepEqual(statuses, [...Array(60).fill(401), ...Array(10).fill(429)])
  const refused = await ask('foyer_guess', '203.0.113.200')
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal((await ask(acme.key, '203.0.113.10')).status, 200)
  assert.equal((await ask('foyer_guess', '203.0.114.1')).status, 401, 'another network')
})
