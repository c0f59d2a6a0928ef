import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../test/world.ts'

test('words are stored per tenant and in lower case, and invalid or too many words change nothing', async () => {
  const { acme, globex, withScope } = await world()
  const add = (...words: string[]) => acme.patch('/v0/dictionary', { add: words })
  const read = async () => (await acme.get('/v0/dictionary')).body.words
  assert.deepEqual((await add('Luminaire', 'LUMINAIRE', 'Zürich')).body.words, ['luminaire', 'zürich'])
  assert.deepEqual((await globex.get('/v0/dictionary')).body.words, [])
  const reader = await withScope(acme, 'read')
  assert.equal((await reader.patch('/v0/dictionary', { add: ['a'] })).status, 403)
  for (const word of ['two words', '<b>', '', 'a'.repeat(61), '\u0130'.repeat(60)]) {
    const { status, body } = await add('fine', word)
    assert.deepEqual([status, body.code], [400, 'invalid_input'], word)
  }
  assert.deepEqual(await read(), ['luminaire', 'zürich'])
  const letter = (n: number) => String.fromCharCode(97 + n)
  const all = Array.from(
    { length: 1_998 },
    (_, n) => `w${letter(n % 26)}${letter((n / 26) % 26)}${letter(n / 676)}`,
  )
  for (let at = 0; at < all.length; at += 100)
    assert.equal((await add(...all.slice(at, at + 100))).status, 200)
  const refused = await add('beyond')
  assert.deepEqual([refused.status, refused.body.code], [409, 'dictionary_limit'])
  assert.equal((await read()).length, 2_000)
  const swapped = await acme.patch('/v0/dictionary', { add: ['beyond'], remove: ['Luminaire'] })
  assert.equal(swapped.status, 200)
})
