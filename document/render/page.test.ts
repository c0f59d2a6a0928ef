import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { someDocument } from '../../server/test/documents.ts'
import { times } from '../../server/test/effort.ts'
import { somePage } from '../../server/test/pages.ts'
import { processorMs } from '../../server/test/processor.ts'
import { exampleId } from '../../shared/ids.ts'
import { mapStrings } from '../../shared/strings.ts'
import { honeypotField } from '../blocks/form/html.ts'
import { blockTypes } from '../blocks/index.ts'
import type { Document } from '../schema.ts'
import { templates } from '../templates/index.ts'
import { validateDocument } from '../validate.ts'
import { renderPage } from './page.ts'

const schemas = new Map<string, object>(blockTypes.map(({ name, props }) => [name, props]))

/** The tags of a page with their attribute names, in order, without the content of style and script. */
function skeleton(html: string): string[] {
  const bare = html.replace(/(<(style|script)\b[^>]*>)[\s\S]*?<\/\2>/g, '$1')
  return [...bare.matchAll(/<[^\s>]*(?:[^>"]|"[^"]*")*>/g)].map(([tag]) => tag.replace(/="[^"]*"/g, ''))
}

const hero = (props: object): Document =>
  validateDocument({ theme: {}, blocks: [{ id: 'hero', type: 'hero', props, sources: [] }] })
const draw = (document: Document, more: Parameters<typeof somePage>[1] = {}) =>
  renderPage(somePage(document, more))

test('the same input gives the same page, under 60 KB for every template', () => {
  for (const document of Object.values(templates)) {
    const { html } = draw(document)
    assert.equal(draw(document).html, html)
    assert.ok(Buffer.byteLength(html) < 60_000)
    assert.doesNotMatch(html, /\{\{|undefined|\[object|null/)
  }
})

test('no text becomes a tag or an attribute, even in an unvalidated document', () => {
  const hostile = fc.constantFrom(
    '<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', "' onmouseover='alert(1)", '</style><b>', '</title><b>',
    '[x](javascript:alert(1))', '[x"onclick="y](https://e.example/"onclick="alert(1))', '**<b>', '\\<b>', '&lt;b&gt;', '<!--', ']]>',
  ) // biome-ignore format: a list of payloads
  fc.assert(
    fc.property(someDocument, hostile, (document, payload) => {
      const withText = (text: string): Document => ({
        ...document,
        blocks: document.blocks.map((block) => ({
          ...block,
          props: replaceTexts(block, text),
        })) as Document['blocks'],
      })
      assert.deepEqual(skeleton(draw(withText(payload)).html), skeleton(draw(withText('plain')).html))
    }),
    { numRuns: times(80, 30) },
  )
})

test('hostile names, titles, metadata, links and footers stay text, and unsafe addresses are left out', () => {
  const bad = '"><img src=x onerror=alert(1)>'
  const page = {
    title: bad,
    actions: [{ actionId: 'a', actionIndex: 0, buttonTitle: bad, url: 'javascript:alert(1)' }],
    headerActionId: 'a',
    actionCardWidgets: [
      { title: bad, logos: [{ image: { altText: bad, url: 'javascript:x', fileId: '', assetId: '' } }] },
    ],
    footerLinks: [
      {
        id: '',
        title: bad,
        links: [
          { id: '', text: bad, url: ' javascript:alert(1)' },
          { id: '', text: 'ok', url: 'https://ok.example/' },
        ],
      },
    ],
    metadata: {
      title: bad,
      description: bad,
      ogImageUrl: 'javascript:x',
      canonicalUrl: bad,
      twitterSite: bad,
    },
  }
  const { html } = draw(hero({ headline: 'Hi', primaryAction: { label: 'Go', link: 'action:primary' } }), {
    page,
    brand: { name: bad },
  })
  assert.doesNotMatch(html, /<img|javascript:/)
  assert.match(html, /<a href="https:\/\/ok.example\/">ok<\/a>/)
})

test('sources never reach the page', () => {
  const sources = [{ kind: 'account_log', id: exampleId('account_log') }]
  const document = validateDocument({
    theme: {},
    blocks: [{ id: 'a', type: 'quote', props: { quote: 'Said' }, sources }],
  })
  const { html } = draw(document)
  assert.doesNotMatch(html, /account_log/)
  assert.match(html, /<section[^>]* data-block-id="a"/)
})

test('a link to a block leads to its section', () => {
  const primaryAction = { label: 'Prices', link: '#prices' }
  const document = validateDocument({
    theme: {},
    blocks: [
      { id: 'main', type: 'hero', props: { headline: 'Hi', primaryAction }, sources: [] },
      { id: 'prices', type: 'text', props: { body: 'See [above](#main).' }, sources: [] },
    ],
  })
  const { html } = draw(document)
  assert.match(html, /href="#prices"/)
  assert.match(html, /<section[^>]* id="prices"/)
  assert.equal(html.match(/ id="main"/g)?.length, 1)
})

test('links lead to their targets, and links to missing actions are left out', () => {
  const actions = [
    { actionId: 'two', actionIndex: 2, buttonTitle: 'Two', url: 'https://two.example/' },
    { actionId: 'one', actionIndex: 1, buttonTitle: 'One', url: 'https://one.example/?a=1&b=2' },
  ]
  const document = hero({
    headline: '[a](action:two) [b](action:gone) [c](/path)',
    primaryAction: { label: 'Main', link: 'action:primary' },
  })
  const { html } = draw(document, { page: { actions } })
  assert.match(
    html,
    /<a href="https:\/\/two.example\/" data-action-id="two">a<\/a> b <a href="\/path">c<\/a>/,
  )
  assert.match(
    html,
    /<a class="btn" href="https:\/\/one.example\/\?a=1&#38;b=2" data-action-id="one">Main<\/a>/,
  )
  assert.match(
    draw(document, { page: { actions, headerActionId: 'two' } }).html,
    /data-action-id="two">Main</,
  )
  assert.doesNotMatch(draw(document).html, /Main/)
  const withForm = draw({ ...document, blocks: [...document.blocks, ...templates.custom.blocks.slice(-1)] })
  assert.match(withForm.html, /href="#answer_form">Main</)
})

test('a form posts without scripts, marks its required fields, and contains a honeypot', () => {
  const { html } = draw(templates.custom)
  assert.match(html, /<form method="post" action="\/_f\/answer" id="answer_form">/)
  assert.match(
    html,
    /<input type="email" maxlength="500" id="answer_email" name="email" required autocomplete="email">/,
  )
  assert.match(html, new RegExp(`<input name="${honeypotField}" tabindex="-1"`))
  assert.doesNotMatch(html, /<script/)
})

test('pictures have dimensions, and all but the first are loaded lazily', () => {
  const picture = { assetId: exampleId('asset'), alt: 'A "view"' }
  const blocks = [
    { id: 'a', type: 'hero', props: { headline: 'Hi', picture }, sources: [] },
    { id: 'b', type: 'image', props: { picture }, sources: [] },
  ]
  const asset = () => ({
    url: '/_s/big.webp',
    width: 1600,
    height: 900,
    smaller: [{ url: '/_s/small.webp', width: 800 }],
  })
  const { html, csp } = draw(validateDocument({ theme: {}, blocks }), { asset })
  const [first, second] = html.match(/<img[^>]*>/g) ?? []
  assert.match(
    first ?? '',
    /srcset="\/_s\/small.webp 800w, \/_s\/big.webp 1600w" sizes="[^"]+" width="1600" height="900" fetchpriority="high"/,
  )
  assert.match(second ?? '', /loading="lazy".* alt="A &#34;view&#34;"/)
  assert.match(csp, /img-src 'self' data:;/)
  const elsewhere = draw(validateDocument({ theme: {}, blocks }), {
    asset: () => ({ url: 'https://cdn.example/x.png' }),
  })
  assert.match(elsewhere.csp, /img-src 'self' data: https:\/\/cdn.example;/)
  assert.doesNotMatch(draw(validateDocument({ theme: {}, blocks })).html, /<img/)
})

test('a custom component is rendered in a sandboxed frame', () => {
  const props = { assetId: exampleId('asset'), title: 'Calculator', height: 300 }
  const { html } = draw(
    validateDocument({ theme: {}, blocks: [{ id: 'c', type: 'custom', props, sources: [] }] }),
    {
      asset: () => ({ url: '/_s/component.html' }),
    },
  )
  assert.match(
    html,
    /<iframe sandbox="allow-scripts" referrerpolicy="no-referrer" loading="lazy" src="\/_s\/component.html" title="Calculator" height="300">/,
  )
})

test('every page has one main heading', () => {
  const quote = { id: 'q', type: 'quote', props: { quote: 'Said' }, sources: [] }
  const text = { id: 't', type: 'text', props: { heading: 'Text' }, sources: [] }
  for (const blocks of [
    [],
    [quote],
    [text],
    [quote, text],
    [text, text.id === 't' ? { ...text, id: 'u' } : text],
  ]) {
    const { html } = draw(validateDocument({ theme: {}, blocks }))
    assert.equal(html.match(/<h1/g)?.length, 1, JSON.stringify(blocks))
  }
})

test('the largest document is drawn quickly', () => {
  const blocks = Array.from({ length: 200 }, (_, index) => ({
    ...templates.sales_deck.blocks[index % 8],
    id: `b${index}`,
  }))
  const document = validateDocument({ theme: {}, blocks })
  const ms = processorMs(() => void draw(document))
  assert.ok(ms < 400, `${ms} ms`)
})

function replaceTexts(block: Document['blocks'][number], text: string) {
  const schema = schemas.get(block.type)
  assert.ok(schema)
  return mapStrings(schema, block.props, (old, { kind }) => (kind && kind !== 'link' ? text : old))
}

test('the footer shows the logos of the header, loaded lazily, and a monogram if there is no logo', () => {
  const footerOf = (brand: object) => {
    const { html } = renderPage(somePage(templates.outbound, { brand }))
    return html.slice(html.indexOf('<footer'))
  }
  const footer = footerOf({ logo: { url: '/_s/logo.svg', width: 140, height: 32 } })
  assert.match(footer, /<img[^>]*\/_s\/logo\.svg/)
  assert.match(footer, /loading="?lazy/)
  assert.match(footerOf({}), /class="mono"[\s\S]*Northwind/)
})
