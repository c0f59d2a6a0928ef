import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { someDocument } from '../../server/test/documents.ts'
import { times } from '../../server/test/effort.ts'
import { everyBlock } from '../../server/test/everyBlock.ts'
import { somePage } from '../../server/test/pages.ts'
import { threadCpuMs } from '../../server/test/processor.ts'
import { asset } from '../../server/test/shownPage.ts'
import { mapStrings } from '../../shared/strings.ts'
import { blockTypes } from '../blocks/index.ts'
import { isUnseen } from '../blocks/words.ts'
import { marks } from '../marks.ts'
import type { Document } from '../schema.ts'
import { drawMarked, showPlaceholders } from './marked.ts'
import { renderPage } from './page.ts'

const unnamed = (html: string) => html.replaceAll(/ data-path="[^"]*"/g, '')

function blocksOf(document: Document) {
  return drawMarked(somePage(document, { asset }))
    .blocks.map(({ html }) => html)
    .join('')
}

test('a marked page equals the public page, except for the path attributes of its texts', () => {
  const check = (document: Document) => {
    const { html } = renderPage(somePage(document, { asset }))
    assert.ok(html.includes(unnamed(blocksOf(document))))
    assert.doesNotMatch(html, /data-path/)
  }
  check(everyBlock)
  // Short figures; the paths that editors get are no part of their length.
  const stats = {
    id: 'a',
    type: 'stats',
    props: { items: [{ id: 'i1', value: '4', label: 'Days' }] },
  } as const
  check({ theme: {}, blocks: [stats] } as unknown as Document)
  fc.assert(fc.property(someDocument, check), { numRuns: times(100, 30) })
})

test('every visible text of a marked page has its path', () => {
  for (const block of drawMarked(somePage(everyBlock, { asset })).blocks) {
    const { type, props } = everyBlock.blocks.find(({ id }) => id === block.id) as Document['blocks'][number]
    const schema = blockTypes.find(({ name }) => name === type)?.props as object
    mapStrings(schema, props, (text, { kind, path }) => {
      const isText = kind !== undefined && kind !== 'link' && !/^(yes|no)$/i.test(text)
      // Alternative texts, titles of videos and frames, and names of companies with logos are not visible texts.
      const isName = /\/alt$|^\/title$/.test(path) || (type === 'logos' && path === '/items/0/name')
      if (isText && !isName) assert.ok(block.html.includes(` data-path="${path}"`), `${type} ${path}`)
      return text
    })
  }
})

test('a hero draws the texts of its points, unless its descriptions say that the layout leaves them out', () => {
  const type = blockTypes.find(({ name }) => name === 'hero')
  const cities = ['Rotterdam', 'Hamburg', 'Vienna']
  const props = {
    headline: 'Three halls',
    points: cities.map((label, index) => ({ id: label, label, note: `${index} halls`, value: index })),
    ...{ unit: 'lumen', limit: 2, limitLabel: 'The limit', caption: 'Where they are' },
  }
  const layouts = ['left', 'centered', 'split', 'map', 'route', 'chart', 'figures', 'pattern']
  for (const layout of layouts) {
    const block = { id: 'hero', type: 'hero', props: { ...props, layout }, sources: [] }
    const html = blocksOf({ theme: {}, blocks: [block] } as unknown as Document)
    mapStrings(type?.props as object, block.props, (text, { kind, path }) => {
      if (kind)
        assert.equal(!isUnseen(type?.words, block.props, path), html.includes(text), `${layout} ${path}`)
      return text
    })
  }
})

test('the characters that delimit paths have no meaning in a text', () => {
  const headline = '\ufdd0/eyebrow\ufdd1Hello \ufdd0"><b>\ufdd1'
  const document = { theme: {}, blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources: [] }] }
  assert.match(
    blocksOf(document as unknown as Document),
    /<h1 data-path="\/headline">\/eyebrowHello &#34;&#62;&#60;b&#62;<\/h1>/,
  )
})

test('a stored text full of delimiters is drawn quickly, and its links stay attribute values', () => {
  const { fill, filled, ask, begin } = marks
  const hero = (headline: string): Document => ({
    theme: {},
    blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources: [] }],
  })
  const attack = `${fill}[a](https://x/onmouseover=alert(1))${filled}[b](https://x/onmouseover=y)${filled}`
  for (const headline of [attack, `${ask}${attack}${begin}${attack}`])
    for (const document of [hero(headline), showPlaceholders(hero(headline))]) {
      const tags = blocksOf(document).match(/<[^>]*>/g) ?? []
      assert.deepEqual(
        tags.filter((tag) => /\sonmouseover/.test(tag.replaceAll(/"[^"]*"/g, ''))),
        [],
      )
      assert.doesNotMatch(blocksOf(document), /\p{Noncharacter_Code_Point}/u)
    }
  for (const mark of Object.values(marks)) {
    const began = threadCpuMs()
    blocksOf(hero(mark.repeat(200_000)))
    assert.ok(threadCpuMs() - began < 500, `${mark.codePointAt(0)?.toString(16)}`)
  }
})

test('a placeholder is shown as a chip that names it exactly, regardless of its fallback', () => {
  const headline = 'For {{account.name|their "*own*" [team](https://a.example) & <us>}}.'
  const document = { theme: {}, blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources: [] }] }
  assert.match(
    blocksOf(showPlaceholders(document as unknown as Document)),
    /<h1 data-path="\/headline">For <span class="chip" data-placeholder="account\.name\|their &#34;\*own\*&#34; \[team\]\(https:\/\/a\.example\) &#38; &#60;us&#62;">account\.name<\/span>\.<\/h1>/,
  )
})
