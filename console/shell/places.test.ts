import assert from 'node:assert/strict'
import { test } from 'node:test'
import { places } from './places.ts'

test('no two places have the same shortcut', () => {
  const keys = places.flatMap(({ places: inGroup }) => inGroup.map((place) => place.keys))
  assert.ok(keys.length > 10)
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  )
})
