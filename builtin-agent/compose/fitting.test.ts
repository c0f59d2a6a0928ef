import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyOperations, type Document, type Operation, validateDocument } from '../../document/index.ts'
import { builtinAgent } from '../builtin.ts'
import { contextFor, page } from '../examples/page.ts'

test('a name that would make a text too long is not inserted, and the other changes are made', async () => {
  const eyebrow = 'Made for your company, in the north, the south, the east and the west of it'
  const document = {
    ...page,
    blocks: page.blocks.map((block) =>
      block.type === 'hero' ? { ...block, props: { ...block.props, eyebrow } } : block,
    ),
  } as Document
  const account = {
    ...contextFor('').account,
    name: 'Vereinigte Norddeutsche Hafen- und Güterbahnbetriebsgesellschaft der Freien Hansestadt mbH',
  }
  const context = contextFor('personalise the page for them', { document, account: account as never })
  const operations: Operation[] = []
  let said = ''
  for await (const output of builtinAgent.run(context, new AbortController().signal))
    if (output.type === 'text') said += output.text
    else if (output.type === 'operation') operations.push(output.operation)
  assert.match(said, /^I personalised a section of what we heard/)
  const after = validateDocument(applyOperations(document, operations))
  assert.deepEqual(after.blocks[0]?.props, document.blocks[0]?.props)
  assert.ok(after.blocks.some(({ id }) => id === 'heard'))
})
