import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { diffDocuments } from '../../document/index.ts'
import { someDocument } from '../../server/test/documents.ts'
import { everyBlock } from '../../server/test/everyBlock.ts'
import { canonicalJson } from '../../shared/canonicalJson.ts'
import { plainText } from '../../shared/plainText.ts'
import { compareWords } from './compare.ts'
import { applyOperation, changedBlocks, type Document, type Operation, textAt, withText } from './document.ts'
import { blockOf, describeOperation, shownValue } from './words.ts'

const every = everyBlock as unknown as Document

test('the console applies operations with the same result as the service', () => {
  fc.assert(
    fc.property(someDocument, someDocument, (before, after) => {
      const operations = diffDocuments(before, after) as unknown as Operation[]
      const made = operations.reduce(applyOperation, before as unknown as Document)
      assert.equal(canonicalJson(made), canonicalJson(after))
      for (const operation of operations) assert.match(describeOperation(operation, made), /^[A-Z]\w+ \S/)
    }),
    { numRuns: 200 },
  )
})

test('the highlighted blocks are those that changed, were added or moved', () => {
  const [first, second, third, ...rest] = every.blocks
  assert.ok(first && second && third)
  assert.deepEqual(changedBlocks(undefined, every), [])
  assert.deepEqual(changedBlocks(every, structuredClone(every)), [])
  const changed = withText(every, second.id, '/heading', 'Other')
  assert.deepEqual(changedBlocks(every, changed), [second.id])
  for (const moved of [
    [second, third, first, ...rest],
    [third, first, second, ...rest],
  ])
    assert.deepEqual(changedBlocks(every, { ...every, blocks: moved }), [
      moved[0] === third ? third.id : first.id,
    ])
  assert.deepEqual(
    changedBlocks({ ...every, blocks: [first, third] }, { ...every, blocks: [first, second, third] }),
    [second.id],
  )
})

test('a text is set at its path, and an empty text removes its field or item', () => {
  const block = (document: Document, id: string) =>
    document.blocks.find((one) => one.id === id) as Document['blocks'][number]
  const before = textAt(block(every, 'features'), '/items/1/title')
  assert.equal(before, 'Tools arrive in time')
  const changed = withText(every, 'features', '/items/1/title', 'New')
  assert.equal(textAt(block(changed, 'features'), '/items/1/title'), 'New')
  assert.equal(textAt(block(every, 'features'), '/items/1/title'), before)
  const shorter = withText(every, 'text', '/points/0', '')
  assert.equal(textAt(block(shorter, 'text'), '/points/0'), 'Two of five lines wait for the same crew.')
  assert.equal('intro' in block(withText(every, 'features', '/intro', ''), 'features').props, false)
})

test('equal, removed and added words add up to both texts, for any two texts', () => {
  const words = fc.array(fc.constantFrom('dock', 'to', 'shelf', ',', ' ', '\n', 'é', '**', '4%'), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(words, words, (a, b) => {
      const [before, after] = [a.join(' '), b.join(' ')]
      const pieces = compareWords(before, after)
      const without = (kind: string) => pieces.filter((piece) => piece.kind !== kind).map(({ text }) => text)
      assert.equal(without('added').join(''), before)
      assert.equal(without('removed').join(''), after)
    }),
  )
  assert.deepEqual(compareWords('chilled from dock to shelf', 'chilled from the dock to the shelf'), [
    { text: 'chilled from ', kind: 'same' },
    { text: 'the ', kind: 'added' },
    { text: 'dock to', kind: 'same' },
    { text: ' the', kind: 'added' },
    { text: ' shelf', kind: 'same' },
  ])
  const long = 'word '.repeat(4000)
  assert.equal(compareWords(long, `other ${long}`).length, 2)
})

test('an operation names the block that it concerns, unless it removes the block', () => {
  const hash = '0'.repeat(64)
  assert.equal(blockOf({ type: 'removeBlock', documentHash: hash, blockId: 'hero' }), undefined)
  assert.equal(blockOf({ type: 'moveBlock', documentHash: hash, blockId: 'hero', afterId: null }), 'hero')
})

test('descriptions of a change contain no ids and no tokens of a text', () => {
  const documentHash = '0'.repeat(64)
  assert.equal(
    describeOperation({ type: 'removeBlock', documentHash, blockId: 'proof' }, every),
    'Removed a block',
  )
  assert.equal(
    describeOperation({ type: 'removeBlock', documentHash, blockId: 'quote-2' }),
    'Removed the quote',
  )
  assert.equal(plainText('{{prompt|What did they say?}}'), 'What did they say?')
  assert.equal(
    plainText('For **{{account.name|your team}}** in {{account.fields.next_site}}'),
    'For your team in next site',
  )
  assert.equal(shownValue('action:primary'), 'an action of the page')
})
