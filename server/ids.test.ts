import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstIdAt, idOf, idPattern, idPrefixes, newId } from './ids.ts'
import { fromPostgres, timestampPattern, toMilliseconds, toTimestamp } from './time.ts'

test('ids name their kind, are unique and sort by creation', () => {
  for (const prefix of idPrefixes) assert.match(newId(prefix), new RegExp(idPattern(prefix)))
  const made = Array.from({ length: 10_000 }, () => newId('account'))
  assert.equal(new Set(made).size, made.length)
  assert.deepEqual([...made].sort(), made)
})

test('ids are UUIDs of version 7 in base32', () => {
  assert.equal(idOf('visit', 'ffffffff-ffff-ffff-ffff-ffffffffffff'), 'visit_7zzzzzzzzzzzzzzzzzzzzzzzzz')
  assert.equal(idOf('page', '0188bac7-4afa-78aa-bc3b-bd1eef28d881'), 'page_01h2xcejqtf2nbrexx3vqjhp41')
  const [before, id, after] = [Date.now(), newId('page'), Date.now() + 1000]
  assert.ok(firstIdAt('page', before) <= id && id < firstIdAt('page', after))
})

test('timestamps keep their one form there and back', () => {
  for (const text of ['2026-11-15 09:30:00.123456+00', '2026-11-15 09:30:00+00', '2026-11-15 09:30:00.5+00'])
    assert.match(fromPostgres(text), new RegExp(timestampPattern))
  assert.equal(fromPostgres('2026-11-15 09:30:00.123456+00'), '+1794735000123')
  assert.equal(toMilliseconds(toTimestamp(1794614400000)), 1794614400000)
})
