import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyOperations, type Document, hashDocument } from '../../document/index.ts'
import type { AgentContext } from '../agent.ts'
import { builtinAgent } from '../builtin.ts'
import { collect, contextOf, documentOf, runRow } from '../evaluation/inProcess.ts'
import type { Row } from '../evaluation/judge.ts'
import { otherPages, practicePages } from '../evaluation/sets.ts'
import { openPage } from '../page.ts'
import { segmentsOf } from './segments.ts'

async function send(message: string, fixture: string, more: Partial<AgentContext> = {}) {
  const document = more.document ?? documentOf(fixture, otherPages)
  const context: AgentContext = {
    ...contextOf({ setup: { fixture } }, otherPages),
    message,
    document,
    conversation: [],
    searchAssets: async () => [],
    readVersion: async () => undefined,
    ...more,
  }
  const { operations, reply } = await collect(builtinAgent, context)
  return { after: applyOperations(document, operations), reply }
}
const propsOf = ({ blocks }: Document, id: string) => blocks.find((block) => block.id === id)?.props as any

test('each point of a list is read by itself, in the context of its heading', async () => {
  const { after } = await send('Memberships:\n1. Off-peak £25\n2. Anytime £45\n3. Coached £99', 'gym')
  const prices = propsOf(after, 'memberships').plans.map(({ price }: { price: string }) => price)
  assert.deepEqual(prices, ['£25', '£45', '£99'])
})

test('a plain command sets the words that it gives, regardless of their content', async () => {
  for (const [message, headline] of [
    ['change the headline to Steel for Leith', 'Steel for Leith'],
    ['Please replace the headline with Strong in Leith', 'Strong in Leith'],
    ['set the headline to Made by hand and by heart', 'Made by hand and by heart'],
  ] as const)
    assert.equal(propsOf((await send(message, 'gym')).after, 'top').headline, headline)
  const { after } = await send('change the headline to Steel for Leith and remove the FAQ', 'gym')
  assert.notEqual(propsOf(after, 'top').headline, 'Steel for Leith and remove the FAQ')
})

test('clear points of a list are carried out, and the others are named', async () => {
  const unclear = '- gizmo the whatsit sideways'
  const { after, reply } = await send(`- remove the quote\n- remove the FAQ\n${unclear}`, 'gym')
  assert.equal(propsOf(after, 'coach'), undefined)
  assert.match(reply, /I removed the quote/)
  assert.match(reply, /Not done: “gizmo the whatsit sideways”/)
})

test('a list of which only half is clear changes nothing, and the unclear points are asked about', async () => {
  const { after, reply } = await send('- remove the quote\n- gizmo the whatsit sideways', 'gym')
  assert.deepEqual(after, documentOf('gym', otherPages))
  assert.match(reply, /did not understand “gizmo the whatsit sideways”\. Say that in other words/)
})

test('a list that is the content of an addition is not split', () => {
  const opened = openPage(
    contextOf({ setup: { fixture: 'gym' } }, otherPages) as never,
    documentOf('gym', otherPages),
  )
  assert.equal(segmentsOf('Add these to the member logos:\n- Acme\n- Globex', opened), undefined)
  assert.equal(segmentsOf('- remove the quote\n- remove the FAQ', opened)?.segments.length, 2)
})

test('undo also reverts changes by people', async () => {
  const before = documentOf('gym', otherPages)
  const document = { ...before, blocks: before.blocks.toSpliced(4, 1) }
  const history = [before, document].map((each, at) => ({
    versionNumber: at + 1,
    documentHash: hashDocument(each),
  }))
  const { after } = await send('undo', 'gym', { document, history, readVersion: async () => before })
  assert.deepEqual(after, before)
})

/** The page after a sequence of messages. */
async function pageAfter(fixture: string, ...messages: string[]) {
  const setup = { fixture, messages: messages.slice(0, -1) }
  const row: Row = { id: 'test', category: 'test', instruction: messages.at(-1) ?? '', setup, expected: {} }
  return (await runRow(builtinAgent, row, practicePages)).after
}

test('letters, lines and ordinals mark points, too', async () => {
  const byLetter = await pageAfter(
    'lifts',
    'a) Availability is 99.7%\nb) remove the question about modernising',
  )
  assert.equal(propsOf(byLetter, 'numbers').items[0].value, '99.7%')
  assert.equal(propsOf(byLetter, 'asked').items.length, 2)
  const byLine = await pageAfter('lifts', 'hero\neyebrow lift care for landlords\nnote first inspection free')
  assert.equal(propsOf(byLine, 'top').eyebrow, 'Lift care for landlords')
  assert.equal(propsOf(byLine, 'top').note, 'First inspection free')
  const counted = 'First call Monthly visit Visit every month, second the note under the figures can go'
  const byCount = await pageAfter('lifts', `${counted}, third make the telephone optional.`)
  assert.equal(propsOf(byCount, 'service').items[0].title, 'Visit every month')
  assert.equal(propsOf(byCount, 'numbers').note, undefined)
  assert.equal(propsOf(byCount, 'inspection').fields[1].required, undefined)
})

test('an ordinal with a noun marks no point of a list', () => {
  const page = openPage(
    contextOf({ setup: { fixture: 'lifts' } }, practicePages) as never,
    documentOf('lifts', practicePages),
  )
  assert.equal(segmentsOf('first step in week 2, second step in week 4', page), undefined)
})

test('two wishes in one sentence are both carried out', async () => {
  const after = await pageAfter(
    'coldstore',
    'in the form call the pallets field "How many" and company doesnt need to be required',
  )
  const [company, , , pallets] = propsOf(after, 'offer').fields
  assert.deepEqual([pallets.label, company.required], ['How many', undefined])
})

test('new words replace the old ones that the message names beside them', async () => {
  const after = await pageAfter('vineyard', 'The quote is from the winter issue, not spring.')
  assert.equal(propsOf(after, 'critic').role, 'Mosel Notebook, winter issue')
})

test('a change is repeated for the corresponding part of another object, and an undo leaves the restored part in focus', async () => {
  const cells = await pageAfter('lifts', 'Small parts for Manufacturer: Included.', 'On call only too.')
  assert.deepEqual(propsOf(cells, 'against').rows[1].cells, ['Included', 'Included', 'Included'])
  const field = await pageAfter(
    'drone',
    'Roof area field required.',
    'Undo that. Rename it "Roof size" instead.',
  )
  const { label, required } = propsOf(field, 'book').fields[3]
  assert.deepEqual([label, required], ['Roof size', undefined])
})
