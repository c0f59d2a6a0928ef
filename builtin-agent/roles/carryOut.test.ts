import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carryOutMarked } from '../evaluation/marked.ts'
import { tokenise } from '../tokens.ts'

/** The result of a message with marked roles: the reply, the order of the sections, and their props. */
async function carriedOut(fixture: string, marked: string) {
  const { page, reading } = await carryOutMarked(`${fixture}\t${marked}`)
  const outcomes = reading?.steps.map(({ outcome }) => outcome) ?? []
  const last = outcomes.at(-1)
  const blocks = last?.kind === 'done' ? (last.draft?.document.blocks ?? []) : []
  return {
    said: outcomes.map((outcome) => (outcome?.kind === 'done' ? outcome.said : '')).join('; '),
    order: blocks.map(({ id }) => id),
    props: (id: string) => blocks.find((block) => block.id === id)?.props as Record<string, unknown>,
    added: blocks.find(({ id }) => !page.document.blocks.some((block) => block.id === id)),
  }
}

test('a section moves to the position of another one, or of one that was removed before', async () => {
  const now = await carriedOut('clinic', '{move Put} {T the quote} {P where the story is now}')
  assert.equal(now.order.indexOf('quote') + 1, now.order.indexOf('why'))
  const before = await carriedOut(
    'main',
    '{T The dashboard picture} {remove out}, || {T the FAQ} {P in its place}',
  )
  assert.equal(before.order.indexOf('faq') + 1, before.order.indexOf('comparison'))
})

test('a quote that should come first moves before the other quote', async () => {
  const { order } = await carriedOut('main', '{T Marcus} {P first}')
  assert.deepEqual(order.slice(order.indexOf('quote-marcus')).slice(0, 2), ['quote-marcus', 'quote-jane'])
})

test('a list is reordered by an enumeration, or reversed', async () => {
  const given = await carriedOut(
    'main',
    '{move Order} {T the FAQ}:⏎{V 1. Is our data secure?⏎2. How long does setup take?}',
  )
  assert.match(given.said, /“Is our data secure\?” and the question “How long/)
  const turned = await carriedOut('main', '{move Flip} {T the order of the steps}')
  assert.match(turned.said, /^reversed the order of the steps/)
})

test('a removal applies to a number of items, to words of a text, to an enumeration, or to a quote as a block', async () => {
  for (const [fixture, marked, said] of [
    ['school', '{remove Drop} {T the last two questions of the FAQ}', /high season\?” and .* cancel\?”$/],
    [
      'school',
      '{T Wine} {remove must not be mentioned} in {T the Restaurant and bar text}',
      /^removed “wine”/,
    ],
    ['main', '{remove Remove} {T Marcus’s quote}', /^removed the quote by Marcus/],
    ['main', '{T the note under the last button}, || nor {T the eyebrow}: {remove delete}', /eyebrow/],
  ] as const)
    assert.match((await carriedOut(fixture, marked)).said, said, marked)
  const { props } = await carriedOut('school', '{remove Cut} {T wine} from {T the Restaurant and bar text}')
  assert.equal((props('courses').items as { body: string }[])[2]?.body, 'Orders, allergies and the bill.')
})

test('a table is created from its columns and rows', async () => {
  const { added } = await carriedOut(
    'slim',
    '{add Add} {K a comparison} {P before the FAQ}: {F columns} {V Larkspur}, {V Do it yourself}; {F row} {V Hours per week}: {V 0}, {V 12}',
  )
  assert.deepEqual(added?.props, {
    columns: [{ title: 'Larkspur' }, { title: 'Do it yourself' }],
    rows: [{ label: 'Hours per week', cells: ['0', '12'] }],
  })
})

test('a new item goes to the list given by its place or number', async () => {
  for (const [fixture, marked, said] of [
    [
      'school',
      '{T A live class every week} {duplicate copy} {P to Boutique as well}',
      /to the plan “Boutique”$/,
    ],
    ['clinic', '{add throw} {V Zahnarzt am Dom} {add in} with {T the other clinics}', /to the logos$/],
    ['ext17', '{T Design team} {V Studio}, || {add one more}: {V Data team}', /“Data team” to the features$/],
    ['slim', '{add add} {K a tick box} {V I agree} {P just above the button}', /“I agree” to the form$/],
    [
      'solar',
      '{add Put} {K a line} under {T the form}: {V Data is deleted soon.}',
      /to the note of the form$/,
    ],
    ['main', '{add Add} {V 97%} with {F the label} {V of claims accepted}', /to the stats$/],
  ] as const)
    assert.match((await carriedOut(fixture, marked)).said, said, marked)
})

test('a section is not removed for a word that it does not contain', async () => {
  for (const [fixture, marked] of [
    ['ext17', '{remove remove} {T the Platinum plan} from {T the prices}'],
    ['clinic', 'Please {remove take} {T the video} {remove out} of {T the top section}'],
    ['solar', '{rewrite shorten} {T the text in the pricing table}'],
  ] as const)
    assert.equal((await carriedOut(fixture, marked)).said, '', marked)
  const item = await carriedOut('main', '{T the block "Forecasts your freight spend"} {remove must go}')
  assert.match(item.said, /^removed the feature “Forecasts your freight spend”/)
  const photo = await carriedOut('school', '{remove Take} {T the photo} out of {T the top section}')
  assert.ok(photo.order.includes('hero'))
  assert.equal(photo.props('hero').picture, undefined)
})

test('retracted wishes and reasons are not carried out', async () => {
  const { said } = await carriedOut('main', '{remove delete} {T the stats}, no wait, {T the steps}')
  assert.equal(said, 'removed the steps')
  const step = await carriedOut(
    'slim',
    'they want no promise of {T credits} so please {remove take out} {T the last step}',
  )
  assert.match(step.said, /^removed the step “Money comes back”/)
})

test('contrasts, substitutes for nouns and consequences are resolved', async () => {
  const instead = await carriedOut('school', '{O hotel crews} instead of {O hotel teams} in {T the eyebrow}')
  assert.equal(instead.props('hero').eyebrow, 'Language courses for hotel crews')
  const ones = await carriedOut('clinic', '{remove drop} {T the note in the hero and the one in the closing}')
  assert.equal(ones.props('hero').note, undefined)
  assert.equal(ones.props('closing').note, undefined)
  const not = await carriedOut('solar', '{T Phone} {V mandatory}, || {T company} {remove not}')
  assert.equal(not.said, 'made the field “Phone” required; made the field “Company” optional')
  const link = await carriedOut('solar', '{T the yield monitoring item} {remove shouldn’t link} anywhere')
  const [item] = (link.props('services').items as { title: string; link?: string }[]).slice(4)
  assert.deepEqual([item?.title, item?.link], ['Yield monitoring', undefined])
  const swapped = await carriedOut(
    'slim',
    'I want {T the FAQ} and {T the form} {swap swapped}, so that {T the form} {move comes} {P first}',
  )
  assert.equal(swapped.order.indexOf('form') + 1, swapped.order.indexOf('faq'))
  assert.equal(swapped.order[0], 'hero')
})

test('a name without a wish lowers the certainty of the rest', async () => {
  const whole = await carryOutMarked('main\t{remove Delete} {T the stats}')
  const part = await carryOutMarked('main\t{remove Delete} {T the stats} || for {T the FAQ}')
  assert.ok((part.reading?.clear ?? 1) < (whole.reading?.clear ?? 0) / 2)
})

test('cells move with the columns of their table', async () => {
  const { props } = await carriedOut(
    'school',
    '{swap swap} {T the Evening school} and {T Language app columns}',
  )
  const { columns, rows } = props('comparison') as {
    columns: { title: string }[]
    rows: { cells: string[] }[]
  }
  assert.deepEqual(
    columns.map(({ title }) => title),
    ['Brightkey', 'Language app', 'Evening school'],
  )
  assert.deepEqual(rows[3]?.cells, ['Weekly', 'no', 'At the end of term'])
})

test('a wish to remove a part that a section does not have does not remove the section', async () => {
  const { reading } = await carryOutMarked('ext17\t{remove remove} {T Wingtip} from {T the logos}')
  assert.ok(reading?.failed)
  const more = await carryOutMarked('main\t{remove two more} {T FAQs} please')
  assert.deepEqual(more.reading?.steps ?? [], [])
})

test('a text is cut at quoted words, and an item moves to another list', async () => {
  const cut = await carriedOut('main', '{remove cut} {T the subheadline after "before you pay it"}')
  assert.equal(cut.props('hero').subheadline, 'Larkspur audits every carrier invoice before you pay it')
  const moved = await carriedOut('clinic', '{move Move} {T Phone support} from {T Practice} to {T Solo}')
  const [solo, practice] = moved.props('pricing').plans as { includes: string[] }[]
  assert.ok(solo?.includes.includes('Phone support') && !practice?.includes.includes('Phone support'))
})

test('both of two objects change, and so does every text that contains a changed name', async () => {
  const both = await carriedOut('slim', '{T demo buttons} should both {set say} {V Talk to us}')
  const label = (id: string) => (both.props(id).primaryAction as { label: string }).label
  assert.deepEqual([label('hero'), label('closing')], ['Talk to us', 'Talk to us'])
  const called = await carriedOut('school', '{T Casa Lumen} is called {V Casa Lumina} now')
  assert.match(String(called.props('quote-elena').role), /Casa Lumina/)
})

test('a number is replaced together with its noun, and only in the named place', async () => {
  const counted = await carriedOut(
    'clinic',
    'A contract runs {V three months}, not {O one}. {set Correct} in {T the FAQ}',
  )
  assert.match(counted.said, /^replaced “one month” with “three months”/)
  const placed = await carriedOut(
    'school',
    '{T Lessons} take {V twenty minutes a day}, not {O fifteen}, {set correct} this in {T the subheadline}',
  )
  assert.match(placed.said, /in the subheadline$/)
  const last = await carriedOut('ext17', '{V three months of invoices}, not {O one}, {P at the bottom}')
  assert.match(last.said, /in the text of the call to action$/)
})

test('a word that is replaced everywhere is also replaced in the singular', async () => {
  const { props } = await carriedOut(
    'main',
    '{replace Write} {V hauliers} for {O carriers} throughout the page',
  )
  assert.doesNotMatch(JSON.stringify(props('hero')), /carrier/)
})

test('the sentence below a heading is neither the heading nor its section', async () => {
  const { said } = await carriedOut(
    'clinic',
    '{remove Lose} {T the sentence under From paper diary to Medora}',
  )
  assert.equal(said, 'removed the intro of the steps')
})

test('a place at the start of a message applies to all parts that it names', async () => {
  const { said } = await carriedOut(
    'solar',
    'In {T the form} {set make} {T phone} {V required} || and {set call} {T the button} {V Ring me}',
  )
  assert.match(said, /changed the submit button of the form/)
})

test('a number that is part of a name is no ordinal', async () => {
  const { said } = await carriedOut('ext17', '{remove Drop} {T the 2 carriers line} from {T Starter}')
  assert.equal(said, 'removed the included point “2 carriers”')
})

test('a name is found without its accents, and “24/7” is one word', async () => {
  const { said } = await carriedOut('solar', '{remove Delete} {T the quote by ines}')
  assert.equal(said, 'removed the quote by Inês Carvalho')
  const words = tokenise('24/7 phone support').map(({ kind, text }) => `${kind} ${text}`)
  assert.deepEqual(words, ['number 24/7', 'word phone', 'word support'])
})
