import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examples, templates } from '../../document/index.ts'
import { bareText } from '../../server/pages/exampleText.ts'
import { hasPrompt } from '../../shared/prompts.ts'
import { type Document, withText } from '../documents/document.ts'
import type { Page } from '../pages/words.ts'
import {
  addressFrom,
  isAnswered,
  leftOutName,
  pagePatch,
  problemIn,
  savedAnswers,
  savedContextOf,
  startingAnswers,
  withAnswers,
} from './answers.ts'
import type { PageExample } from './queries.ts'
import { questionsFor } from './questions.ts'
import { countOpen, leftOverFacts } from './words.ts'

const known = {
  said: { sell: '', who: '', url: '' },
  description: 'We make anvils.',
  proposals: ['One', 'Two'],
  isExample: (text: string) => JSON.stringify(solar).includes(text),
}

test('every example asks eight questions, and the answers are inserted where the page asked for them', () => {
  for (const [name, { start }] of examples) {
    const document = start as unknown as Document
    const questions = questionsFor(document, known)
    assert.deepEqual(
      questions.map(({ id }) => id),
      ['sell', 'who', 'action', 'worth', 'figures', 'proof', 'steps', 'person'],
      name,
    )
    assert.equal(questions[0]?.fields[0]?.suggestion, 'We make anvils.')
    const open = questions.flatMap(({ fields }) => fields).filter(({ target }) => typeof target === 'object')
    let answered = document
    for (const { target, value } of open)
      if (typeof target === 'object' && value === '')
        for (const { blockId, path } of target.places) answered = withText(answered, blockId, path, 'Answer')
    const left = questionsFor(answered, known).flatMap(({ fields }) => fields)
    assert.ok(!left.some(({ value }) => hasPrompt(value)), name)
    const asked = open.filter(({ value }) => value === '').length
    assert.equal(countOpen(document) - countOpen(answered), asked, name)
    assert.ok(asked >= 5 && asked <= 8, `${name}: ${asked}`)
  }
})

test('a template asks four to eight questions, each with at most six fields', () => {
  for (const [name, template] of Object.entries(templates)) {
    const questions = questionsFor(template as unknown as Document, known)
    assert.ok(questions.length >= 4 && questions.length <= 8, name)
    assert.ok(questions.every(({ fields }) => fields.length > 0 && fields.length <= 6))
  }
})

const solar = examples.get('example_solar')?.start as unknown as Document

test('a button’s address is accepted as people type it, or refused at its field', () => {
  const wanted: [typed: string, taken: string | undefined][] = [
    ['acme.example/book', 'https://acme.example/book'],
    [' www.acme.example ', 'https://www.acme.example'],
    ['münchen.example:8080?a=1', 'https://münchen.example:8080?a=1'],
    ['https://acme.example/book', 'https://acme.example/book'],
    ['jane@acme.example', 'mailto:jane@acme.example'],
    ['mailto:jane@acme.example', 'mailto:jane@acme.example'],
    ['tel:+4930123456', 'tel:+4930123456'],
    ['/book', '/book'],
    ['book a call', undefined],
    ['acme', undefined],
    ['javascript:alert(1)', undefined],
    ['action:other', undefined],
  ]
  for (const [typed, taken] of wanted) assert.equal(addressFrom(typed), taken, typed)
  const questions = questionsFor(solar, known)
  assert.equal(problemIn(questions, { 'action 1': 'acme.example' }), undefined)
  assert.deepEqual(
    [problemIn(questions, { 'action 1': 'acme' })?.at, problemIn(questions, {})],
    [2, undefined],
  )
})

test('only answered questions count as answered, also when the form is opened again', () => {
  const ticked = (document: Document, said = known.said) => {
    const questions = questionsFor(document, { ...known, said })
    return questions.filter((one) => isAnswered(one, savedAnswers(questions))).map(({ id }) => id)
  }
  assert.deepEqual(ticked(solar), [])
  const questions = questionsFor(solar, known)
  const answers = { ...startingAnswers(questions), 'person 0': 'Jane Doe', 'figures 0': '€1' }
  const answered = withAnswers(solar, questions, answers)
  assert.deepEqual(ticked(answered, { sell: 'Anvils', who: '', url: 'https://acme.example' }), [
    'sell',
    'action',
    'person',
  ])
  // Formatting that the questions don't show is kept in unchanged texts.
  assert.ok(questions.every(({ fields }) => fields.every(({ value }) => !value.includes('**'))))
  assert.match(JSON.stringify(answered), /\*\*rent\*\* a year/)
})

test('facts of an example that no question asks for are listed as left over until they are replaced', () => {
  const known = [...examples].map(([name, { shown }]) => ({ name, text: bareText(shown) }) as PageExample)
  const left = leftOverFacts(solar, known).map(({ text }) => text)
  for (const fact of ['€1.1m', '24 ct', 'Kettle Labs', 'Has built 214 roofs', '12 January'])
    assert.ok(left.includes(fact), fact)
  assert.ok(left.some((text) => text.startsWith('What 9,400 m²')))
  // Questions ask for these.
  for (const asked of ['Brightstone', '€41,000']) assert.ok(!left.includes(asked), asked)
  assert.ok(!left.includes('14'), 'too short to tell')
  // With what they stand beside, they can be told.
  for (const fact of [
    'Jul: 126 MWh and 5 more values',
    'Months until it runs: 14',
    'Months until it runs: 6',
  ])
    assert.ok(left.includes(fact), fact)
  assert.ok(!left.some((text) => text.startsWith('Who climbs up')))
  const written = withText(solar, 'close', '/person/role', 'Has built 12 roofs')
  assert.equal(leftOverFacts(written, known).length, left.length - 1)
  // The caption of a hero without media is never visible.
  const captions = (document: Document) =>
    leftOverFacts(document, known).filter(({ path }) => path === '/caption').length
  assert.ok(captions(solar) > 0)
  const [hero, ...others] = solar.blocks as [Document['blocks'][number], ...Document['blocks']]
  const bare = { ...hero, props: { ...hero.props, layout: 'left' } } as typeof hero
  assert.equal(captions({ ...solar, blocks: [bare, ...others] }), 0)
  for (const template of Object.values(templates))
    assert.deepEqual(leftOverFacts(template as unknown as Document, known), [])
})

test('a section can be left out if there is no answer for it, and including it again restores it unchanged', () => {
  const questions = questionsFor(solar, known)
  const proof = questions.find(({ id }) => id === 'proof')
  assert.ok(proof?.section)
  const { blockId } = proof.section
  const hiddenIn = ({ blocks }: Document) => blocks.filter(({ hidden }) => hidden).map(({ id }) => id)
  const without = withAnswers(solar, questions, { [leftOutName(proof)]: 'yes' })
  assert.deepEqual(hiddenIn(without), [blockId])
  const later = questionsFor(without, known)
  assert.ok(later.every((one) => isAnswered(one, savedAnswers(later)) === (one.id === 'proof')))
  assert.deepEqual(hiddenIn(withAnswers(without, later, savedAnswers(later))), [blockId])
  assert.deepEqual(withAnswers(without, later, { [leftOutName(proof)]: '' }), solar)
})

test('answers change their own lines of the context and their own button, and leave all others', () => {
  const notes = 'Only in the Baltic states.\nFor: everybody\nNever name prices.'
  const [primary, deck] = [
    { actionId: 'primary', buttonTitle: 'Book', url: 'https://old.example', openInNewTab: true },
    { actionId: 'deck', buttonTitle: 'Read the deck', url: 'https://deck.example' },
  ]
  const page = { pageContext: notes, actions: [deck, primary], headerActionId: 'deck' } as unknown as Page
  const questions = questionsFor(solar, { ...known, said: savedContextOf(page) })
  const given = savedAnswers(questions)
  assert.deepEqual([given['who 0'], given['action 1']], ['everybody', 'https://old.example'])
  assert.deepEqual(pagePatch(page, questions, { ...given, 'action 0': 'Book' }), {})
  const answers = {
    ...given,
    'sell 0': 'Anvils',
    'who 0': 'Smiths',
    'action 0': 'Call',
    'action 1': 'new.example',
  }
  assert.deepEqual(pagePatch(page, questions, answers), {
    page: {
      pageContext: 'We sell: Anvils\nOnly in the Baltic states.\nFor: Smiths\nNever name prices.',
      actions: [deck, { ...primary, buttonTitle: 'Call', url: 'https://new.example' }],
      headerActionId: 'deck',
    },
  })
  const blank = { pageContext: '', actions: [] } as unknown as Page
  assert.deepEqual(pagePatch(blank, questions, { ...given, 'who 0': '', 'action 1': '' }), {})
})

test('chart values and short cells of an example are recognised one by one', () => {
  const known = [...examples].map(([name, { shown }]) => ({ name, text: bareText(shown) }) as PageExample)
  const withProps = (id: string, change: (props: any) => object): Document => ({
    ...solar,
    blocks: solar.blocks.map((block) =>
      block.id === id
        ? ({ ...block, props: { ...block.props, ...change(block.props) } } as typeof block)
        : block,
    ),
  })
  const left = (document: Document) => leftOverFacts(document, known).map(({ text }) => text)
  const valued = (values: number[]) =>
    withProps('hero', ({ points }) => ({
      points: points.map((point: object, index: number) => ({ ...point, value: values[index] })),
    }))
  assert.ok(left(valued([22, 68, 118, 140, 90, 30])).includes('May: 118 MWh and 2 more values'))
  assert.ok(left(valued([20, 60, 118, 140, 90, 30])).includes('May: 118 MWh'))
  assert.ok(!left(valued([20, 60, 110, 140, 90, 30])).some((text) => text.includes('MWh')))
  // Other layouts don't draw values.
  const asMap = withProps('hero', () => ({ layout: 'map' }))
  assert.ok(!left(asMap).some((text) => text.includes('MWh')))
  const faster = withProps('difference', ({ rows }) => ({
    rows: rows.map((row: any) => (row.cells[0] === '14' ? { ...row, cells: ['12', '6'] } : row)),
  }))
  const months = left(faster).filter((text) => text.startsWith('Months'))
  assert.deepEqual(months, ['Months until it runs: 6'])
})
