import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageCalled } from '../evaluation/marked.ts'
import { openPage } from '../page.ts'
import { readMessage } from '../readMessage.ts'

/** The labels of a list's items after a message, or the ids of the sections. */
async function left(name: string, message: string, list?: string): Promise<string | undefined> {
  const page = pageCalled(name)
  const { draft } = await readMessage(message, page)
  if (!draft) return undefined
  if (!list) return draft.document.blocks.map(({ id }) => id).join(' ')
  const { nodes } = openPage(page.context, draft.document)
  return nodes
    .find(({ key }) => key === list)
    ?.children.map(({ label, value }) => label || value)
    .join(' | ')
}

test('all items of a list but the named ones are removed', async () => {
  for (const [name, message, list, expected] of [
    ['main', 'all logos away except Northwind', 'logos/items', 'Northwind'],
    ['school', 'chuck out all the hotel logos but Casa Lumen and Strandhaus', 'partners/items', 'Casa Lumen | Strandhaus'],
    ['solar', 'Services: all out except Drone survey and Structural report', 'services/items', 'Drone survey | Structural report'],
    ['slim', 'In Why teams come to us, keep only the fuel surcharge bullet and delete the other two', 'heard/points', 'Fuel surcharges applied twice'],
    ['main', 'Only Northwind and Contoso stay, delete the rest of the logos', 'logos/items', 'Northwind | Contoso'],
    ['clinic', 'drop every feature except billing and insurance', 'features/items', 'Billing and insurance'],
    ['ext17', 'Everything in the Starter list except Email support can go, please', 'pricing/plans/0/includes', 'Email support'],
    ['slim', 'Delete all featurs except the first two', 'features/items', 'Audits every invoice | Claims money back for you'],
  ] as const) // biome-ignore format: one message a line
    assert.equal(await left(name, message, list), expected, message)
})

test('sections are kept by name, and nothing is removed if no exception is named', async () => {
  assert.equal(await left('main', 'keep only the hero and the FAQ'), 'hero faq')
  assert.equal(await left('main', 'remove everything except the pictures of our cats'), undefined)
  assert.equal(await left('main', 'keep the hero as it is'), undefined)
})

test('only the first sentence of a text stays', async () => {
  const page = pageCalled('school')
  const { draft } = await readMessage('From the quote of Elena keep only the first sentence', page)
  const quote = draft?.document.blocks.find(({ id }) => id === 'quote-elena')?.props as { quote: string }
  assert.equal(quote.quote, 'Every second review mentions our friendly staff now.')
})

test('an exception also applies to other wishes', async () => {
  const page = pageCalled('ext17')
  const { draft } = await readMessage('Add SOC 2 report to every plan except Enterprise', page)
  const plans = draft?.document.blocks.find(({ id }) => id === 'pricing')?.props as {
    plans: { includes: string[] }[]
  }
  assert.deepEqual(
    plans.plans.map(({ includes }) => includes.includes('SOC 2 report')),
    [true, true, false],
  )
})

test('all fields but the named ones become optional', async () => {
  const page = pageCalled('solar')
  const { draft } = await readMessage('make all fields optional except email and company', page)
  const form = draft?.document.blocks.find(({ id }) => id === 'form')?.props as {
    fields: { label: string; required?: boolean }[]
  }
  assert.deepEqual(
    form.fields.filter(({ required }) => required).map(({ label }) => label),
    ['Email', 'Company'],
  )
})

test('keeping some fields required removes no field', async () => {
  const all = pageCalled('school').nodes.find(({ key }) => key === 'form/fields')
  const labels = all?.children.map(({ label }) => label).join(' | ')
  for (const message of [
    'In the form keep only name and email required',
    'keep only the name and the hotel required on the form',
  ])
    assert.equal(await left('school', message, 'form/fields'), labels, message)
})
