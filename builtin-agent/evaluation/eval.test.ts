import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresOf, isWrong, runRows } from './measure.ts'
import { fixtures, rowsOfRounds } from './sets.ts'

// The levels of all sets are held by `npm run eval`, which takes minutes.
test('the latest round of instructions by strangers is still understood: at least 33 of 45 due edits, at most 1 wrong', async () => {
  const results = await runRows(rowsOfRounds(119, 119), fixtures)
  const wrong = results.filter(isWrong).map(({ row }) => row.instruction)
  assert.ok(wrong.length <= 1, wrong.join('\n'))
  assert.ok(figuresOf(results).right >= 33, JSON.stringify(figuresOf(results)))
})
