import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyOperations, type Operation } from '../../documents/operations.ts'
import type { Document } from '../../documents/schema.ts'
import { validateDocument } from '../../documents/validate.ts'
import type { AgentContext } from '../agent.ts'
import { builtinAgent } from './builtin.ts'
import { blockWishes } from './phrasings/blocks.ts'
import { heldOutWishes } from './phrasings/heldOut.ts'
import { lookWishes } from './phrasings/looks.ts'
import { moreWishes } from './phrasings/more.ts'
import { contextFor, type Draft, type Edit, nothing, page, props, theme, without } from './phrasings/page.ts'
import { textWishes } from './phrasings/texts.ts'

async function run(context: AgentContext) {
  const operations: Operation[] = []
  const pieces: string[] = []
  for await (const output of builtinAgent.run(context, new AbortController().signal)) {
    if (output.type === 'text') pieces.push(output.text)
    if (output.type === 'operation') operations.push(output.operation)
  }
  const changed = applyOperations(context.document, operations)
  validateDocument(changed)
  const known = new Set(context.document.blocks.map(({ id }) => id))
  const bare = (document: Document): Draft => {
    const { metadata = {}, ...rest } = withoutNewIds(document, known)
    return { document: rest, metadata }
  }
  const edit = (makes: Edit) => bare(makes(bare(context.document)).document)
  return {
    operations,
    pieces,
    said: pieces.join(''),
    before: bare(context.document),
    after: bare(changed),
    edit: (makes: Edit) => ({ ...edit(makes), metadata: makes(bare(context.document)).metadata }),
  }
}

/** Ids that were made up do not matter here. */
function withoutNewIds(document: Document, known: Set<string>): Document {
  return {
    ...document,
    blocks: document.blocks.map((block) => ({
      ...JSON.parse(
        JSON.stringify(block, (name, value) =>
          name === 'id' && /^i[0-9a-z]{8}$/.test(value) ? undefined : value,
        ),
      ),
      id: known.has(block.id) ? block.id : 'new',
    })),
  }
}

const ask = (message: string, more: Partial<AgentContext> = {}) => run(contextFor(message, more))

test('each of more than 200 ways to ask makes the page it asks for', async () => {
  const wishes = [...textWishes, ...blockWishes, ...lookWishes, ...heldOutWishes, ...moreWishes]
  const phrasings = wishes.flatMap(({ makes, said }) => said.map((message) => ({ makes, message })))
  assert.ok(phrasings.length > 200, `${phrasings.length}`)
  const failed: string[] = []
  for (const { makes, message } of phrasings) {
    const { edit, after, said } = await ask(message)
    try {
      assert.deepEqual(after, edit(makes))
      assert.doesNotMatch(said, /not understand/)
    } catch {
      failed.push(`${message}\n    → ${said}`)
    }
  }
  assert.equal(failed.join('\n'), '')
})

test('what is not understood changes nothing, is named, and is answered with what can be asked', async () => {
  const strange = [
    'make it pop',
    'What is the weather in Oslo?',
    'asdf qwer',
    'the page feels off',
    'translate the page into French',
    'publish it',
    'how do I remove the pricing?',
    'should I remove the pricing?',
    'the pricing should be cheaper',
    'Is the pricing correct?',
    'make the headline bigger',
    'delete everything',
    'delete all accounts',
    'make the animation smoother',
    'mach die überschrift kürzer',
    '???',
    'Maya called again today and told me about her weekend.',
  ]
  for (const message of strange) {
    const { operations, said } = await ask(message)
    assert.deepEqual(operations, [], message)
    assert.match(said, /I can change, shorten or remove texts/, message)
  }
  assert.match((await ask('make it pop')).said, /^I did not understand “make it pop”, so I changed nothing\./)
})

test('of several wishes those understood are done, and the others are named', async () => {
  const { after, before, said } = await ask('make it blue, sprinkle some magic on it and remove the FAQ')
  assert.deepEqual(after, without('faq')(theme({ primaryColor: '#1d4ed8' })(before)))
  assert.equal(
    said,
    'I made the page blue and removed the FAQ block. I did not understand “sprinkle some magic on it”.',
  )
})

test('what is understood and can’t be done is refused with the reason', async () => {
  const cases: [string, RegExp][] = [
    ['remove the video', /There is no video block/],
    [`change the headline to "${'x'.repeat(200)}"`, /200 characters, and at most 160 fit/],
    ['remove the headline', /can’t do without the headline/],
    ['add a question "Why?"', /Tell me the answer/],
    ['add a quote', /Tell me what was said/],
    ['go back to version 99', /no version 99/],
    ['rewrite the headline', /Tell me the words/],
    ['add a video of the launch', /found no video/],
    ['link the button to javascript:alert(1)', /./],
    ['make it blue', /already/],
    ['change the headline to something catchier', /Tell me the words/],
    ['make the headline more exciting', /./],
  ]
  for (const [message, reason] of cases) {
    const { theme: look, blocks } = page
    const { operations, said } = await ask(message, {
      document: { theme: { ...look, primaryColor: '#1d4ed8' }, blocks },
    })
    assert.deepEqual(operations, [], message)
    assert.match(said, reason, message)
  }
})

test('the reply says what was done, in pieces, while operations go out between them', async () => {
  const outputs: string[] = []
  const context = contextFor('Change the headline to “Hi”, remove the pricing and make it dark')
  for await (const output of builtinAgent.run(context, new AbortController().signal))
    outputs.push(
      output.type === 'operation' ? output.operation.type : output.type === 'text' ? output.text : '',
    )
  assert.deepEqual(outputs, [
    'updateBlock',
    'removeBlock',
    'I changed the headline to “Hi”',
    'setTheme',
    ', removed the pricing block',
    ' and made the page dark.',
  ])
})

test('a selected block is all that changes, and “this” means it', async () => {
  const select = (message: string, selectedElement: AgentContext['selectedElement']) =>
    ask(message, { selectedElement })
  const shorter = await select('make this shorter', { blockId: 'hero', path: '/props/subheadline' })
  assert.deepEqual(shorter.after, props('hero', { subheadline: 'One plan for every team.' })(shorter.before))
  const byText = await select('change this to "Ten days, at most."', { text: 'Ten days.' })
  assert.match(JSON.stringify(byText.after.document.blocks[7]), /Ten days, at most\./)
  const heading = await select('change the heading to "Costs"', { blockId: 'pricing' })
  assert.deepEqual(heading.after, props('pricing', { heading: 'Costs' })(heading.before))
  const gone = await select('remove it', { blockId: 'pricing' })
  assert.deepEqual(gone.after, without('pricing')(gone.before))
  for (const message of [
    'remove the FAQ',
    'make it blue',
    'set the page title to "X"',
    'add a FAQ at the top',
    'remove everything except the hero',
  ]) {
    const { operations, said } = await select(message, { blockId: 'pricing' })
    assert.deepEqual(operations, [], message)
    assert.match(said, /You selected the pricing block/, message)
  }
  const lost = await select('remove the FAQ', { blockId: 'nowhere' })
  assert.deepEqual(lost.after, nothing(lost.before))
  assert.match(lost.said, /no longer on this page/)
})

test('undo goes one version back, undo again one further, and says so where there is none', async () => {
  const versions = [page, without('faq')({ document: page, metadata: {} }).document, { ...page, theme: {} }]
  const readVersion = async (number: number) => versions[number - 1]
  const first = await ask('undo', {
    document: versions[2],
    readVersion,
    conversation: [{ author: 'agent', text: 'I gave the look back to your brand.', versionNumber: 3 }],
  })
  assert.deepEqual(first.after.document, versions[1])
  assert.equal(first.said, 'I went back to version 2.')
  const second = await ask('undo that please', {
    document: versions[1],
    readVersion,
    conversation: [{ author: 'agent', text: first.said, versionNumber: 4 }],
  })
  assert.deepEqual(
    withoutNewIds(second.after.document, new Set()),
    withoutNewIds(versions[0] as Document, new Set()),
  )
  assert.match((await ask('undo', { conversation: [] })).said, /nothing to undo/)
})

test('an aborted run ends between two operations', async () => {
  const aborter = new AbortController()
  const seen: string[] = []
  for await (const output of builtinAgent.run(
    contextFor('remove the FAQ, the pricing and the stats'),
    aborter.signal,
  )) {
    seen.push(output.type)
    aborter.abort()
  }
  assert.deepEqual(seen, ['operation'])
})

test('the same message does the same thing every time', async () => {
  const message = 'personalise it, drop the pricing and make it teal'
  const [one, two] = [await ask(message), await ask(message)]
  assert.deepEqual(one.operations, two.operations)
  assert.deepEqual(one.pieces, two.pieces)
})
