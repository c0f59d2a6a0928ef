import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Document } from '../document/index.ts'
import { builtinAgent } from './builtin.ts'
import { documentOf, type Fixtures, runRow } from './evaluation/inProcess.ts'
import { correctedIn } from './followUps/openings.ts'

const fixtures = JSON.parse(
  readFileSync(new URL('./evaluation/fixtures.json', import.meta.url), 'utf8'),
) as Fixtures
const first = documentOf('main', fixtures)

/** Sends messages in sequence. Returns the page after the last one and the one before it. */
async function talk(...messages: string[]) {
  const row = {
    id: 'talk',
    category: 'talk',
    instruction: messages.at(-1) ?? '',
    setup: { fixture: 'main', messages: messages.slice(0, -1) },
    expected: { none: true as const },
  }
  const { after, reply, operations } = await runRow(builtinAgent, row, fixtures)
  return { after, reply, operations }
}

const propsOf = ({ blocks }: Document, id: string) =>
  blocks.find((block) => block.id === id)?.props as Record<string, any>
const ids = ({ blocks }: Document) => blocks.map(({ id }) => id)
const labels = (document: Document) => propsOf(document, 'form').fields.map(({ name }: any) => name)
const required = (document: Document) =>
  propsOf(document, 'form').fields.flatMap(({ name, required }: any) => (required ? [name] : []))
const logos = (document: Document) => propsOf(document, 'logos').items.map(({ name }: any) => name)
const highlighted = (document: Document) =>
  propsOf(document, 'pricing').plans.flatMap(({ name, highlighted }: any) => (highlighted ? [name] : []))

const prices = (document: Document) => propsOf(document, 'pricing').plans.map(({ price }: any) => price)

test('a correction undoes the last change and repeats it with the new words', async () => {
  const quote = await talk('Remove Jane’s quote', 'no sorry, the other quote')
  assert.deepEqual(
    ids(quote.after),
    ids(first).filter((id) => id !== 'quote-marcus'),
  )
  assert.match(quote.reply, /taken back/)
  for (const correction of ['no sorry, Enterprise', 'oh, I meant Enterprise', 'Enterprise instead']) {
    const { after, reply } = await talk('Highlight the Starter plan', correction)
    assert.deepEqual(highlighted(after), ['Enterprise'], `${correction}: ${reply}`)
  }
  const field = await talk('Make the phone field optional', 'actually no, the company one')
  assert.deepEqual(required(field.after), ['name', 'email', 'phone'])
  const again = await talk('Make the phone field optional', 'no, the company one', 'no, the email one')
  assert.deepEqual(required(again.after), ['name', 'company', 'phone'])
  const value = await talk('In the hero note change 14 days to 10 days', 'make that two weeks instead')
  assert.equal(propsOf(value.after, 'hero').note, 'No card needed. Live in two weeks.')
  const place = await talk('Move the stats to the end', 'no, before the FAQ')
  assert.equal(ids(place.after).indexOf('stats'), ids(place.after).indexOf('faq') - 1)
  const beside = await talk('Move the FAQ above the pricing', 'no, below it')
  assert.deepEqual(ids(beside.after), ids(first))
  const pair = await talk('Swap the FAQ and the form', 'no, the pricing and the form')
  assert.deepEqual(ids(pair.after).slice(-4), ['form', 'faq', 'pricing', 'closing'])
  const price = await talk('Starter is $520 now', 'sorry, I mean Growth')
  assert.deepEqual(prices(price.after).slice(0, 2), ['$490', '$520'])
  const headline = await talk('Change the headline to "Hello"', 'no, Goodbye')
  assert.equal(propsOf(headline.after, 'hero')?.headline, 'Goodbye')
  const rank = await talk('Move Works with your ERP to the top of the features', 'second actually')
  assert.equal(propsOf(rank.after, 'features').items[1].title, 'Works with your ERP')
})

test('messages that resemble a correction change nothing', async () => {
  const messages: [string, string[]][] = [
    [
      'Highlight the Starter plan',
      [
        'no, Platinum',
        'no thanks',
        'no, that’s fine',
        'sorry, Enterprise is the wrong name',
        'no, Enterprise?',
      ],
    ],
    ['Change the headline to "Hello"', ['no, boring', 'sorry, too short']],
    ['Leave out the stats', ['sorry, the steps say it all anyway', 'wrong one']],
    ['Remove Jane’s quote', ['the other quote is nice', 'keep the other one', 'and the other quote?']],
    [
      'Change the price of Growth to $1,290',
      ['one up', 'a bit higher', 'no, the pricing is fine', 'no, expensive'],
    ],
    ['Move the logos to the bottom', ['a bit lower', 'no, before the video']],
    ['Remove the Contoso logo', ['and Acme too', 'the Microsoft one too', 'no worries']],
  ]
  for (const [asked, followUps] of messages)
    for (const followUp of followUps) {
      const { operations, reply } = await talk(asked, followUp)
      assert.deepEqual(operations, [], `${followUp}: ${reply}`)
    }
})

test('a change is repeated for another object, in any wording that names the object', async () => {
  const box = await talk('Remove the phone number field', 'the box at the end too, Anything else')
  const one = await talk('Remove the phone number field', 'and the message one as well')
  for (const { after } of [box, one]) assert.deepEqual(labels(after), ['name', 'email', 'company', 'volume'])
  const third = await talk('Remove the Contoso logo', 'Fabrikam too', 'and Tailspin')
  assert.deepEqual(logos(third.after), ['Northwind'])
  const added = await talk('Add a logo for Litware', 'and Adventure Works too')
  assert.deepEqual(logos(added.after).slice(-2), ['Litware', 'Adventure Works'])
  const next = await talk('Remove the question about data', 'the next one as well')
  assert.deepEqual(
    propsOf(next.after, 'faq').items.map(({ question }: any) => question),
    ['How long does setup take?', 'Can I cancel any time?'],
  )
  const button = await talk(
    'Change the main button in the hero to "Get started"',
    'same in the closing section',
  )
  assert.equal(propsOf(button.after, 'closing').primaryAction.label, 'Get started')
  assert.equal(propsOf(button.after, 'closing').headline, propsOf(first, 'closing').headline)
  const other = await talk('Change the main button in the hero to "Get started"', 'the other one too')
  const { primaryAction, secondaryAction } = propsOf(other.after, 'hero')
  assert.deepEqual([primaryAction.label, secondaryAction.label], ['Get started', 'Get started'])
})

test('“it” refers to the newly highlighted plan, not to the plan that lost its highlight', async () => {
  const { after } = await talk('Highlight the Starter plan', 'and make it $500')
  assert.deepEqual(prices(after).slice(0, 2), ['$500', '$1,490'])
})

test('a moved object is moved further in small steps', async () => {
  const moved = await talk('Move the FAQ above the pricing', 'one up')
  assert.equal(ids(moved.after).indexOf('faq'), ids(moved.after).indexOf('comparison') - 1)
  const twice = await talk('Move the FAQ above the pricing', 'two more up please')
  assert.equal(ids(twice.after).indexOf('faq'), ids(twice.after).indexOf('screenshot') - 1)
})

test('a hidden object or an earlier look is restored', async () => {
  for (const [asked, ...backs] of [
    ['Hide the stats', 'show it again after all', 'show them again', 'no, as it was'],
    ['Make the page dark', 'back to light please', 'no, light again', 'Nah. Back to light, like it was.'],
    ['Make the background light grey', 'back to white please'],
  ])
    for (const back of backs) assert.deepEqual((await talk(asked ?? '', back)).after, first, back)
})

test('moving the last object further down does not remove it', async () => {
  for (const message of ['Move the closing section down', 'Move the last question down']) {
    const { operations, reply } = await talk(message)
    assert.deepEqual(operations, [], message)
    assert.match(reply, /already/)
  }
})

test('a correction is recognised by its opening', () => {
  const corrections: [string, string | undefined][] = [
    ['no sorry, Enterprise I mean', 'Enterprise'],
    ['ah wait, the company one please', 'the company one'],
    ['not the phone, the company field', 'the company field'],
    ['wrong one', ''],
    ['no stats please', undefined],
    ['nothing else', undefined],
    ['the second one too', undefined],
  ]
  for (const [message, said] of corrections) assert.equal(correctedIn(message), said, message)
})

test('a changed text can be changed again in a few words', async () => {
  const closing = (document: Document) => propsOf(document, 'closing').headline
  const asked = 'Change the closing headline to “Ready to see a calm month, at last?”'
  const without = await talk(asked, 'without the “, at last”')
  assert.equal(closing(without.after), 'Ready to see a calm month?')
  const shorter = await talk(
    'change the How it works heading to Three steps to your money',
    'shorter, just Three steps',
  )
  assert.equal(propsOf(shorter.after, 'steps').heading, 'Three steps')
})

test('a repeated change has the same extent: it duplicates no name, and removes nothing unless the last change did', async () => {
  for (const [asked, followUp] of [
    ['Rename the Starter plan to Basic', 'its button too'],
    ['Rename the Phone number field to Your phone', 'and the company too'],
  ] as const)
    assert.deepEqual((await talk(asked, followUp)).operations, [], followUp)
  const step = await talk('delete the time of the first step', 'same for We audit the back catalogue')
  assert.equal(propsOf(step.after, 'steps').items.length, 3)
})
