import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Block, type Document, diffDocuments } from '../document/index.ts'
import { someDocument } from '../server/test/documents.ts'
import { times } from '../server/test/effort.ts'
import { applyChange, ChangeError, type DocumentChange, invertChange } from './changes.ts'

const apply = (document: Document, change: DocumentChange<Block>) =>
  applyChange<Block, Document>(document, change)
const text = (id: string): Block => ({ id, type: 'text', props: { heading: id }, sources: [] })

test('undoing the changes of any edit in reverse order restores the original document', () => {
  fc.assert(
    fc.property(someDocument, someDocument, (before, after) => {
      let document = before
      const inverses: DocumentChange<Block>[] = []
      for (const { documentHash: _, ...change } of diffDocuments(before, after)) {
        inverses.unshift(invertChange(document, change as DocumentChange<Block>))
        document = apply(document, change as DocumentChange<Block>)
      }
      assert.deepEqual(document, after)
      assert.deepEqual(inverses.reduce(apply, document), before)
    }),
    { numRuns: times(1000, 100) },
  )
})

test('a change that does not fit is an error with its path', () => {
  const document: Document = { theme: {}, blocks: [text('a'), text('b')] }
  const wrong: [DocumentChange<Block>, string][] = [
    [{ type: 'removeBlock', blockId: 'x' }, '/blockId'],
    [{ type: 'moveBlock', blockId: 'a', afterId: 'a' }, '/afterId'],
    [{ type: 'addBlock', block: text('a'), afterId: null }, '/block/id'],
    [{ type: 'removeItem', blockId: 'a', list: 'items', itemId: 'x' }, '/itemId'],
  ]
  for (const [change, path] of wrong)
    assert.throws(
      () => apply(document, change),
      (error) => error instanceof ChangeError && error.path === path,
    )
})
