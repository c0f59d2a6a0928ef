import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageCalled } from '../evaluation/marked.ts'
import { Refusal } from '../refusal.ts'
import { textsOf } from '../texts.ts'
import { removeNodes } from './remove.ts'

test('any two parts are removed together, in either order', () => {
  const page = pageCalled('main')
  const parts = page.nodes.filter(
    ({ kind, isItem, value }) => value !== undefined && (isItem || kind === 'text' || kind === 'block'),
  )
  const all = textsOf(page.document).length
  let removed = 0
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(at).filter(({ block }) => block === one.block)) {
      const [left, same] = [remaining([one, other]), remaining([other, one])]
      assert.deepEqual(left, same, `${one.key}, ${other.key}`)
      if (!left) continue
      removed++
      assert.ok(left.length < all, `${one.key}, ${other.key}`)
    }
  assert.ok(removed > 100, `${removed} pairs`)

  function remaining(nodes: typeof parts): string[] | undefined {
    try {
      const outcome = removeNodes(nodes, page)
      return outcome.kind === 'done' && outcome.draft ? textsOf(outcome.draft.document) : undefined
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
})
