import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRedo, findUndo } from './history.ts'

/** Versions 1, 2, 3, … whose documents are represented by letters. */
function historyOf(letters: string) {
  return [...letters].map((documentHash, index) => ({ versionNumber: index + 1, documentHash }))
}

test('undo and redo follow the edits, with any undos and redos in between', () => {
  const table: [string, string | undefined, string | undefined][] = [
    ['', undefined, undefined],
    ['A', undefined, undefined],
    ['AB', 'A', undefined],
    ['ABC', 'B', undefined],
    // An undo, two undos, and a redo.
    ['ABCB', 'A', 'C'],
    ['ABCBA', undefined, 'B'],
    ['ABCBABC', 'B', undefined],
    // A new edit after an undo clears the redo stack.
    ['ABCBD', 'B', undefined],
    ['ABCBDB', 'A', 'D'],
    // Restoring a version by its number is undone like an edit.
    ['ABCDA', undefined, 'B'],
  ]
  for (const [letters, undo, redo] of table) {
    const history = historyOf(letters)
    assert.deepEqual(
      [findUndo(history)?.documentHash, findRedo(history)?.documentHash],
      [undo, redo],
      letters,
    )
  }
})
