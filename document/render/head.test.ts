import assert from 'node:assert/strict'
import { test } from 'node:test'
import { somePage } from '../../server/test/pages.ts'
import { validateDocument } from '../validate.ts'
import { renderPage } from './page.ts'

const hero = (headline: string) =>
  validateDocument({ theme: {}, blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources: [] }] })
const draw = (headline: string, more: Parameters<typeof somePage>[1] = {}) =>
  renderPage(somePage(hero(headline), more))

test('metadata are written to the head, uploaded images go before URLs, and personal pages are excluded from search', () => {
  const metadata = {
    title: 'T', description: 'D', keywords: ['a', 'b'], author: 'A', robots: ['index' as const, 'nofollow' as const], canonicalUrl: 'https://c.example/',
    ogTitle: 'OT', ogDescription: 'OD', ogImageFileId: 'file_1', ogImageUrl: 'https://no.example/', ogImageAlt: 'OA', ogSiteName: 'OS', ogUrl: 'https://o.example/',
    twitterTitle: 'TT', twitterDescription: 'TD', twitterImageUrl: 'https://t.example/t.png', twitterImageAlt: 'TA', twitterSite: 'site', twitterCreator: '@me', themeColor: '#123456',
  } // biome-ignore format: all fields there are
  const { html } = draw('Hi', { page: { metadata }, personal: true })
  for (const [name, content] of Object.entries({
    description: 'D',
    keywords: 'a, b',
    author: 'A',
    robots: 'index, nofollow',
    'theme-color': '#123456',
    'twitter:card': 'summary_large_image',
    'twitter:title': 'TT',
    'twitter:description': 'TD',
    'twitter:image': 'https://t.example/t.png',
    'twitter:image:alt': 'TA',
    'twitter:site': '@site',
    'twitter:creator': '@me',
  }))
    assert.ok(html.includes(`<meta name="${name}" content="${content}">`), name)
  for (const [name, content] of Object.entries({
    'og:title': 'OT',
    'og:description': 'OD',
    'og:image': '/_s/file_1',
    'og:image:alt': 'OA',
    'og:site_name': 'OS',
    'og:url': 'https://o.example/',
  }))
    assert.ok(html.includes(`<meta property="${name}" content="${content}">`), name)
  assert.match(html, /<title>T<\/title>/)
  assert.match(html, /<link rel="canonical" href="https:\/\/c.example\/">/)
  assert.match(draw('Hi', { personal: true }).html, /<meta name="robots" content="noindex, nofollow">/)
  assert.doesNotMatch(draw('Hi').html, /name="robots"/)
})

test('language and direction follow the text unless they are given', () => {
  const htmlTag = (headline: string, more = {}) => /<html[^>]*>/.exec(draw(headline, more).html)?.[0]
  assert.equal(htmlTag('Hello Acme'), '<html lang="en" dir="ltr">')
  assert.equal(htmlTag('שלום, Acme'), '<html lang="he" dir="rtl">')
  assert.equal(htmlTag('مرحبا بكم'), '<html lang="ar" dir="rtl">')
  assert.equal(htmlTag('Acmeへようこそ'), '<html lang="ja" dir="ltr">')
  assert.equal(htmlTag('Hallo', { language: { lang: 'de-AT', dir: 'ltr' } }), '<html lang="de-AT" dir="ltr">')
  assert.match(draw('Hallo', { language: { lang: 'de-AT', dir: 'ltr' } }).html, /Zum Inhalt springen/)
})
