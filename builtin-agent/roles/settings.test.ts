import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carryOutMarked, context } from '../evaluation/marked.ts'
import { openPage } from '../page.ts'

/** The value at a path of the page after a marked message. */
async function value(row: string, path: string): Promise<unknown> {
  const { reading: read } = await carryOutMarked(row)
  const outcome = read?.failed ? undefined : read?.steps.at(-1)?.outcome
  if (outcome?.kind !== 'done') return undefined
  const node = openPage(context, outcome.draft.document).nodes.find(({ key }) => key === path)
  return node?.value
}
const becomes = async (rows: [row: string, path: string, text: unknown][]) => {
  for (const [row, path, text] of rows) assert.deepEqual(await value(row, path), text, row)
}

test('a picture of the library replaces the named one', () =>
  becomes([
    [
      'clinic\tin {T the hero pic} {set use} {V the dashboard screenshot}',
      'hero/picture/alt',
      'Dashboard screenshot',
    ],
    ['main\t{T Northwind} needs {V the Northwind logo}', 'logos/items/0/picture/alt', 'Northwind logo'],
    [
      'main\t{T alt text of the screenshot}: {V Screenshot of all claims}',
      'screenshot/picture/alt',
      'Screenshot of all claims',
    ],
  ]))

test('an address sets a link, and every link to an old address is updated', () =>
  becomes([
    [
      'main\t{T the tailspin logo} should link to {V https://tailspin.example}',
      'logos/items/3/link',
      'https://tailspin.example',
    ],
    [
      'main\t{O hello@larkspur.example} is closed, it is {V claims@larkspur.example}',
      'closing/secondaryAction/link',
      'mailto:claims@larkspur.example',
    ],
  ]))

test('an option may be given in more words than its name', () =>
  becomes([
    ['ext17\t{set Turn} {T the bottom section} {V brand-coloured}', 'closing/tone', 'bold'],
    ['main\t{T The highlight on Growth} {V off}', 'pricing/plans/1/highlighted', undefined],
    ['clinic\t{T Solo}: {V Single}', 'pricing/plans/0/name', 'Single'],
    ['slim\t{T background} {V a very light grey}', 'theme/backgroundColor', '#e5e7eb'],
  ]))

test('the target may be some words of a text', () =>
  becomes([
    [
      'school\t{T Six short questions} is not true, it’s {V five}.',
      'form/intro',
      'Five short questions. A course planner answers the same day.',
    ],
    [
      'main\t{T Starter’s audience} isn’t {O one warehouse}, it’s {V up to three warehouses}.',
      'pricing/plans/0/description',
      'For up to three warehouses.',
    ],
    [
      'school\t{T The Chain description} {set targets} {V groups with three hotels or more} instead of {O several hotels}.',
      'pricing/plans/2/description',
      'For groups with three hotels or more.',
    ],
    [
      'slim\t{O Four questions} is wrong. {T Form intro}: {V Five questions, answered within a day.}',
      'form/intro',
      'Five questions, answered within a day.',
    ],
  ]))

test('a row and a column together refer to a cell', () =>
  becomes([['main\t{T Cost row}, {T Audit firm}: {V 45% of it}', 'comparison/rows/2/cells/2', '45% of it']]))

test('the author of a letter is set in its signature, not in its heading', () =>
  becomes([
    [
      'solar\t{set Sign} {T the letter} as {V Paul Weiss}, {V CEO, Solvane}',
      'why/signature/name',
      'Paul Weiss',
    ],
    [
      'solar\t{set Sign} {T the letter} as {V Paul Weiss}, {V CEO, Solvane}',
      'why/signature/role',
      'CEO, Solvane',
    ],
    [
      'solar\t{set Sign} {T the letter} as {V Paul Weiss}',
      'why/heading',
      'Most factory roofs do nothing all day',
    ],
  ]))

test('phrases are resolved on the page as it was before the preceding wishes', () =>
  becomes([
    ['slim\t{T Week 1}→{V Week 2}, || {T Week 2}→{V Week 4}', 'steps/items/1/when', 'Week 2'],
    ['slim\t{T Week 1}→{V Week 2}, || {T Week 2}→{V Week 4}', 'steps/items/2/when', 'Week 4'],
  ]))

test('a value that contains words of an exception is still a value', () =>
  becomes([
    [
      'main\t{T The note under the plans}: {V All prices except tax stay as they are.}',
      'pricing/note',
      'All prices except tax stay as they are',
    ],
  ]))

test('a spelled-out day is written like the one before it', () =>
  becomes([
    [
      'solar\t{T The date for first power} has to be {V the twenty second of september}, not {O the fifteenth}',
      'timeline/items/4/when',
      '22 September',
    ],
    ['solar\t{T The date under the numbers} is {V October 2026} now', 'numbers/note', 'As of October 2026.'],
    [
      'solar\tIt says {O As of January 2026}, that should be {V June 2026}',
      'numbers/note',
      'As of June 2026.',
    ],
  ]))

test('parts that a value leaves out stay: the company after a job title, the beginning of a sentence', () =>
  becomes([
    ['main\t{T The line under Marcus’s name}: he is {V COO} now', 'quote-marcus/role', 'COO, Contoso'],
    [
      'school\t{T The description of Boutique}: {V houses with up to 25 staff}',
      'pricing/plans/0/description',
      'For houses with up to 25 staff.',
    ],
    [
      'solar\t{T Tom Becker’s quote}, {T the second sentence}: {V "I signed three pages."}',
      'quote-tom/quote',
      'I expected paperwork up to my ears. I signed three pages.',
    ],
  ]))

test('a change is made in every named place, and a value is copied from another object', () =>
  becomes([
    [
      'solar\t{replace Change} {O 212} to {V 230} in {T the numbers} and in {T the paragraph about why now}',
      'numbers/items/0/value',
      '230',
    ],
    ['solar\t{set Give} {T the quote from Inês} {V the same background as Tom}', 'quote-ines/tone', 'tint'],
    ['school\t{replace Spell} it {V "email"} throughout the page', 'form/fields/1/label', 'Email address'],
    [
      'clinic\t{T both Start a free trial buttons} lead to {V /start}',
      'closing/primaryAction/link',
      '/start',
    ],
    ['slim\t{V dark} {T background} || with {V light} {T text}', 'theme/backgroundColor', '#12151a'],
  ]))

test('a value that does not suit its target is not set', () =>
  becomes([
    ['main\t{set make} {T the headline} {V red}', 'hero/headline', undefined],
    ['slim\t{set set} {T the button text} to {V bold italic}', 'hero/primaryAction/label', undefined],
    ['school\t{T the prices}: {V Prices exclude VAT.}', 'pricing/plans/0/price', undefined],
    ['main\t{T Growth} is {V $1,590} now', 'pricing/plans/1/price', '$1,590'],
  ]))

test('a named section is not its heading, unless the message says so', () =>
  becomes([
    ['clinic\twrong, {T our prices} {V include VAT}', 'pricing/heading', undefined],
    ['clinic\t{T the pricing section} {set should be called} {V Plans}', 'pricing/heading', 'Plans'],
    [
      'slim\t{T why teams come to us} should be {V Where the money goes}',
      'heard/heading',
      'Where the money goes',
    ],
    ['main\ton {T Starter} it is {V Chat support} these days', 'pricing/plans/0/name', undefined],
  ]))

test('the rest of a text beside the new words stays', () =>
  becomes([
    [
      'clinic\t{set change} {T the survey note} to {V 140 customer clinics}',
      'stats/note',
      'Survey of 140 customer clinics, spring 2025.',
    ],
    [
      'ext17\t{T starter} is only up to {V 500 invoices a month}',
      'pricing/plans/0/includes/0',
      'Up to 500 invoices a month',
    ],
    ['main\t{T Marcus} is {V COO at Contoso} now, not {O CFO}', 'quote-marcus/role', 'COO, Contoso'],
    ['slim\t{T hero note} just: {V Live in 10 days}', 'hero/note', 'Live in 10 days'],
  ]))

test('a limit of length or a colour is not set as a text, and an amount in words is', () =>
  becomes([
    ['main\t{T closing headline}: {V four words max}', 'closing/headline', undefined],
    ['main\tthe word {O never} in {T the headline} should be {V in red}', 'hero/headline', undefined],
    ['clinic\t{T practice} {set goes to} {V sixty five euros}', 'pricing/plans/1/price', '€65'],
    ['main\t{set change} {T the button} to {V Book} now', 'hero/primaryAction/label', 'Book now'],
  ]))

test('a field that is not required becomes optional', async () => {
  const { reading } = await carryOutMarked('main\t{T phone} should not be {V required}')
  const outcome = reading?.steps.at(-1)?.outcome
  assert.equal(outcome?.kind === 'done' && outcome.said, 'made the field “Phone number” optional')
})

test('a value takes the form of the value that it replaces', () =>
  becomes([
    ['main\t{set make} {T the 3.2%} {V a 3.4%}', 'stats/items/0/value', '3.4%'],
    [
      'main\tit was {V $395,000}, not {O 410}, {set correct} {T Jane’s quote}',
      'quote-jane/quote',
      'We recovered $395,000 in the first quarter, and nobody on my team lifted a finger.',
    ],
    [
      'slim\t{T step two} {set says} {V 24 months of invoices} now',
      'steps/items/1/body',
      '24 months of invoices, line by line.',
    ],
    [
      'slim\t{T Thirty days notice} is wrong, it is {V ninety}',
      'faq/items/3/answer',
      'Yes, with 90 days of notice.',
    ],
    ['clinic\t{T the note in the hero}: {V 30 days free}', 'hero/note', '30 days free'],
  ]))

test('a month or a “not” beside a wish does not lower its certainty', () =>
  becomes([
    ['solar\t{T Permits}: {V May to July}', 'timeline/items/2/when', 'May to July'],
    ['solar\tit’s {V 240} by now, not {O 212}, {replace fix} it everywhere', 'numbers/items/0/value', '240'],
  ]))

test('a button that shows a phone number calls the new number', () =>
  becomes([
    [
      'solar\t{T the phone number at the bottom} ends with {V 0190}, not {O 0170}',
      'closing/secondaryAction/link',
      'tel:+493415550190',
    ],
  ]))

test('a background colour is lightened', async () => {
  const color = String(await value('slim\t{T background} {V light green}', 'theme/backgroundColor'))
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  assert.ok(
    channels.every((channel) => channel > 0xd0),
    color,
  )
})

test('a value that an object gets or costs is not read as the object’s new name', () =>
  becomes([
    ['school\t{T House} gets {V a Daily report}', 'pricing/plans/1/name', undefined],
    ['solar\t{T our planning fee} is {V 3% to 5%} now', 'options/rows/2/label', undefined],
    ['solar\t{T Installation step} happens {V in october}', 'timeline/items/3/when', 'October'],
    [
      'ext17\tUnder {T Core team} please {set write}: {V Six engineers}',
      'teams/items/0/body',
      'Six engineers',
    ],
  ]))

test('only the new part of a value replaces the old text', () =>
  becomes([
    [
      'school\tfirst lesson within {V 2 days}, not {O within a week}',
      'hero/note',
      'No contract. First lesson within 2 days.',
    ],
    [
      'slim\t{T cancellation notice} is {V ninety days}',
      'faq/items/3/answer',
      'Yes, with ninety days of notice.',
    ],
    [
      'clinic\t{T Tomás} is {V Head of Billing at Clinica Solana}',
      'quote/role',
      'Head of Billing, Clinica Solana',
    ],
    [
      'solar\t{T Tom’s company} is called {V Becker Foundry} now',
      'quote-tom/role',
      'Managing director, Becker Foundry',
    ],
    ['solar\t{T Inês} → {V Ines, no accent}', 'quote-ines/name', 'Ines Carvalho'],
    ['main\t{T 2.1 million} {V invoices audited}, not {O 1.4}', 'stats/items/2/value', '2.1 million'],
    [
      'school\t{T form intro}: {V Four short questions}. We answer today.',
      'form/intro',
      'Four short questions. We answer today.',
    ],
  ]))

test('a flag is set by a misspelled word and by its opposite', () =>
  becomes([
    ['slim\t{set make} {T company name} {V optinal}', 'form/fields/2/required', undefined],
    ['main\t{T Phone number} {V shouldn’t be mandatory}', 'form/fields/3/required', undefined],
    ['clinic\t{set make} {T clinic name} and || {T email} {V optional}', 'form/fields/1/required', undefined],
  ]))
