import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { AgentContext } from '../agent.ts'
import { documentOf, type Fixtures } from '../evaluation/inProcess.ts'
import { openPage } from '../page.ts'
import { insertWords } from './insertions.ts'
import { readSpot } from './spots.ts'

const fixtures = JSON.parse(
  readFileSync(new URL('../evaluation/fixtures.json', import.meta.url), 'utf8'),
) as Fixtures
const context = { page: { metadata: {} } } as unknown as AgentContext
const page = openPage(context, documentOf('school', fixtures))

test('words are added at the end of a text, beside other words, or to its enumeration', () => {
  for (const [key, text, place, expected] of [
    ['faq/items/0/answer', 'Dutch', 'after Italian', /French, Italian and Dutch\. More on request\./],
    ['faq/items/0/answer', 'Dutch', undefined, /French, Italian and Dutch\. More on request\./],
    ['courses/items/2/body', 'tips', 'before the bill', /wine, tips and the bill\.$/],
    ['hero/headline', 'an exclamation mark', 'at the end', /check-out!$/],
    ['hero/note', 'No setup fee.', undefined, /within a week\. No setup fee\.$/],
    ['hero/headline', 'Dutch', undefined, undefined],
  ] as const) {
    const node = page.nodes.find((each) => each.key === key)
    assert.ok(node)
    const entry = { text, isQuote: false, name: undefined, gap: '' }
    const outcome = insertWords(node, entry, place ? readSpot(place) : undefined, page)
    if (!expected) assert.equal(outcome, undefined)
    else {
      assert.ok(outcome?.kind === 'done')
      const after = openPage(context, outcome.draft.document).nodes.find((each) => each.key === key)
      assert.match(String(after?.value), expected)
    }
  }
})
