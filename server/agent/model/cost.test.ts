import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockTypes, operationKinds } from '../../../document/index.ts'
import { converse } from '../../test/conversation.ts'
import { makeKnownAudience } from '../../test/modelAudience.ts'
import { openModelServer } from '../../test/modelServer.ts'
import { world } from '../../test/world.ts'
import { blockReference, describeTypes, makeReference } from './reference.ts'
import { inputs } from './schemas.ts'

const model = openModelServer()

/**
 * What a run with one edit took when tools had full JSON Schemas and a second call fetched the closing sentence: calls,
 * and characters of all requests together, on this very page with this very message.
 */
const before = {
  anthropic: { calls: 2, characters: 35_211 + 35_543 },
  openai: { calls: 2, characters: 35_137 + 35_448 },
  'openai-compatible': { calls: 2, characters: 35_119 + 35_438 },
} as const

for (const protocol of ['anthropic', 'openai', 'openai-compatible'] as const)
  test(`${protocol}: an edit takes half the calls and less than a third of the prompt that it once took`, async (t) => {
    const { acme } = await world(await model.settings(protocol))
    const { path } = await makeKnownAudience(acme)
    const props = { headline: 'Ready in two weeks' }
    model.script({
      calls: [
        { name: 'updateBlock', input: { blockId: 'hero', props } },
        { name: 'reply', input: { text: 'The headline is “Ready in two weeks” now.' } },
      ],
    })
    const { answer, document } = await converse(acme, path, 'Change the headline to "Ready in two weeks"')
    assert.deepEqual([answer.outcome, document.blocks[0].props.headline], ['drafted', props.headline])
    const characters = model.asked.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0)
    t.diagnostic(`${model.asked.length} call, ${characters} of ${before[protocol].characters} characters`)
    assert.ok(model.asked.length <= before[protocol].calls / 2)
    assert.ok(characters < before[protocol].characters / 3, `${characters} characters`)
  })

test('the reference names every type and field, and says what is required', () => {
  for (const { name, props } of blockTypes) {
    const line = blockReference.split('\n').find((one) => one.startsWith(`${name}: `)) ?? ''
    const opening = blockReference.split('\n').find((one) => one.startsWith('opening = ')) ?? ''
    for (const field of Object.keys(props.properties))
      assert.ok(
        new RegExp(`\\b${field}\\b`).test(line.includes('opening') ? line + opening : line),
        `${name}.${field}`,
      )
    for (const field of (props as { required?: string[] }).required ?? [])
      assert.match(line, new RegExp(`\\b${field}\\*`), `${name}.${field}`)
  }
  assert.match(describeTypes(['pricing']), /highlighted: The one you would choose/)
})

test('a model has a tool for every operation there is', () => {
  for (const name of Object.keys(operationKinds)) assert.ok(Object.hasOwn(inputs, name), name)
})

test('a newly added block type appears in the reference immediately', () => {
  const props = {
    type: 'object',
    properties: { motto: { type: 'string', maxLength: 20 } },
    required: ['motto'],
  }
  assert.match(makeReference([...blockTypes, { name: 'banner', props }]), /^banner: motto\* 20$/m)
})
