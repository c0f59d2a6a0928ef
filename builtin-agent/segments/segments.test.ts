import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyOperations, type Document, hashDocument } from '../../document/index.ts'
import type { AgentContext } from '../agent.ts'
import { builtinAgent } from '../builtin.ts'
import { collect, contextOf, documentOf } from '../evaluation/inProcess.ts'
import { otherPages } from '../evaluation/sets.ts'
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

test('each point of a list is read by itself, about what its heading names', async () => {
  const { after } = await send('Memberships:\n1. Off-peak £25\n2. Anytime £45\n3. Coached £99', 'gym')
  const prices = propsOf(after, 'memberships').plans.map(({ price }: { price: string }) => price)
  assert.deepEqual(prices, ['£25', '£45', '£99'])
})

test('of a list the points that are clear are done, and the others are named', async () => {
  const { after, reply } = await send('- remove the quote\n- gizmo the whatsit sideways', 'gym')
  assert.equal(propsOf(after, 'coach'), undefined)
  assert.match(reply, /I removed the quote/)
  assert.match(reply, /gizmo the whatsit sideways/)
})

test('a list that is the content of an addition is not split', () => {
  const opened = openPage(
    contextOf({ setup: { fixture: 'gym' } }, otherPages) as never,
    documentOf('gym', otherPages),
  )
  assert.equal(segmentsOf('Add these to the member logos:\n- Acme\n- Globex', opened), undefined)
  assert.equal(segmentsOf('- remove the quote\n- remove the FAQ', opened)?.segments.length, 2)
})

test('undo takes back what a person changed, too', async () => {
  const before = documentOf('gym', otherPages)
  const document = { ...before, blocks: before.blocks.toSpliced(4, 1) }
  const history = [before, document].map((each, at) => ({
    versionNumber: at + 1,
    documentHash: hashDocument(each),
  }))
  const { after } = await send('undo', 'gym', { document, history, readVersion: async () => before })
  assert.deepEqual(after, before)
})
