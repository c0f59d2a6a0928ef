import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PreparedResponse } from './answer.ts'
import { Cache } from './cache.ts'

const key = (path: string) => ({ hostname: 'www.example.com', path })
const answer = (bytes: number) => ({ bytes }) as PreparedResponse
const origin = (path: string, tenantId = 'tenant_a') => ({
  tenantId,
  path,
  pageId: 'page_1',
  audienceId: path,
})

function listeningCache(mostBytes = 100) {
  const cache = new Cache(mostBytes)
  cache.forgetAll({ isDeaf: false })
  return cache
}

test('the cache keeps no more than its limit, and evicts the least recently used entries', () => {
  const cache = listeningCache()
  const add = (path: string, bytes = 30) => cache.keep(key(path), answer(bytes), origin(path), cache.moment())
  for (const path of ['/a', '/b', '/c']) add(path)
  assert.ok(cache.get(key('/a')))
  add('/d')
  assert.ok(cache.bytes <= 100)
  assert.ok(cache.get(key('/a')))
  assert.equal(cache.get(key('/b')), undefined)
  add('/huge', 101)
  assert.equal(cache.get(key('/huge')), undefined)
  for (let i = 0; i < 1_000; i++) add(`/${i}`)
  assert.equal(cache.bytes, 90)
})

test('a page whose rendering began before a change of its tenant is not cached; changes of other tenants do not matter', () => {
  const cache = listeningCache()
  const moment = cache.moment()
  cache.forget('tenant_b', 'page_9')
  cache.keep(key('/a'), answer(1), origin('/a'), moment)
  assert.ok(cache.get(key('/a')))
  cache.forget('tenant_a', 'page_9')
  assert.ok(cache.get(key('/a')))
  cache.keep(key('/b'), answer(1), origin('/b'), moment)
  assert.equal(cache.get(key('/b')), undefined)
  // However many tenants changed something meanwhile.
  const before = cache.moment()
  cache.forget('tenant_a', 'page_9')
  for (let i = 0; i < 25_000; i++) cache.forget(`tenant_${i}`)
  cache.keep(key('/c'), answer(1), origin('/c'), before)
  assert.equal(cache.get(key('/c')), undefined)
  cache.keep(key('/d'), answer(1), origin('/d'), cache.moment())
  assert.ok(cache.get(key('/d')))
})

test('a notification evicts only the entries that it concerns', () => {
  const kept = { '/a': {}, '/a/x': {}, '/ab': {}, '/home': { depends: true }, '/other': { pageId: 'page_2' } }
  const left = (subject?: string) => {
    const cache = listeningCache()
    for (const [path, more] of Object.entries(kept))
      cache.keep(key(path), answer(1), { ...origin(path), ...more }, cache.moment())
    cache.keep(key('foreign'), answer(1), origin('/a', 'tenant_b'), cache.moment())
    cache.forget('tenant_a', subject)
    assert.ok(cache.get(key('foreign')))
    return Object.keys(kept).filter((path) => cache.get(key(path)))
  }
  assert.deepEqual(left('/a'), ['/ab', '/other'])
  assert.deepEqual(left('page_2'), ['/a', '/a/x', '/ab'])
  assert.deepEqual(left('page_1'), ['/other'])
  assert.deepEqual(left('audience_x'), ['/a', '/a/x', '/ab', '/other'])
  assert.deepEqual(left(), [])
})

test('nothing is cached while the node receives no notifications', () => {
  const cache = new Cache(100)
  const add = (moment = cache.moment()) => cache.keep(key('/a'), answer(1), origin('/a'), moment)
  add()
  assert.equal(cache.get(key('/a')), undefined)
  const before = cache.moment()
  cache.forgetAll({ isDeaf: false })
  add(before)
  assert.equal(cache.get(key('/a')), undefined)
  add()
  assert.ok(cache.get(key('/a')))
  cache.forgetAll({ isDeaf: true })
  assert.equal(cache.get(key('/a')), undefined)
  add()
  assert.equal(cache.get(key('/a')), undefined)
})

test('a stale entry is kept until it is replaced, known to be wrong, too old or evicted for space', () => {
  const cache = listeningCache()
  const add = (path: string, bytes = 30) => cache.keep(key(path), answer(bytes), origin(path), cache.moment())
  for (const path of ['/a', '/b', '/c']) add(path)
  cache.forgetAll({ isDeaf: true })
  cache.forgetAll({ isDeaf: false })
  assert.ok(cache.getStale(key('/a')))
  assert.equal(cache.get(key('/a')), undefined)
  add('/a', 1)
  assert.equal(cache.getStale(key('/a')), undefined)
  cache.forget('tenant_a', '/b')
  assert.equal(cache.getStale(key('/b')), undefined)
  assert.equal(cache.getStale(key('/c'), performance.now() + 10 * 60_000 + 1), undefined)
  add('/d')
  cache.forgetAll({ isDeaf: true })
  cache.forgetAll({ isDeaf: false })
  for (const path of ['/e', '/f', '/g']) add(path)
  assert.equal(cache.getStale(key('/d')), undefined)
  for (const path of ['/e', '/f', '/g']) assert.ok(cache.get(key(path)))
  assert.ok(cache.bytes <= 100)
})
