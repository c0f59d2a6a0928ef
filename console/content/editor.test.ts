import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyChange } from '../../shared/changes.ts'
import { ProblemError } from '../api/problem.ts'
import type { Change, Document } from '../documents/document.ts'
import { DocumentEditor } from './editor.ts'

const start: Document = {
  theme: {},
  blocks: [{ id: 'hero', type: 'hero', props: { headline: 'Hello' }, sources: [] }],
}

/** A store that rejects requests that set the prop `picture`, as the service does with an invalid one. */
function openStore() {
  let document = start
  const refused: string[] = []
  const transport = {
    load: async () => ({ document, hash: '', revision: 1, madeBy: null }),
    async save(changes: Change[]) {
      if (JSON.stringify(changes).includes('picture'))
        throw new ProblemError({ status: 400, title: 'Invalid' })
      document = changes.reduce<Document>((before, change) => applyChange(before, change), document)
      return { hash: '', revision: 2 }
    },
  }
  const store = { read: () => [], write: () => {}, release: () => {} }
  const editor = new DocumentEditor(transport, { document, hash: '', revision: 1 }, store)
  editor.onRejected((error) => refused.push(error.title))
  return { editor, refused, stored: () => document.blocks[0]?.props }
}

test('a prop that the service refuses does not discard other edits of the same block', async () => {
  const { editor, refused, stored } = openStore()
  const set = (props: Record<string, unknown>) =>
    editor.change([{ type: 'updateBlock', blockId: 'hero', props }])
  set({ headline: 'Before' })
  set({ picture: 'wrong' })
  set({ subheadline: 'After' })
  assert.equal(await editor.saveAndWait(), true)
  assert.deepEqual(stored(), { headline: 'Before', subheadline: 'After' })
  assert.deepEqual(editor.getState().document.blocks[0]?.props, stored())
  assert.deepEqual(refused, ['Invalid'])
})
