import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyOperations } from '../../document/index.ts'
import type { SelectedElement } from '../agent.ts'
import { builtinAgent } from '../builtin.ts'
import { collect } from '../evaluation/inProcess.ts'
import { context, pageCalled } from '../evaluation/marked.ts'

/** The props of a section after a message, and the reply. */
async function say(fixture: string, message: string, selectedElement?: SelectedElement) {
  const { document } = pageCalled(fixture)
  const given = { ...context, document, message, ...(selectedElement ? { selectedElement } : {}) }
  const { operations, reply } = await collect(builtinAgent, given)
  const after = applyOperations(document, operations)
  return {
    operations,
    reply,
    props: (id: string): any => after.blocks.find((block) => block.id === id)?.props,
  }
}

test('only the named fields of a form are required, in any wording', async () => {
  for (const message of [
    'legal is fine with less, so only the email stays required',
    'make only email mandatory, the rest optional please',
    'all fields optional except email',
    'every field should be optional but the email',
    'make all fields optional, all but the email',
  ]) {
    const { props, reply } = await say('solar', message)
    const fields: { name: string; required?: true }[] = props('form').fields
    assert.equal(fields.length, 8, reply)
    assert.deepEqual(
      fields.filter(({ required }) => required).map(({ name }) => name),
      ['email'],
      message,
    )
  }
  for (const message of ['is only the email required?', 'only the fax number should be required'])
    assert.deepEqual((await say('solar', message)).operations, [], message)
})

test('a fixed form within a question, an opinion, a given text or beside another wish is not read as the whole message', async () => {
  for (const message of [
    'is it email, not e-mail?',
    'should we write email without the hyphen?',
    'I like email, not e-mail',
    'maybe only name and email should be required',
    'do you think only name and email should be required',
  ])
    assert.deepEqual((await say('school', message)).operations, [], message)
  for (const message of [
    'remove the FAQ. And write email, not e-mail',
    'remove the hotel field and make only the email required',
  ]) {
    const { operations, reply } = await say('school', message)
    assert.ok(operations.length === 0 || operations.some(({ type }) => /^remove/.test(type)), reply)
  }
  const { props } = await say('main', 'Change the headline to Analyse with a click')
  assert.match(props('features').intro, /analyze/)
})

test('an addition is made in all named places or in none', async () => {
  const { operations } = await say('school', 'add Dutch to the language dropdown and the faq about languages')
  assert.deepEqual(operations, [])
  const { props } = await say('main', 'add Phone support to Starter and Growth')
  const [starter, growth] = props('pricing').plans
  assert.deepEqual([starter.includes.at(-1), growth.includes.at(-1)], ['Phone support', 'Phone support'])
})

test('an item that should stay last stays last', async () => {
  const { props } = await say('clinic', 'add Radiology to the specialties, but Other stays at the end')
  const { options } = props('form').fields.find(({ name }: any) => name === 'specialty')
  assert.deepEqual(options.slice(-2), ['Radiology', 'Other'])
})

test('a position counts within the list, not on the page', async () => {
  const { props } = await say('main', 'add Litware as last of the customer names at the top')
  assert.equal(props('logos').items.at(-1).name, 'Litware')
})

test('a wish to redraw a logo does not remove it, and two places are not read as a part of a text', async () => {
  assert.deepEqual((await say('ext17', 'redraw the contoso logo in green')).operations, [])
  assert.deepEqual(
    (await say('clinic', 'trial button should say Start today, top and bottom')).operations,
    [],
  )
})

test('a name may look like a place', async () => {
  const { props } = await say('clinic', 'call this Patients first', { blockId: 'features', path: 'items/4' })
  assert.equal(props('features').items[4].title, 'Patients first')
})

test('a swap implies which object comes first', async () => {
  const { document } = pageCalled('main')
  const ids = document.blocks.map(({ id }) => id)
  const { operations } = await say('main', 'swap the faq and the form, the form should come first')
  const after = applyOperations(document, operations).blocks.map(({ id }) => id)
  const swapped = ids.map((id) => (id === 'faq' ? 'form' : id === 'form' ? 'faq' : id))
  assert.deepEqual(after, swapped)
  // A different first section is a wish of its own, which is carried out or asked about.
  const more = await say('main', 'swap the faq and the form, the pricing should come first')
  const moved = applyOperations(document, more.operations).blocks.map(({ id }) => id)
  assert.notDeepEqual(moved, swapped)
})

test('a request to take a picture down does not insert one, and a new logo is added as a name in the row of logos', async () => {
  assert.deepEqual((await say('ext17', 'take the team photo down')).operations, [])
  const { props } = await say('ext17', 'add Northwind as the last logo')
  assert.deepEqual(
    props('companies').items.map(({ name }: any) => name),
    ['Contoso', 'Fabrikam', 'Northwind'],
  )
})
