import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { AgentContext } from '../agent.ts'
import { openPage, type Page } from '../builtin/page.ts'
import { rank } from '../builtin/references/rank.ts'
import { labelled, readExample } from '../builtin/roles/examples.ts'
import { inputsOf } from '../builtin/roles/features.ts'
import { scoresOf, transitionsOf } from '../builtin/roles/network.ts'
import { best } from '../builtin/roles/tagger.ts'
import { correct } from '../builtin/spelling.ts'
import { tokenise } from '../builtin/tokens.ts'
import { documentOf, type Fixtures } from '../eval/inProcess.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const fixtures = JSON.parse(read('../eval/fixtures.json')) as Fixtures
const pages = new Map<string, Page>()
function pageOf(name: string): Page {
  const page =
    pages.get(name) ??
    openPage(
      {
        page: { metadata: fixtures.metadata[name] ?? fixtures.metadata.default ?? {} },
      } as unknown as AgentContext,
      documentOf(name, fixtures),
    )
  pages.set(name, page)
  return page
}
/** Every nth row. */
const sample = (file: string, n: number) =>
  read(file)
    .split('\n')
    .filter((row, at) => row !== '' && at % n === 0)

// Weights that no longer fit the features, because one of them changed and nothing was trained again, fall far below these.
test('the weights read the roles of most instructions they were trained from', () => {
  const rows = sample('./instructions.tsv', 60)
  const right = rows.filter((row) => {
    const example = readExample(row)
    const page = pageOf(example.fixture)
    const { tokens, truth } = labelled(example, page)
    return String(best(scoresOf(inputsOf(tokens, page)), transitionsOf())[0]?.path) === String(truth)
  })
  assert.ok(right.length > rows.length * 0.65, `${right.length} of ${rows.length}`)
})

test('the weights find most things that phrases were said to mean', () => {
  const rows = sample('./phrases.tsv', 30)
  const right = rows.filter((row) => {
    const [name = '', phrase = '', keys = ''] = row.split('\t')
    const page = pageOf(name)
    return keys.split(',').includes(rank(correct(tokenise(phrase), page), page)[0]?.node.key ?? '')
  })
  assert.ok(right.length > rows.length * 0.8, `${right.length} of ${rows.length}`)
})
