import assert from 'node:assert/strict'
import { test } from 'node:test'
import { somePage } from '../../../server/test/pages.ts'
import { promptsIn } from '../../../shared/prompts.ts'
import { fillPlaceholders } from '../../fill.ts'
import { lookNames } from '../../looks.ts'
import { drawMarked } from '../../render/marked.ts'
import { renderPage } from '../../render/page.ts'
import { validateDocument } from '../../validate.ts'
import { withoutPrompts } from '../../withoutPrompts.ts'
import { examples } from './index.ts'

const actions = [{ actionId: 'a', actionIndex: 0, buttonTitle: 'Go', url: 'https://a.example/' }]

test('examples are complete pages of different trades, equally many per look, without open prompts', () => {
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

test('a page created from an example reads as finished, names its new owner, and asks at most eight questions', () => {
  for (const { trade, shown, start, brand } of examples.values()) {
    const document = validateDocument(start)
    const questions = promptsIn(JSON.stringify(document))
    assert.ok(questions.length >= 5 && questions.length <= 8, `${trade}: ${questions.length}`)
    const visible = withoutPrompts(document)
    assert.deepEqual(promptsIn(JSON.stringify(visible)), [], trade)
    const mine = { name: 'Mine' }
    const input = somePage(fillPlaceholders(document, { brand: mine }), { brand: mine, page: { actions } })
    const { html } = renderPage(input)
    assert.ok(!html.includes(brand.name), trade)
    assert.ok(!html.includes('{{'), trade)
    const renamed = JSON.stringify(shown.blocks).replaceAll(brand.name, '{{brand.name}}')
    assert.deepEqual(withoutPrompts(start).blocks, JSON.parse(renamed), trade)
    const edited = drawMarked(input)
      .blocks.map((block) => block.html)
      .join('')
    assert.equal(edited.split('class="prompt"').length - 1, questions.length, trade)
  }
})
