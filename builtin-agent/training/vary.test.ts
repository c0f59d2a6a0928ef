import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { validateDocument } from '../../document/index.ts'
import { documentOf } from '../evaluation/inProcess.ts'
import { fixtures, trainingPages } from '../evaluation/sets.ts'
import { openPage } from '../page.ts'
import { readExample } from '../roles/examples.ts'
import { fits, varyExample, varyPage } from './vary.ts'

const opened = (document: ReturnType<typeof documentOf>) =>
  openPage({ page: { metadata: {} } } as never, document)
const documents = [fixtures, trainingPages].flatMap((set) =>
  Object.keys(set.fixtures).map((name) => ({ name, document: documentOf(name, set) })),
)
const some = documents.filter((_, at) => at % 9 === 0)
const others = documents.map(({ document }) => document)
const variantOf = (name: string, seed: number) => {
  const document = documents.find((each) => each.name === name)?.document
  assert.ok(document)
  const way = { isShuffled: seed % 3 > 0, isMixed: seed % 3 > 1 }
  return { page: opened(document), variant: varyPage(opened(document), {}, others, seed, way) }
}

test('a varied page is one that could be stored, with other words, and the same for the same seed', () => {
  for (const [at, { name }] of some.entries()) {
    const { page, variant } = variantOf(name, at)
    validateDocument(variant.document)
    assert.ok(variant.words.size > 20, `${name}: ${variant.words.size} words`)
    assert.notDeepEqual(variant.document, page.document)
    assert.deepEqual(variantOf(name, at).variant.document, variant.document)
  }
})

test('a varied instruction speaks of what its page says, and its marks move along', () => {
  const rows = readFileSync(new URL('./instructions.tsv', import.meta.url), 'utf8').split('\n')
  const variants = new Map(some.map(({ name }, at) => [name, variantOf(name, at)]))
  let quoted = 0
  for (const [at, row] of rows.entries()) {
    if (row === '' || at % 25 > 0) continue
    const example = readExample(row)
    const made = variants.get(example.fixture)
    if (!made || !fits(example, made.variant)) continue
    const { page, variant } = made
    const varied = varyExample(example, variant, () => [], at)
    const changed = opened(variant.document)
    assert.deepEqual(
      varied.spans.map(({ role }) => role),
      example.spans.map(({ role }) => role),
    )
    for (const [index, { role, key, start, end }] of varied.spans.entries()) {
      const before = example.spans[index]
      assert.ok(before && start < end && end <= varied.text.length, row)
      if (role !== 'T' || !key || /^(?:none|\?)$/.test(key)) continue
      for (const each of key.split(','))
        assert.ok(
          changed.nodes.some((node) => node.key === each),
          `${each} is not on the varied page: ${row}`,
        )
      // What quotes a text of the page quotes the varied text.
      const node = page.nodes.find((each) => each.key === before.key)
      const other = changed.nodes.find((each) => each.key === key)?.value
      if (typeof node?.value !== 'string' || typeof other !== 'string' || node.value.length < 6) continue
      if (!example.text.slice(before.start, before.end).includes(node.value)) continue
      assert.ok(varied.text.slice(start, end).includes(other), `${other} is not in: ${varied.text}`)
      quoted++
    }
  }
  assert.ok(quoted > 3, `only ${quoted} quotations were seen`)
})
