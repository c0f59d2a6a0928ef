import assert from 'node:assert/strict'
import { test } from 'node:test'
import { somePage } from '../../../server/test/pages.ts'
import { promptsIn } from '../../../shared/prompts.ts'
import { fillPlaceholders } from '../../fill.ts'
import { lookNames } from '../../looks.ts'
import { renderPage } from '../../render/page.ts'
import { validateDocument } from '../../validate.ts'
import { examples } from './index.ts'

const actions = [{ actionId: 'a', actionIndex: 0, buttonTitle: 'Go', url: 'https://a.example/' }]

test('examples are complete pages of different trades, each look as often, without anything left to write', () => {
  const all = [...examples.values()]
  assert.ok(all.length >= 12)
  assert.equal(new Set(all.map(({ trade }) => trade)).size, all.length)
  for (const look of lookNames)
    assert.equal(all.filter(({ brand }) => brand.look === look).length, all.length / 3)
  for (const { trade, shown, brand } of all) {
    const document = validateDocument(shown)
    const types = new Set(document.blocks.map(({ type }) => type))
    assert.ok(types.size >= 6, `${trade}: ${[...types]}`)
    assert.deepEqual(promptsIn(JSON.stringify(document)), [], trade)
    const { html } = renderPage(somePage(fillPlaceholders(document, { brand }), { brand, page: { actions } }))
    assert.doesNotMatch(html, /\{\{/, trade)
    assert.ok(Buffer.byteLength(html) < 90_000, `${trade}: ${Buffer.byteLength(html)}`)
  }
})

test('a page made of an example keeps nothing that is true of the example’s company only', () => {
  for (const { trade, shown, start, brand } of examples.values()) {
    const document = validateDocument(start)
    const { html } = renderPage(
      somePage(fillPlaceholders(document, { brand: { name: 'Mine' } }), { page: { actions } }),
    )
    const text = html.slice(html.indexOf('<body')).replace(/<[^>]*>/g, ' ')
    assert.match(html, /<h1[^>]*>\S/, trade)
    assert.doesNotMatch(text, /\d+\s?%|[€$£]\s?\d|\d+ (min|h|days|kWh)\b/, trade)
    assert.ok(!text.includes(brand.name), trade)
    const people = shown.blocks.flatMap(({ props }) => ('person' in props ? (props.person?.name ?? []) : []))
    assert.ok(people.length > 0 && !people.some((name) => text.includes(name)), trade)
    const questions = promptsIn(JSON.stringify(start))
    assert.ok(questions.length > 15 && questions.length < 60, `${trade}: ${questions.length}`)
  }
})
