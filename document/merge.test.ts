import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { someDocument } from '../server/test/documents.ts'
import { times } from '../server/test/effort.ts'
import { processorMs } from '../server/test/processor.ts'
import { canonicalJson } from '../shared/canonicalJson.ts'
import { hashDocument } from './hash.ts'
import { itemsOf } from './ids.ts'
import { type Decide, type MergeConflict, mergeDocuments } from './merge.ts'
import type { Block, Document } from './schema.ts'
import { validateDocument } from './validate.ts'

const merge = (was: Document, base: Document, audience: Document, decide?: Decide) =>
  mergeDocuments({ was, base, audience }, decide)
const text = (id: string, props: object = { heading: id }): Block =>
  ({ id, type: 'text', props, sources: [] }) as Block
const faq = (...items: [id: string, question: string][]): Block => ({
  id: 'faq',
  type: 'faq',
  props: { items: items.map(([id, question]) => ({ id, question, answer: 'Yes.' })) },
  sources: [],
})
const page = (...blocks: Block[]): Document => ({ theme: {}, blocks })
const order = (...ids: string[]): Document => page(...ids.map((id) => text(id)))
const idsOf = ({ blocks }: Document) => blocks.map(({ id }) => id).join('')
const kindsOf = (conflicts: MergeConflict[]) => conflicts.map(({ conflictId }) => conflictId)

test('a change on one side is applied, and the same change on both sides is no conflict', () => {
  const then = page(text('a', { heading: 'Old', body: 'Old' }), text('b'))
  const now = page(text('a', { heading: 'New', body: 'Old' }), text('b', { heading: 'Same' }))
  const theirs = page(text('a', { heading: 'Old', body: 'For you' }), text('b', { heading: 'Same' }))
  const { document, conflicts } = merge(then, now, theirs)
  assert.deepEqual(
    document,
    page(text('a', { heading: 'New', body: 'For you' }), text('b', { heading: 'Same' })),
  )
  assert.deepEqual(conflicts, [])
})

test('if both sides changed a field, the audience’s value stays, and the conflict is reported and can be decided', () => {
  const [then, now, theirs] = ['Old', 'New', 'For you'].map((heading) => page(text('a', { heading })))
  const decided = (decide?: Decide) => merge(then as Document, now as Document, theirs as Document, decide)
  const { document, conflicts } = decided()
  assert.deepEqual(document, theirs)
  assert.deepEqual(conflicts, [
    {
      conflictId: 'changed:a/heading',
      kind: 'changed',
      place: { blockId: 'a', field: 'heading' },
      was: 'Old',
      base: 'New',
      audience: 'For you',
      result: 'audience',
    },
  ])
  assert.deepEqual(decided(() => 'take').document, now)
  const written = decided(() => ({ text: 'Both' }))
  assert.deepEqual(written.document, page(text('a', { heading: 'Both' })))
  assert.equal(written.conflicts[0]?.result, 'text')
})

test('a locked block takes the base’s side, and the merge reports it', () => {
  const then = page(text('a', { heading: 'Old' }))
  const now = page({ ...text('a', { heading: 'New' }), locked: true })
  const { document, conflicts } = merge(then, now, page(text('a', { heading: 'For you' })))
  assert.deepEqual(document, now)
  assert.deepEqual(
    conflicts.map(({ conflictId, result }) => [conflictId, result]),
    [['changed:a/heading', 'base']],
  )
  const removed = merge(then, now, page())
  assert.deepEqual(removed.document, now)
})

test('a removed block is dropped unless the other side changed it', () => {
  const then = page(text('a'), text('b'), text('c'))
  const changed = page(text('a', { heading: 'New' }), text('b'), text('c'))
  const without = page(text('b'), text('c'))
  assert.deepEqual(merge(then, without, then), { document: without, conflicts: [] })
  assert.deepEqual(merge(then, then, without), { document: without, conflicts: [] })
  const inBase = merge(then, without, changed)
  assert.deepEqual([inBase.document, kindsOf(inBase.conflicts)], [changed, ['removedInBase:a']])
  const byAudience = merge(then, changed, without)
  assert.deepEqual([byAudience.document, kindsOf(byAudience.conflicts)], [without, ['removedByAudience:a']])
  assert.deepEqual(merge(then, without, changed, () => 'take').document, without)
  assert.deepEqual(merge(then, changed, without, () => 'take').document, changed)
})

test('blocks keep the places that either side gave them', () => {
  const table: [then: string, now: string, theirs: string, merged: string, conflicts: string[]][] = [
    ['abc', 'abxc', 'cab', 'cabx', []],
    ['abc', 'xabc', 'abyc', 'xabyc', []],
    ['abcde', 'bcdea', 'abdec', 'bdeac', []],
    ['abcde', 'cabde', 'abdec', 'abdec', ['moved:c']],
    ['abcde', 'cabde', 'cabde', 'cabde', []],
    // The audience swapped two neighbours, and the base moved one of them away.
    ['abcd', 'bcda', 'bacd', 'bcda', []],
    ['abcd', 'acd', 'dabc', 'dac', []],
  ]
  for (const [then, now, theirs, merged, conflicts] of table) {
    const result = merge(order(...then), order(...now), order(...theirs))
    assert.deepEqual([idsOf(result.document), kindsOf(result.conflicts)], [merged, conflicts], now + theirs)
  }
  const taken = merge(order(...'abcde'), order(...'cabde'), order(...'abdec'), () => 'take')
  assert.equal(idsOf(taken.document), 'cabde')
})

test('items of lists follow the same rules by their ids', () => {
  const then = page(faq(['a', 'A?'], ['b', 'B?'], ['c', 'C?']))
  const now = page(faq(['a', 'A?'], ['b', 'Beta?'], ['d', 'D?'], ['c', 'C?']))
  const theirs = page(faq(['c', 'C?'], ['a', 'Alpha?'], ['b', 'B?'], ['e', 'E?']))
  const { document, conflicts } = merge(then, now, theirs)
  const questions = itemsOf(document.blocks[0] as Block, 'items').map(({ question }) => question)
  assert.deepEqual(questions, ['C?', 'Alpha?', 'Beta?', 'D?', 'E?'])
  assert.deepEqual(conflicts, [])
  const both = merge(then, now, page(faq(['a', 'A?'], ['b', 'Bee?'], ['c', 'C?'])))
  assert.deepEqual(kindsOf(both.conflicts), ['changed:faq/items/b/question'])
})

test('a button’s text and link merge separately; a picture and its description stay together', () => {
  const hero = (label: string, link: string, alt: string, asset: string): Document =>
    page({
      id: 'hero',
      type: 'hero',
      props: {
        headline: 'H',
        primaryAction: { label, link },
        picture: { assetId: `asset_${asset.repeat(26)}`, alt },
      },
      sources: [],
    } as Block)
  const { document, conflicts } = merge(
    hero('Go', '/old', 'A dog', '0'),
    hero('Go', '/new', 'A cat', '1'),
    hero('Start', '/old', 'Our dog', '0'),
  )
  assert.deepEqual(document, hero('Start', '/new', 'Our dog', '0'))
  assert.deepEqual(kindsOf(conflicts), ['changed:hero/picture'])
})

test('two changes that are invalid together leave the audience’s block and are reported as one conflict', () => {
  const then = page(faq(['a', 'A?'], ['b', 'B?']))
  const { document, conflicts } = merge(then, page(faq(['a', 'A?'])), page(faq(['b', 'B?'])))
  assert.deepEqual(document, page(faq(['b', 'B?'])))
  assert.deepEqual(kindsOf(conflicts), ['changed:faq'])
})

// Small documents with few ids and words, so that both sides often change the same thing.

const words = ['one', 'two', 'three']
const someWord = fc.constantFrom(...words)
type Edit = (document: Document, mark: string) => Document
type Touch = { edit: Edit; blocks: number[] }

const start: Document = {
  theme: { radius: 4 },
  blocks: [
    text('a', { heading: 'one', body: 'one' }),
    faq(['i', 'one'], ['j', 'two'], ['k', 'three']),
    text('c', { heading: 'one' }),
    { id: 'q', type: 'quote', props: { quote: 'one', name: 'two' }, sources: [] },
    text('e', { heading: 'two', points: ['one', 'two'] }),
  ],
  metadata: { title: 'one' },
}

const onBlock =
  (index: number, change: (block: Block, mark: string) => Block | undefined): Edit =>
  (document, mark) => {
    const id = start.blocks[index]?.id
    return {
      ...document,
      blocks: document.blocks.flatMap((block) => (block.id === id ? (change(block, mark) ?? []) : block)),
    }
  }
/** Texts end with a mark of the side that wrote them. */
const sideOf = (mark: string) => (mark === '!' ? 'base' : 'audience')
const withProps = (block: Block, props: object) =>
  ({ ...block, props: { ...block.props, ...props } }) as Block
const textProp: Record<string, string> = { text: 'heading', quote: 'quote' }

function editBlock(index: number, what: number, word: string, place: number): Touch {
  const setText = onBlock(index, (block, mark) => {
    const prop = textProp[block.type]
    if (prop) return withProps(block, { [prop]: `${word}${mark}` })
    const items = itemsOf(block, 'items')
    return withProps(block, {
      items: items.map((item, at) =>
        at === place % items.length ? { ...item, question: word + mark } : item,
      ),
    })
  })
  const edits: Edit[] = [
    setText,
    setText,
    onBlock(index, () => undefined),
    onBlock(index, (block) => ({ ...block, hidden: true })),
    onBlock(index, (block, mark) => {
      if (block.type !== 'faq')
        return withProps(block, textProp[block.type] === 'heading' ? { body: mark } : {})
      if (itemsOf(block, 'items').some(({ id }) => id === `n${place}${sideOf(mark)}`)) return block
      const item = { id: `n${place}${sideOf(mark)}`, question: `${word}${mark}`, answer: 'Yes.' }
      return withProps(block, { items: itemsOf(block, 'items').toSpliced(place, 0, item) })
    }),
    onBlock(index, (block) => {
      const items = itemsOf(block, 'items')
      return block.type === 'faq' && items.length > 1 ? withProps(block, { items: items.slice(1) }) : block
    }),
    (document) => {
      const id = start.blocks[index]?.id
      const block = document.blocks.find((one) => one.id === id)
      if (!block) return document
      return {
        ...document,
        blocks: document.blocks.filter((one) => one !== block).toSpliced(place, 0, block),
      }
    },
  ]
  return { edit: edits[what % edits.length] as Edit, blocks: [index] }
}

const someTouch: Arbitrary<Touch> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(4), fc.nat(6), someWord, fc.nat(4))
      .map(([index, what, word, place]) => editBlock(index, what, word, place)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(someWord, fc.nat(5)).map(
      ([word, place]): Touch => ({
        edit: (document, mark) => ({
          ...document,
          blocks: document.blocks
            .filter(({ id }) => id !== `new-${sideOf(mark)}`)
            .toSpliced(place, 0, text(`new-${sideOf(mark)}`, { heading: word })),
        }),
        blocks: [],
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat(9)
      .map((radius): Touch => ({ edit: (document) => ({ ...document, theme: { radius } }), blocks: [-1] })),
  },
  {
    weight: 1,
    arbitrary: someWord.map(
      (title): Touch => ({
        edit: (document, mark) => ({ ...document, metadata: { title: title + mark } }),
        blocks: [-2],
      }),
    ),
  },
)
const someTouches = fc.array(someTouch, { maxLength: 5 })
const apply = (touches: Touch[], mark: string) =>
  touches.reduce((document, { edit }) => edit(document, mark), start)
const numRuns = times(10_000, 1_500)

test('an unchanged base leaves the audience’s document; an untouched audience gets the new base', () => {
  fc.assert(
    fc.property(someTouches, (touches) => {
      const changed = apply(touches, '!')
      assert.deepEqual(merge(start, start, changed), { document: changed, conflicts: [] })
      const { document, conflicts } = merge(start, changed, start)
      assert.equal(hashDocument(document), hashDocument(changed))
      assert.deepEqual(conflicts, [])
    }),
    { numRuns },
  )
})

test('a merge is valid, and merging again changes nothing', () => {
  fc.assert(
    fc.property(someTouches, someTouches, (base, audience) => {
      const [now, theirs] = [apply(base, '!'), apply(audience, '?')]
      const { document } = merge(start, now, theirs)
      validateDocument(structuredClone(document))
      // Merging again with the new base changes nothing.
      assert.deepEqual(merge(now, now, document), { document, conflicts: [] })
      // With the old base, the texts stay the same.
      const again = merge(start, now, document).document
      const inAnyOrder = ({ blocks }: Document) => blocks.map(canonicalJson).sort()
      assert.deepEqual(inAnyOrder(again), inAnyOrder(document))
    }),
    { numRuns },
  )
})

test('edits of different blocks merge without a conflict', () => {
  fc.assert(
    fc.property(someTouches, someTouches, (base, audience) => {
      const touched = new Set(base.flatMap(({ blocks }) => blocks))
      const elsewhere = audience.filter(({ blocks }) => blocks.every((index) => !touched.has(index)))
      // Several moves of one side are ambiguous; the next test covers single moves.
      const { conflicts } = merge(start, apply(base, '!'), apply(elsewhere, '?'))
      assert.deepEqual(
        conflicts.filter(({ kind }) => kind !== 'moved'),
        [],
      )
    }),
    { numRuns },
  )
})

test('one move on each side, of different blocks, never causes a conflict', () => {
  const ids = [...'abcdef']
  const move = fc.tuple(fc.nat(5), fc.nat(5))
  const moved = ([index, place]: [number, number]) =>
    order(...ids.filter((_, at) => at !== index).toSpliced(place, 0, ids[index] as string))
  fc.assert(
    fc.property(move, move, (base, audience) => {
      fc.pre(base[0] !== audience[0])
      assert.deepEqual(merge(order(...ids), moved(base), moved(audience)).conflicts, [])
    }),
    { numRuns },
  )
})

test('every conflict has a change on both sides, and every new text is in the result or in a conflict', () => {
  fc.assert(
    fc.property(someTouches, someTouches, (base, audience) => {
      const [now, theirs] = [apply(base, '!'), apply(audience, '?')]
      const { document, conflicts } = merge(start, now, theirs)
      for (const { kind, was, base: inBase, audience: inAudience } of conflicts) {
        if (kind === 'moved') continue
        assert.notEqual(canonicalJson(inBase), canonicalJson(was))
        assert.notEqual(canonicalJson(inAudience), canonicalJson(was))
        assert.notEqual(canonicalJson(inAudience), canonicalJson(inBase))
      }
      const told = canonicalJson([document, conflicts])
      for (const side of [now, theirs])
        for (const [said] of canonicalJson(side).matchAll(/"(?:one|two|three)[!?]"/g))
          assert.ok(told.includes(said), said)
    }),
    { numRuns },
  )
})

test('any three documents merge to a valid one', () => {
  const mixed = fc
    .tuple(someDocument, someDocument, someDocument)
    .map(([one, two, three]) => [one, ...[two, three].map((other) => mixIn(one, other))] as Document[])
  fc.assert(
    fc.property(mixed, ([then, now, theirs]) => {
      const { document } = merge(then as Document, now as Document, theirs as Document)
      validateDocument(structuredClone(document))
    }),
    { numRuns: times(300, 40) },
  )
})

/** Every second block of `one`, some with the props of a block of the same type of `other`. */
function mixIn(one: Document, other: Document): Document {
  const kept = one.blocks.filter((_, index) => (index + other.blocks.length) % 3 !== 0)
  const changed = kept.map((block) => {
    const donor = other.blocks.find(({ type }) => type === block.type)
    return donor ? ({ ...block, props: donor.props } as Block) : block
  })
  const added = other.blocks.filter(({ id }) => !one.blocks.some((block) => block.id === id))
  return { ...other, blocks: [...added.slice(0, 2), ...changed] }
}

test('the largest documents merge quickly', () => {
  const ids = Array.from({ length: 190 }, (_, index) => `b${index}`)
  const then = page(...ids.map((id) => text(id, { body: `${id} `.repeat(500) })))
  const now = page(...then.blocks.toReversed(), text('new'))
  const theirs = page(...then.blocks.slice(5).map((block) => withProps(block, { heading: 'For you' })))
  const ms = processorMs(() => merge(then, now, theirs))
  assert.ok(ms < 500, `${ms} ms`)
})
