import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageCalled } from '../evaluation/marked.ts'
import { rowsOfRounds } from '../evaluation/sets.ts'
import { tokenise } from '../tokens.ts'
import { isAllKnown } from './candidates.ts'
import { resolve } from './resolve.ts'

test('a phrase with a word that is unrelated to the page refers to nothing there', () => {
  const rows = rowsOfRounds(100, 100)
  const seen = { known: 0, unknown: 0 }
  for (const { instruction, setup } of rows) {
    const page = pageCalled(setup.fixture)
    const tokens = tokenise(instruction)
    for (let start = 0; start < tokens.length; start++)
      for (let length = 1; length <= 6 && start + length <= tokens.length; length++) {
        const window = tokens.slice(start, start + length)
        const isKnown = isAllKnown(window, page)
        seen[isKnown ? 'known' : 'unknown']++
        if (!isKnown)
          assert.equal(resolve(window, page).kind, 'nothing', window.map(({ text }) => text).join(' '))
      }
  }
  assert.ok(seen.known > 500 && seen.unknown > 500, JSON.stringify(seen))
})
