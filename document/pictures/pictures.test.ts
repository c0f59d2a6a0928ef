import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { somePage } from '../../server/test/pages.ts'
import { processorMs } from '../../server/test/processor.ts'
import { renderPage } from '../render/page.ts'
import { subjectOf } from '../render/subject.ts'
import { validateDocument } from '../validate.ts'
import { daysBetween, readWhen } from './dates.ts'
import { isSameUnit, readFigure } from './figures.ts'
import { drawMap } from './map.ts'
import { initials, monogram } from './monogram.ts'
import { pattern } from './pattern.ts'
import { findPlaces } from './places.ts'

const names = (text: string) => findPlaces(text).map(({ name }) => name)

test('cities are found as they are written, each once, in the order of their mention', () => {
  assert.deepEqual(
    names('Rotterdam feeds Gdańsk and Valencia; Gdansk opens first. Ho Chi Minh City follows.'),
    ['Rotterdam', 'Gdańsk', 'Valencia', 'Ho Chi Minh City'],
  )
  assert.deepEqual(names('we talked in rotterdam'), [])
})

test('an ambiguous name is read as a city only in a context of places', () => {
  assert.deepEqual(names('Nice work, Victoria. Reading it again, Charlotte agrees.'), [])
  assert.deepEqual(names('From Nice to Lyon'), ['Nice', 'Lyon'])
})

test('of several cities with the same name, the one near the other cities is chosen', () => {
  const [, spain] = findPlaces('Rotterdam, Valencia and Lyon')
  assert.ok(spain && Math.abs(spain.longitude) < 2, JSON.stringify(spain))
  const [venezuela] = findPlaces('Valencia')
  assert.ok(venezuela && venezuela.longitude < -60)
})

test('finding cities takes time in proportion to the text', () => {
  const text = 'San Nice La De Rotterdam '.repeat(4000)
  assert.ok(processorMs(() => void findPlaces(text)) < 1500)
})

test('figures are split into prefix, number and unit, in the usual notations', () => {
  const read = (text: string) => {
    const figure = readFigure(text)
    return figure && [figure.before, figure.value, figure.after]
  }
  assert.deepEqual(read('€2.3m'), ['€', 2.3, 'm'])
  assert.deepEqual(read('1,234'), ['', 1234, ''])
  assert.deepEqual(read('1.234,5 km'), ['', 1234.5, 'km'])
  assert.deepEqual(read('−58%'), ['−', 58, '%'])
  assert.deepEqual(read('47 min'), ['', 47, 'min'])
  assert.equal(read('soon'), undefined)
  const [a, b, c] = ['9 days', '2 days', '36 h'].map(readFigure)
  assert.ok(a && b && c && isSameUnit(a, b) && !isSameUnit(a, c))
})

test('dates are parsed from texts, and a date earlier in the year than the one before it falls in the next year', () => {
  assert.deepEqual(daysBetween(['24 November', '8 December', '12 January', '2 March']), [0, 14, 49, 98])
  assert.deepEqual(daysBetween(['Week 1', 'Week 3', 'Week 8']), [0, 14, 49])
  assert.deepEqual(daysBetween(['March 2, 2027', '2027-03-09']), [0, 7])
  assert.equal(daysBetween(['Week 1', 'soon']), undefined)
  assert.equal(readWhen('31 Foo'), undefined)
})

test('any places make a map with whole-number coordinates and at most 20 KB, identical on every run', () => {
  const options = { width: 760, height: 800, id: 'x', isRoute: true, startShare: 0.3, label: 'Map' }
  for (const text of [
    'Innsbruck',
    'Tokyo, Los Angeles and Sydney',
    'Bergen, Kiel',
    'Reykjavik and Cape Town',
  ]) {
    const places = findPlaces(text)
    const map = drawMap(places, options).text
    assert.equal(drawMap(places, options).text, map)
    assert.ok(map.length < 20_000, `${text}: ${map.length}`)
    assert.doesNotMatch(map, /NaN|undefined|Infinity/)
    for (const { name } of places) assert.ok(map.includes(`>${name}</text>`), name)
    // Above a caption that covers the bottom.
    const noted = places.map((place) => ({ ...place, note: '1,790 km, 44 h' }))
    const above = drawMap(noted, { ...options, bottomShare: 0.27 }).text
    for (const [, y] of above.matchAll(/<(?:text|circle)[^>]* c?y="(\d+)"/g)) assert.ok(Number(y) < 627, text)
  }
})

test('monograms and patterns are derived from a text alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(monogram(text).text, monogram(text).text)
      assert.equal(pattern(text, 6, 5).text, pattern(text, 6, 5).text)
      assert.ok([...initials(text)].length <= 6)
    }),
  )
  assert.equal(initials('Meridian Foods GmbH'), 'MF')
})

test('a page draws the reader’s places, not those of a customer, an invitation or a name', () => {
  const document = validateDocument({
    theme: { look: 'editorial' },
    blocks: [
      {
        id: 'a',
        type: 'hero',
        props: { headline: 'From Rotterdam to Gdańsk for Paris Freight' },
        sources: [],
      },
      { id: 'b', type: 'quote', props: { quote: 'It works in Madrid.', name: 'Jane' }, sources: [] },
      {
        id: 'c',
        type: 'cta',
        props: { headline: 'Meet us in Hamburg', primaryAction: { label: 'Go', link: '/x' } },
        sources: [],
      },
    ],
  })
  const { places } = subjectOf(document, ['Paris Freight'])
  assert.deepEqual(
    places.map(({ name }) => name),
    ['Rotterdam', 'Gdańsk'],
  )
  const { html } = renderPage(
    somePage(document, { recipient: { name: 'Paris Freight' }, language: { lang: 'en', dir: 'ltr' } }),
  )
  assert.match(html, /role="img" aria-label="Map: Rotterdam, Gdańsk"/)
  assert.doesNotMatch(html.replace(/aria-label="[^"]*"/g, ''), />(Madrid|Hamburg|Paris)<\/text>/)
})
