import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../server/test/effort.ts'
import { somePage } from '../../server/test/pages.ts'
import { hasPrompt, promptsIn, replacePrompts } from '../../shared/prompts.ts'
import { mapStrings } from '../../shared/strings.ts'
import { blockTypes } from '../blocks/index.ts'
import { type Facts, fillPlaceholders } from '../fill.ts'
import { initials } from '../pictures/monogram.ts'
import { renderPage } from '../render/page.ts'
import { bare } from '../render/parts.ts'
import { wordsIn } from '../render/words.ts'
import type { Block, Document } from '../schema.ts'
import { validateDocument } from '../validate.ts'
import { templateList, templateNames, templates } from './index.ts'

const schemas = new Map(blockTypes.map(({ name, props }) => [name as string, props]))

function mapTexts(document: Document, change: (text: string) => string): Document {
  const blocks = document.blocks.map((block) => {
    const props = mapStrings(schemas.get(block.type) as object, block.props, (text, { kind }) =>
      kind && kind !== 'link' ? change(text) : text,
    )
    return { ...block, props } as Block
  })
  return { ...document, blocks }
}

function textsOf(document: Document): string[] {
  const texts: string[] = []
  mapTexts(document, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

/** The visible texts of a page. */
function shownTexts(html: string): string[] {
  const body = html.slice(html.indexOf('<body'))
  const decode = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return body
    .split(/<[^>]*>/)
    .map((text) => decode(text).trim())
    .filter(Boolean)
}

const account = fc.record({
  accountId: fc.constant('account_x'),
  name: fc.constantFrom(
    'Acme Robotics',
    'Øresund & Sons',
    '*Stars* [x](https://x.example)',
    'Paris Freight',
    null,
  ),
  domain: fc.constant('acme.example'),
})
/** A name that looks like a prompt. */
const sly = '{{prompt|sly}}'
const person = fc.record({
  personId: fc.constant('person_x'),
  name: fc.constantFrom('Robin Hart', 'Doe, Jane', sly, null),
})
const facts = fc.record({ account: fc.option(account), person: fc.option(person) })

test('visitors see only statements of the template, known facts and written texts', () => {
  const words = Object.values(wordsIn('en'))
  fc.assert(
    fc.property(
      fc.constantFrom(...templateNames),
      facts,
      fc.infiniteStream(fc.boolean()),
      (name, known, coins) => {
        let count = 0
        const written = mapTexts(templates[name], (text) =>
          replacePrompts(text, (question) =>
            coins.next().value
              ? `written ${String.fromCharCode(97 + (count++ % 26))}`
              : `{{prompt|${question}}}`,
          ),
        )
        const brand = { name: 'Northwind' }
        const all: Facts = { brand, account: known.account ?? undefined, person: known.person ?? undefined }
        const filled = fillPlaceholders(validateDocument(written), all)
        const recipient = known.account?.name ? { name: known.account.name } : undefined
        const actions = [{ actionId: 'a', actionIndex: 0, buttonTitle: 'Go', url: 'https://a.example/' }]
        const { html } = renderPage(somePage(filled, { recipient, brand, page: { actions } }))
        const allowed = [
          ...textsOf(filled)
            .filter((text) => !hasPrompt(text))
            .map(bare),
          ...[brand.name, recipient?.name ?? ''].flatMap((one) => [one, initials(one)]),
          ...[...words, `(${words[1]})`, '×', initials('For Acme'), '*'],
          ...textsOf(filled).map((text) => initials(bare(text).replace(/^for /i, ''))),
        ].join('\n')
        for (const text of shownTexts(html)) assert.ok(allowed.includes(text), `${name}: ${text}`)
        for (const question of textsOf(filled).flatMap(promptsIn))
          if (question.length > 12) assert.ok(!html.includes(question), `${name}: ${question}`)
        if (known.person?.name !== sly) assert.doesNotMatch(html, /\{\{|prompt\|/, name)
      },
    ),
    { numRuns: times(400, 80) },
  )
})

test('a new page has a headline, an action and no figures before it is edited', () => {
  for (const [name, { document, pageType }] of templateList) {
    const actions = [{ actionId: 'a', actionIndex: 0, buttonTitle: 'Go', url: 'https://a.example/' }]
    const { html } = renderPage(somePage(fillPlaceholders(document, {}), { page: { actions } }))
    const text = shownTexts(html).join(' ')
    assert.match(html, /<h1[^>]*>\S/, name)
    assert.ok(pageType === 'custom' || html.includes('class="btn"'), name)
    assert.doesNotMatch(text, /\d+\s*%|[€$£]\s*\d/, name)
    assert.doesNotMatch(text, /we (heard|looked|know|found|noticed)/i, name)
  }
})

test('every type of page has a template in each look', () => {
  for (const { pageType } of templateList.values())
    for (const look of ['editorial', 'product', 'bold'] as const)
      assert.equal(templates[`${pageType}_${look}`].theme.look, look)
})
