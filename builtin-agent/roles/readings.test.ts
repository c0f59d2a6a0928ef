import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentContext } from '../agent.ts'
import { context, pageCalled } from '../evaluation/marked.ts'
import { openPage } from '../page.ts'
import { point } from '../references/point.ts'
import { readByRoles } from './readings.ts'

const page = pageCalled('main')
const meant = (phrase: string) =>
  point(phrase, page)[0]
    ?.nodes.map(({ key }) => key)
    .join()

test('a phrase is resolved by description, not only by name', () => {
  for (const [phrase, key] of [
    ['the small line above the headline', 'hero/eyebrow'],
    ['what people see after they send the form', 'form/successMessage'],
    ['the button at the very end', 'closing/primaryAction'],
    ['the little print under the plans', 'pricing/note'],
    ['the eyebrow and the note under the buttons', 'hero/eyebrow,hero/note'],
    ['under the prices', 'pricing/note'],
    ['the list under why teams come to us', 'heard/'],
    [
      'the icons next to the features',
      'features/items/0/icon,features/items/1/icon,features/items/2/icon,features/items/3/icon',
    ],
  ] as const)
    assert.equal(meant(phrase), key, phrase)
  assert.equal(meant('the fax field'), undefined)
  assert.equal(meant('the third testimonial'), undefined)
})

test('an unusual wording is read by the roles of its words', async () => {
  const told = await readByRoles('The line above the main headline ought to read For freight teams', page)
  assert.equal(told?.requests.join(), 'Change the eyebrow to “For freight teams”')
  const praise = await readByRoles('I really like the pricing section, well done!', page)
  assert.deepEqual(praise?.steps ?? [], [])
})

/** The page after a message was read by roles: the order of the sections, and the props of one. */
async function after(message: string, id: string) {
  const read = await readByRoles(message, page)
  // A less likely reading is not carried out.
  const outcome = (read?.likelihood ?? 0) < 0.3 ? undefined : read?.steps.at(-1)?.outcome
  const document = outcome?.kind === 'done' ? outcome.draft.document : undefined
  return {
    order: document?.blocks.map((block) => block.id) ?? [],
    props: document?.blocks.find((block) => block.id === id)?.props as Record<string, unknown> | undefined,
  }
}
const named = (list: unknown, key: string) => (list as Record<string, string>[]).map((item) => item[key])

test('a pronoun refers to something mentioned before it, never to its own place', async () => {
  const { order, props } = await after(
    'Contoso is no longer a customer of ours. Please take them out of the logo row.',
    'logos',
  )
  assert.ok(order.includes('logos'))
  assert.deepEqual(named(props?.items, 'name'), ['Northwind', 'Fabrikam', 'Tailspin'])
  const form = await after('Nobody likes surprises. Drop it from the form.', 'form')
  assert.deepEqual(form.order, [])
  const copy = await after('Duplicate the Growth plan and call the copy Growth Plus.', 'pricing')
  assert.deepEqual(named(copy.props?.plans, 'name'), ['Starter', 'Growth', 'Growth Plus', 'Enterprise'])
})

test('objects are moved to the place that a phrase gives, in their list or on the page', async () => {
  const first = await after('Move “Works with your ERP” to the front of the features.', 'features')
  assert.equal(named(first.props?.items, 'title')[0], 'Works with your ERP')
  const { order } = await after('Put the screenshot in between the two quotes.', 'screenshot')
  const at = order.indexOf('screenshot')
  assert.deepEqual(order.slice(at - 1, at + 2), ['quote-jane', 'screenshot', 'quote-marcus'])
})

test('counted objects are swapped, and a sentence is removed without its text', async () => {
  const { props } = await after('Swap the two buttons in the hero', 'hero')
  assert.deepEqual(props?.primaryAction, { label: 'See how it works', link: '/how-it-works' })
  const features = await after(
    'Remove the sentence “Nothing to install.” from the features intro',
    'features',
  )
  assert.equal(features.props?.intro, 'We analyze every line so your team does not have to.')
})

const itemsOf = (list: unknown) => (list ?? []) as Record<string, unknown>[]
const added = (before: unknown, now: unknown) =>
  (now as object[]).filter(
    (item) => !(before as object[]).some((old) => JSON.stringify(old) === JSON.stringify(item)),
  )
const propsOf = (id: string) =>
  page.document.blocks.find((block) => block.id === id)?.props as Record<string, unknown>

test('a new field gets its type, options, position and whether it is required', async () => {
  const { props } = await after(
    'Add a required dropdown “Fleet size” after Company name with the options Small, Medium and Large.',
    'form',
  )
  const at = named(props?.fields, 'label').indexOf('Fleet size')
  assert.equal(named(props?.fields, 'label')[at - 1], 'Company name')
  const { type, required, options } = itemsOf(props?.fields)[at] ?? {}
  assert.deepEqual(
    { type, required, options },
    { type: 'select', required: true, options: ['Small', 'Medium', 'Large'] },
  )
})

test('a row has a value per column title, and a column without values is asked about', async () => {
  const { props } = await after(
    'Please add a row “Data centre” to the comparison: Dublin for Larkspur, none for the spreadsheet, unknown for the audit firm.',
    'comparison',
  )
  const { label, cells } = itemsOf(props?.rows).at(-1) ?? {}
  assert.deepEqual({ label, cells }, { label: 'Data centre', cells: ['Dublin', 'none', 'unknown'] })
  assert.deepEqual((await after('Add a column “In-house team” to the comparison.', 'comparison')).order, [])
})

test('a section is created from the given content only', async () => {
  const { order } = await after(
    'Add a stats section below the pricing with the heading “At a glance”: 40 carriers, 9 countries.',
    'pricing',
  )
  const id = order[order.indexOf('pricing') + 1] ?? ''
  const { props } = await after(
    'Add a stats section below the pricing with the heading “At a glance”: 40 carriers, 9 countries.',
    id,
  )
  assert.equal(props?.heading, 'At a glance')
  assert.deepEqual(props?.items, [
    { value: '40', label: 'carriers' },
    { value: '9', label: 'countries' },
  ])
  assert.deepEqual((await after('Add three customer quotes after the stats.', 'hero')).order, [])
})

test('several items are added at once, and an empty text is found by its place', async () => {
  const { props } = await after(
    'Add two questions to the FAQ: “Do you audit rail?” “Yes.” and “Who files the claims?” “We do.”',
    'faq',
  )
  assert.deepEqual(added(propsOf('faq').items, props?.items), [
    { question: 'Do you audit rail?', answer: 'Yes.' },
    { question: 'Who files the claims?', answer: 'We do.' },
  ])
  const { props: pricing } = await after('Put a small line under the plans: Billed in US dollars.', 'pricing')
  assert.equal(pricing?.note, 'Billed in US dollars.')
})

test('a replacement takes the position of the item that it replaces', async () => {
  const { props } = await after('Remove Contoso from the logos and add Adatum in its place.', 'logos')
  assert.deepEqual(named(props?.items, 'name'), ['Northwind', 'Adatum', 'Fabrikam', 'Tailspin'])
})

test('a picture of the library becomes a section, and a picture that is not in the library does not', async () => {
  const assetId = 'asset_01hzzzzzzzzzzzzzzzzzzzzzzz'
  const library = [{ assetId, name: 'Night shift', purpose: '', aiDescription: null, type: 'image' }]
  const open = openPage({ ...context, searchAssets: async () => library } as AgentContext, page.document)
  const read = async (message: string) => {
    const outcome = (await readByRoles(message, open))?.steps.at(-1)?.outcome
    return outcome?.kind === 'done' ? outcome.draft.document.blocks : []
  }
  const blocks = await read('Add a picture below the FAQ: Night shift, caption “Our hub at midnight.”')
  const image = blocks[blocks.findIndex(({ id }) => id === 'faq') + 1]
  assert.deepEqual(image?.props, {
    picture: { assetId, alt: 'Night shift' },
    caption: 'Our hub at midnight.',
  })
  assert.deepEqual(await read('Add a picture below the FAQ: Harbour, caption “Our hub at midnight.”'), [])
})

test('a value is set where it fits: an amount within a text, an option of the section, a flag in place of another', async () => {
  const logos = await after('We are at 150 shippers by now, please update the line over the logos.', 'logos')
  assert.equal(logos.props?.heading, 'Trusted by 150 shippers')
  const picture = await after('The dashboard picture should go across the whole window.', 'screenshot')
  assert.equal(picture.props?.width, 'full')
  const plans = await after('Highlight Starter instead of Growth', 'pricing')
  const highlighted = named(plans.props?.plans, 'highlighted').map(Boolean)
  assert.deepEqual(highlighted, [true, false, false])
})

test('the value and the rest of the wish help to resolve a phrase', async () => {
  const { props } = await after('For Enterprise, change the price to “From $4,900”.', 'pricing')
  assert.deepEqual(named(props?.plans, 'price')[2], 'From $4,900')
})

test('a corrected number and a sequence are read in a fixed form', async () => {
  const corrected = await after('cancelling takes eighty days of notice, not thirty', 'faq')
  assert.match(JSON.stringify(corrected.props), /with eighty days of notice/)
  const ordered = await after('enterprise first in pricing, then growth, then starter', 'pricing')
  assert.deepEqual(named(ordered.props?.plans, 'name'), ['Enterprise', 'Growth', 'Starter'])
  const asked = await readByRoles('what do people see after they submit the form', page)
  assert.deepEqual(asked?.steps ?? [], [])
})

test('an item that its list requires stays, and the reason is given', async () => {
  const { document } = pageCalled('school')
  const blocks = document.blocks.map((block) =>
    block.type === 'comparison'
      ? {
          ...block,
          props: {
            ...block.props,
            columns: block.props.columns.slice(0, 2),
            rows: block.props.rows.map((row) => ({ ...row, cells: row.cells.slice(0, 2) })),
          },
        }
      : block,
  )
  const read = await readByRoles(
    'remove the Evening school column',
    openPage(context, { ...document, blocks }),
  )
  const outcome = read?.steps.at(-1)?.outcome
  assert.match(outcome?.kind === 'refused' ? outcome.reason : '', /at least 2/)
})
