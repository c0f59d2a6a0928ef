import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idPattern } from '../shared/ids.ts'
import { idPrefixes, newId } from './ids.ts'
import { fromPostgres, timestampPattern, toMilliseconds, toTimestamp } from './time.ts'

test('ids contain their kind, are unique and sort by creation', () => {
  for (const prefix of idPrefixes) assert.match(newId(prefix), new RegExp(idPattern(prefix)))
  const made = Array.from({ length: 10_000 }, () => newId('account'))
  assert.equal(new Set(made).size, made.length)
  assert.deepEqual([...made].sort(), made)
})

test('timestamps keep their format when converted from and to PostgreSQL', () => {
  for (const text of ['2026-11-15 09:30:00.123456+00', '2026-11-15 09:30:00+00', '2026-11-15 09:30:00.5+00'])
    assert.match(fromPostgres(text), new RegExp(timestampPattern))
  assert.equal(fromPostgres('2026-11-15 09:30:00.123456+00'), '+1794735000123')
  assert.equal(toMilliseconds(toTimestamp(1794614400000)), 1794614400000)
})
