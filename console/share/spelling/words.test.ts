import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockTypes, examples } from '../../../document/index.ts'
import type { Document } from '../../documents/document.ts'
import type { BlockTypes } from '../../documents/schema.ts'
import { bestSuggestion, isTypo, replaceWord, textsOf, wordContext, wordsToCheck } from './words.ts'

const types = new Map(
  blockTypes.map(({ name, props }) => [name, { props }]),
) as unknown as BlockTypes['types']
const checked = (text: string, names: string[] = []) => wordsToCheck([{ path: '/x', text }], names)

test('words are checked; names and strings that are not words are skipped', () => {
  assert.deepEqual(checked('We **recieve** your seperate orders, don’t we?'), [
    ...['recieve', 'your', 'seperate', 'orders', "don't"],
  ])
  // A capital at the beginning of a sentence says nothing; elsewhere or in two places, the word counts as a name.
  assert.deepEqual(checked('Recieve it. Teh end.'), ['Recieve', 'Teh', 'end'])
  assert.deepEqual(checked('with Oostzee and Nordwind, or: Nordwind’s and Oostzee'), ['with', 'and'])
  assert.deepEqual(checked('Nordwind came. Nordwind went.'), ['came', 'went'])
  assert.deepEqual(checked('Casa Verde'), [])
  assert.deepEqual(
    checked(
      '{{account.name|recieve}} saved 40kg, 3rd SaaS ROI at foyer.example, see [a](/seperate-page) i.e. x@y.example',
    ),
    ['saved', 'see'],
  )
  assert.deepEqual(checked('our lumenly tariff for okafor', ['Lumenly GmbH', 'Amara Okafor · Meridian']), [
    ...['our', 'tariff', 'for'],
  ])
})

test('only texts that visitors read are checked', () => {
  for (const { start } of examples.values()) {
    const words = wordsToCheck(textsOf(start as unknown as Document, { types } as BlockTypes), [])
    assert.ok(words.length > 50)
    for (const choice of ['gantt', 'bento', 'textarea']) assert.ok(!words.includes(choice), choice)
  }
})

test('a correction changes the whole word everywhere, keeps its capital, and leaves links and placeholders alone', () => {
  const text = 'Teh end. See [teh page](/teh) for {{person.firstName|teh}}; **teh**, tehran, teh’s'
  assert.equal(
    replaceWord(text, 'teh', 'the'),
    'The end. See [the page](/teh) for {{person.firstName|teh}}; **the**, tehran, the’s',
  )
  assert.equal(replaceWord('We dont', 'dont', "don't"), "We don't")
  assert.deepEqual(
    wordContext('Some time before then you go on we **recieve** what you have sent to us in time', 'recieve'),
    {
      before: '… then you go on we ',
      after: ' what you have sent to …',
    },
  )
})

test('only a correction of a typing error is suggested', () => {
  const slips = 'recieve receive, teh the, acomodation accommodation, Definately Definitely'
  for (const [word = '', suggestion = ''] of slips.split(', ').map((pair) => pair.split(' ')))
    assert.ok(isTypo(word, suggestion), word)
  const others = 'Nordwind Woodwind, Vos V6s, oostzee onstage, berlin Berlin, bento bet'
  for (const [word = '', suggestion = ''] of others.split(', ').map((pair) => pair.split(' ')))
    assert.ok(!isTypo(word, suggestion), word)
  assert.equal(bestSuggestion('arive', ['arise', 'arrive', 'alive']), 'arrive')
  assert.equal(bestSuggestion('teh', ['the', 'tech']), 'the')
  assert.equal(bestSuggestion('xyz', []), undefined)
})
