import assert from 'node:assert/strict'
import { test } from 'node:test'
import { starters } from './starters.ts'
import { validateDocument } from './validate.ts'

test('every type of block has a valid start, or needs an asset', () => {
  const blocks = Object.entries(starters).flatMap(([type, props]) =>
    props ? [{ id: type, type, props, sources: [] }] : [],
  )
  assert.equal(validateDocument({ theme: {}, blocks }).blocks.length, 12)
  assert.deepEqual(
    Object.entries(starters).flatMap(([type, props]) => (props ? [] : [type])),
    ['image', 'video', 'custom'],
  )
})
