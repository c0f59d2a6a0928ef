import assert from 'node:assert/strict'
import test from 'node:test'
import { GraphicsCache } from './cache.ts'

test('graphics are generated once for concurrent requests, again after a failure, and evicted by their bytes', async () => {
  const cache = new GraphicsCache(100)
  let made = 0
  const make = async () => {
    made++
    return new Uint8Array(40)
  }
  const [one, same] = await Promise.all([cache.get('a', make), cache.get('a', make)])
  assert.equal(one, same)
  assert.equal(await cache.get('a', make), one)
  assert.equal(made, 1)

  await assert.rejects(
    cache.get('b', () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  await cache.get('b', make)
  assert.equal(made, 2)

  // `a` is used after `b`, so a third entry evicts `b`.
  await cache.get('a', make)
  await cache.get('c', make)
  assert.equal(await cache.get('a', make), one)
  assert.equal(made, 3)
  await cache.get('b', make)
  assert.equal(made, 4)

  assert.equal((await cache.get('large', async () => new Uint8Array(101))).length, 101)
  const all = await Promise.all(['d', 'e', 'f', 'g'].map((key) => cache.get(key, make)))
  assert.deepEqual(
    all.map(({ length }) => length),
    [40, 40, 40, 40],
  )
})
