import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Forest, type Tree } from './forest.ts'

test('the value of a forest is the sum of one leaf per tree', () => {
  const first: Tree = [0, 0.5, [1, 2, 1, 10], [1, 3, 100, 1000]]
  const forest = new Forest([first, 0.25, [1, 2, [0, 0.5, 0.125, 0], 0.5]])
  assert.equal(forest.sum([0, 2]), 1 + 0.25 + 0.125)
  assert.equal(forest.sum([0.5, 2.5]), 10 + 0.25 + 0.5)
  assert.equal(forest.sum([1, 3]), 100 + 0.25 + 0.5)
  assert.equal(forest.sum([1, 4]), 1000 + 0.25 + 0.5)
  assert.equal(forest.sum([1, 0]), 100 + 0.25)
})
