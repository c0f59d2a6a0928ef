import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { applyChanges } from '../../document/index.ts'
import { times } from '../../server/test/effort.ts'
import { onlyThorough } from '../../server/test/environment.ts'
import type { AgentContext } from '../agent.ts'
import { contextOf, documentOf } from '../evaluation/inProcess.ts'
import { fixtures, rowsOfRounds } from '../evaluation/sets.ts'
import { type OpenPage, openPage } from '../page.ts'
import { plausibility } from '../plausible/plausible.ts'
import { signsOf } from '../plausible/signs.ts'
import { rank } from '../references/rank.ts'
import { labelled, readExample } from '../roles/examples.ts'
import { inputsOf } from '../roles/features.ts'
import { scoresOf, transitionsOf } from '../roles/network.ts'
import { best } from '../roles/tagger.ts'
import { correct } from '../spelling.ts'
import { tokenise } from '../tokens.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const pages = new Map<string, OpenPage>()
function pageOf(name: string): OpenPage {
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
test('the weights recognise the roles in most instructions of their training data', () => {
  const rows = sample('./instructions.tsv', times(60, 240))
  const right = rows.filter((row) => {
    const example = readExample(row)
    const page = pageOf(example.fixture)
    const { tokens, truth } = labelled(example, page)
    return String(best(scoresOf(inputsOf(tokens, page)), transitionsOf())[0]?.path) === String(truth)
  })
  assert.ok(right.length > rows.length * 0.65, `${right.length} of ${rows.length}`)
})

test('the weights resolve most phrases of their training data to the annotated objects', () => {
  const rows = sample('./phrases.tsv', times(30, 120))
  const right = rows.filter((row) => {
    const [name = '', phrase = '', keys = ''] = row.split('\t')
    const page = pageOf(name)
    return keys.split(',').includes(rank(correct(tokenise(phrase), page), page)[0]?.node.key ?? '')
  })
  assert.ok(right.length > rows.length * 0.8, `${right.length} of ${rows.length}`)
})

test('the trees separate right from wrong edits of their training data, and use only features that still exist', {
  skip: onlyThorough,
}, () => {
  const rows = new Map(rowsOfRounds().map((row) => [row.id, row]))
  const scores: Record<string, number[]> = { 0: [], 1: [] }
  const found = new Set<string>()
  for (const [at, line] of read('./edits.tsv').trim().split('\n').entries()) {
    const [id = '', right = '', changes = ''] = line.split('\t')
    const row = rows.get(id)
    if (!row || row.selectedElement || (right === '1' && at % 8 > 0)) continue
    const { instruction: message, setup } = row
    const document = documentOf(setup.fixture, fixtures)
    const page = openPage({ ...contextOf(row, fixtures), message, conversation: [] } as never, document)
    const after = applyChanges(document, JSON.parse(changes) as unknown[], id)
    for (const name of Object.keys(signsOf(message, page, after))) found.add(name)
    scores[right]?.push(plausibility(message, page, after))
  }
  const { signs } = JSON.parse(read('../plausible/trees.json')) as { signs: string[] }
  // These are of follow-ups, which are not among the edits.
  const missing = signs.filter((name) => !found.has(name) && !/^context\.same/.test(name))
  assert.deepEqual(missing, [])
  const { 0: wrong = [], 1: good = [] } = scores
  const ordered = good.flatMap((score) => wrong.filter((other) => other < score)).length
  assert.ok(ordered > good.length * wrong.length * 0.85, `${ordered} of ${good.length * wrong.length} pairs`)
})
