import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { someDocument } from '../server/test/documents.ts'
import { times } from '../server/test/effort.ts'
import { processorMs } from '../server/test/processor.ts'
import { Problem } from '../shared/problem.ts'
import { diffDocuments } from './diff.ts'
import { hashDocument } from './hash.ts'
import { itemsOf } from './ids.ts'
import { applyChanges, applyOperation, applyOperations, type Change, type Operation } from './operations.ts'
import type { Block, Document } from './schema.ts'
import { validateDocument } from './validate.ts'

const text = (id: string, heading = id): Block => ({ id, type: 'text', props: { heading }, sources: [] })
const page = (...ids: string[]): Document => ({ theme: {}, blocks: ids.map((id) => text(id)) })
const idsOf = ({ blocks }: Document) => blocks.map(({ id }) => id).join('')
const apply = (document: Document, change: Change) =>
  applyOperation(document, { ...change, documentHash: hashDocument(document) } as Operation)
const namesOf = (operations: Operation[]) => operations.map(({ type }) => type)

function refusal(run: () => unknown): { status: number; path: string | undefined } {
  try {
    run()
  } catch (problem) {
    assert.ok(problem instanceof Problem, String(problem))
    const [first] = (problem.members.errors ?? []) as { path: string }[]
    return { status: problem.status, path: first?.path }
  }
  return assert.fail('it was not refused')
}

test('blocks are added, changed, moved and removed, and the original document is not modified', () => {
  const document = page('a', 'b', 'c')
  const before = structuredClone(document)
  assert.equal(idsOf(apply(document, { type: 'addBlock', block: text('d'), afterId: null })), 'dabc')
  assert.equal(idsOf(apply(document, { type: 'addBlock', block: text('d'), afterId: 'b' })), 'abdc')
  assert.equal(idsOf(apply(document, { type: 'moveBlock', blockId: 'a', afterId: 'c' })), 'bca')
  assert.equal(idsOf(apply(document, { type: 'moveBlock', blockId: 'c', afterId: null })), 'cab')
  assert.equal(idsOf(apply(document, { type: 'removeBlock', blockId: 'b' })), 'ac')
  const changed = apply(document, { type: 'updateBlock', blockId: 'b', props: { heading: null, body: 'B' } })
  assert.deepEqual(changed.blocks[1], { id: 'b', type: 'text', props: { body: 'B' }, sources: [] })
  assert.deepEqual(document, before)
})

test('a theme is changed field by field, and null resets a field to the brand’s', () => {
  const themed = apply(page('a'), { type: 'setTheme', theme: { primaryColor: '#112233', radius: 4 } })
  const { theme } = apply(themed, { type: 'setTheme', theme: { primaryColor: null, font: 'georgia' } })
  assert.deepEqual(theme, { radius: 4, font: 'georgia' })
})

test('metadata are part of the document and are patched field by field', () => {
  const document: Document = { ...page('a'), metadata: { title: 'Old', author: 'Jo' } }
  const changed = apply(document, {
    type: 'setMetadata',
    metadata: { title: 'New', author: null, robots: ['noindex'] },
  })
  assert.deepEqual(changed, { ...page('a'), metadata: { title: 'New', robots: ['noindex'] } })
  assert.notEqual(hashDocument(changed), hashDocument(document))
  const cleared = apply(changed, { type: 'setMetadata', metadata: { title: null, robots: null } })
  assert.deepEqual(cleared, page('a'))
  const wrong = { type: 'setMetadata', metadata: { robots: ['maybe'] } } as unknown as Change
  assert.deepEqual(
    refusal(() => apply(document, wrong)),
    { status: 400, path: '/metadata/robots/0' },
  )
})

const faq = (...ids: string[]): Block => ({
  id: 'faq',
  type: 'faq',
  props: { items: ids.map((id) => ({ id, question: `${id}?`, answer: `${id}.` })) },
  sources: [],
})

test('items of a list are added, changed, moved and removed by their ids', () => {
  const document: Document = { theme: {}, blocks: [faq('a', 'b', 'c')] }
  const at = { blockId: 'faq', list: 'items' }
  const idsAfter = (change: object) =>
    itemsOf(apply(document, { ...at, ...change } as Change).blocks[0] as Block, 'items')
      .map(({ id }) => id)
      .join('')
  const item = { id: 'd', question: 'd?', answer: 'd.' }
  assert.equal(idsAfter({ type: 'addItem', item, afterId: 'a' }), 'adbc')
  assert.equal(idsAfter({ type: 'addItem', item, afterId: null }), 'dabc')
  assert.equal(idsAfter({ type: 'moveItem', itemId: 'a', afterId: 'c' }), 'bca')
  assert.equal(idsAfter({ type: 'removeItem', itemId: 'b' }), 'ac')
  const changed = apply(document, { type: 'updateItem', ...at, itemId: 'b', props: { answer: 'B.' } })
  assert.deepEqual(itemsOf(changed.blocks[0] as Block, 'items')[1], { id: 'b', question: 'b?', answer: 'B.' })
  const table: [object, string][] = [
    [{ type: 'removeItem', itemId: 'z' }, '/itemId'],
    [{ type: 'moveItem', itemId: 'a', afterId: 'z' }, '/afterId'],
    [{ type: 'removeItem', list: 'heading', itemId: 'a' }, '/list'],
    [{ type: 'updateItem', itemId: 'a', props: { question: null } }, '/props/items/0/question'],
    [{ type: 'addItem', item: { ...item, id: 'a' }, afterId: 'c' }, '/item/id'],
  ]
  for (const [change, path] of table)
    assert.deepEqual(
      refusal(() => apply(document, { ...at, ...change } as Change)),
      { status: 400, path },
      JSON.stringify(change),
    )
})

test('items without an id get one that is derived from their content', () => {
  const bare = {
    theme: {},
    blocks: [
      {
        ...faq(),
        props: {
          items: [
            { question: 'q', answer: 'a' },
            { question: 'q', answer: 'a' },
          ],
        },
      },
    ],
  }
  const [one, two] = [validateDocument(bare), validateDocument(structuredClone(bare))]
  assert.deepEqual(one, two)
  const ids = itemsOf(one.blocks[0] as Block, 'items').map(({ id }) => id)
  assert.equal(new Set(ids).size, 2)
  for (const id of ids) assert.match(id, /^i[0-9a-z]{8}$/)
  assert.deepEqual(validateDocument(one), one)
})

test('an operation made for another document is refused', () => {
  const operation = { type: 'removeBlock', blockId: 'a', documentHash: hashDocument(page('a', 'b')) } as const
  assert.equal(refusal(() => applyOperation(page('a'), operation)).status, 409)
})

test('an operation that does not fit, or would make the document invalid, is refused with its path', () => {
  const document = page('a', 'b')
  const full = page(...Array.from({ length: 200 }, (_, index) => `a${index}`))
  const bold = { ...text('c'), props: { heading: '<b>' } }
  const table: [Document, object, string][] = [
    [document, { type: 'explode' }, '/type'],
    [document, { type: 'removeBlock', blockId: 'z' }, '/blockId'],
    [document, { type: 'removeBlock', blockId: 'a', force: true }, '/force'],
    [document, { type: 'moveBlock', blockId: 'a', afterId: 'a' }, '/afterId'],
    [document, { type: 'moveBlock', blockId: 'a', afterId: 'z' }, '/afterId'],
    [document, { type: 'addBlock', block: text('a'), afterId: null }, '/block/id'],
    [document, { type: 'addBlock', block: { ...text('c'), type: 'x' }, afterId: null }, '/block/type'],
    [document, { type: 'addBlock', block: bold, afterId: null }, '/block/props/heading'],
    [full, { type: 'addBlock', block: text('z'), afterId: null }, '/block'],
    [document, { type: 'updateBlock', blockId: 'a', props: { heading: null } }, '/props'],
    [document, { type: 'updateBlock', blockId: 'a', props: { nothing: 1 } }, '/props/nothing'],
    [document, { type: 'setTheme', theme: { radius: 99 } }, '/theme/radius'],
    [document, { type: 'setTheme', theme: [] }, '/theme'],
  ]
  for (const [at, change, path] of table)
    assert.deepEqual(
      refusal(() => apply(at, change as Change)),
      { status: 400, path },
      JSON.stringify(change),
    )
})

test('an operation cannot make a document larger than allowed', () => {
  const body = 'long '.repeat(1500)
  const blocks = Array.from(
    { length: 69 },
    (_, index): Block => ({ id: `t${index}`, type: 'text', props: { body }, sources: [] }),
  )
  const document = validateDocument({ theme: {}, blocks })
  const block: Block = { id: 'last', type: 'text', props: { body }, sources: [] }
  assert.deepEqual(
    refusal(() => apply(document, { type: 'addBlock', block, afterId: null })),
    { status: 400, path: '' },
  )
})

test('the same content has the same hash, and any change has another', () => {
  const one = validateDocument(JSON.parse('{"theme":{"radius":1,"font":"inter"},"blocks":[]}'))
  const two = validateDocument(JSON.parse('{"blocks":[],"theme":{"font":"inter","radius":1}}'))
  assert.equal(hashDocument(one), hashDocument(two))
  assert.notEqual(hashDocument(one), hashDocument({ ...one, theme: { font: 'inter', radius: 2 } }))
  assert.notEqual(hashDocument(page('a', 'b')), hashDocument(page('b', 'a')))
})

test('the difference of two documents, applied to the first, makes the second', () => {
  const edited = fc.tuple(someDocument, someDocument, fc.array(fc.nat())).map(([before, other, order]) => {
    const mixed = [
      ...before.blocks,
      ...other.blocks.filter(({ id }) => !before.blocks.some((block) => block.id === id)),
    ]
    const shuffled = mixed
      .map((block, index) => ({ block, key: order[index] ?? index }))
      .sort((a, b) => a.key - b.key)
    const after = {
      ...other,
      blocks: shuffled.filter(({ key }) => key % 4 !== 3).map(({ block }) => block),
    }
    return [before, after, other] as const
  })
  fc.assert(
    fc.property(edited, ([before, after, other]) => {
      for (const target of [after, other, before]) {
        assert.deepEqual(applyOperations(before, diffDocuments(before, target)), target)
      }
    }),
    { numRuns: times(80, 30) },
  )
})

test('the difference of any two lists turns the first into the second, item by item', () => {
  const item = fc.record(
    { id: fc.constantFrom(...'abcdefgh'), question: fc.constantFrom('x', 'y'), answer: fc.constant('z') },
    { noNullPrototype: true },
  )
  const list = fc.uniqueArray(item, { minLength: 1, maxLength: 8, selector: ({ id }) => id })
  const document = list.map(
    (items): Document => ({ theme: {}, blocks: [{ ...faq(), props: { items } } as Block] }),
  )
  fc.assert(
    fc.property(document, document, (before, after) => {
      const operations = diffDocuments(before, after)
      assert.deepEqual(applyOperations(before, operations), after)
      const kept = itemsOf(after.blocks[0] as Block, 'items').filter(({ id }) =>
        itemsOf(before.blocks[0] as Block, 'items').some((other) => other.id === id),
      )
      if (kept.length > 0)
        assert.ok(
          operations.every(({ type }) => type.endsWith('Item')),
          namesOf(operations).join(),
        )
    }),
    { numRuns: times(2_000, 300) },
  )
})

test('a simple change is one operation', () => {
  const document = page('a', 'b', 'c', 'd', 'e')
  const changes: Change[] = [
    { type: 'addBlock', block: text('x'), afterId: 'b' },
    { type: 'removeBlock', blockId: 'c' },
    { type: 'moveBlock', blockId: 'a', afterId: 'e' },
    { type: 'moveBlock', blockId: 'e', afterId: null },
    { type: 'updateBlock', blockId: 'b', props: { body: 'new' } },
    { type: 'setTheme', theme: { radius: 3 } },
  ]
  for (const change of changes) {
    const documentHash = hashDocument(document)
    assert.deepEqual(diffDocuments(document, apply(document, change)), [{ ...change, documentHash }])
  }
  assert.deepEqual(diffDocuments(document, document), [])
  const retyped: Document = {
    ...document,
    blocks: document.blocks.with(1, { id: 'b', type: 'quote', props: { quote: 'q' }, sources: [] }),
  }
  assert.deepEqual(namesOf(diffDocuments(document, retyped)), ['removeBlock', 'addBlock'])
})

test('the largest difference is found quickly', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `a${index}`)
  const [before, after] = [page(...ids), page(...ids.toReversed())]
  const ms = processorMs(() => assert.equal(diffDocuments(before, after).length, 199))
  assert.ok(ms < 500, `${ms} ms`)
})

/** About 80 KB of questions and answers. */
const largeBlock = (): Block => ({
  id: 'faq',
  type: 'faq',
  props: {
    items: Array.from({ length: 40 }, (_, nth) => ({
      id: `item${nth}`,
      question: 'What is it?',
      answer: 'A **bold** answer. '.repeat(100),
    })),
  },
  sources: [],
})

test('a thousand changes of a large block cost little more than one', () => {
  const document = { theme: {}, blocks: [largeBlock()] }
  const change = (nth: number) => ({
    type: 'updateItem',
    blockId: 'faq',
    list: 'items',
    itemId: 'item1',
    props: { question: `Question ${nth}` },
  })
  const measure = (changes: number) => {
    const list = Array.from({ length: changes }, (_, nth) => change(nth))
    const runs = Array.from({ length: 3 }, () => processorMs(() => applyChanges(document, list, '')))
    return Math.min(...runs)
  }
  const [one, thousand] = [measure(1), measure(1_000)]
  assert.ok(thousand < 20 * one + 100, `${one} ms for one, ${thousand} ms for a thousand`)
})

test('changes sent together have the same result as the same operations one after the other', () => {
  fc.assert(
    fc.property(someDocument, someDocument, (from, to) => {
      const operations = diffDocuments(from, to)
      const changes = operations.map(({ documentHash: _, ...change }) => change)
      assert.deepEqual(applyChanges(from, changes, ''), applyOperations(from, operations))
    }),
    { numRuns: times(300, 60) },
  )
})

test('of several changes sent together, the error names the one that made a block invalid', () => {
  const document = { theme: {}, blocks: [largeBlock(), text('b')] }
  const update = (props: object) => ({ type: 'updateBlock', blockId: 'faq', props })
  const addItem = { type: 'addItem', blockId: 'faq', list: 'items', item: { question: 'x' }, afterId: null }
  const cases: [expected: string, changes: object[]][] = [
    ['/0/props/heading', [update({ heading: 7 }), update({ intro: 'fine' }), addItem]],
    ['/1/list', [update({ items: 'none' }), addItem]],
    ['/1/list', [update({ items: [7] }), addItem]],
    ['/1/props/items', [update({ heading: 'fine' }), update({ items: 'none' })]],
    ['/2/block', [addItem, update({ heading: 'fine' }), { type: 'addBlock', block: 7, afterId: null }]],
  ]
  for (const [expected, changes] of cases) {
    const { status, path } = refusal(() => applyChanges(document, changes, ''))
    assert.equal(status, 400)
    assert.ok(path?.startsWith(expected), `${path} instead of ${expected}`)
  }
})
