import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deepFreeze, memoizeFrozen } from './frozen.ts'

test('a result is kept for a deeply frozen value and computed again for any other', () => {
  const seen: object[] = []
  const sizeOf = memoizeFrozen((part: { items: number[] }) => {
    seen.push(part)
    return part.items.length
  })
  const open = { items: [1] }
  assert.equal(sizeOf(open), 1)
  open.items.push(2)
  assert.equal(sizeOf(open), 2)

  const fixed = deepFreeze({ items: [1] })
  assert.deepEqual([sizeOf(fixed), sizeOf(fixed)], [1, 1])
  assert.equal(seen.length, 3)
  assert.throws(() => fixed.items.push(2), TypeError)
  // Frozen by other code, perhaps only the outer object.
  const half = Object.freeze({ items: [1] })
  assert.equal(sizeOf(half), 1)
  half.items.push(2)
  assert.equal(sizeOf(half), 2)
})
