import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from '../schema.ts'
import { detectLanguage, languageOf } from './language.ts'
import { wordsIn } from './words.ts'

const saying = (headline: string, theme: Document['theme'] = {}): Document => ({
  theme,
  blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources: [] }],
})

test('a page declares the language that it is written in', () => {
  for (const [lang, text] of [
    ['en', 'Prepared for Acme Robotics. Amara, here is the straight answer you asked for.'],
    ['en', 'Hello'],
    ['en', 'Acme × Globex'],
    ['de', 'Guten Tag, Frau Müller. Hier ist unser Angebot für Sie.'],
    ['fr', 'Bonjour Claire, voici ce que nous avons retenu de notre appel'],
    ['es', 'Esto es lo que escuchamos en la llamada y lo que proponemos'],
    ['it', 'Buongiorno, ecco la proposta'],
    ['pt', 'Olá Ana, isto é o que ouvimos de vocês'],
    ['nl', 'Hallo Jan, dit is wat we hoorden'],
    ['sv', 'Hej Anna, det här är vad vi hörde'],
    ['pl', 'Cześć Anna, oto co usłyszeliśmy'],
    ['tr', 'Merhaba, bu sayfa sizin için'],
    ['id', 'Halo, ini halaman untuk Anda'],
    ['vi', 'Xin chào, đây là trang dành cho bạn'],
    ['ru', 'Привет, мы подготовили эту страницу для вас'],
    ['uk', 'Привіт, це сторінка для вас'],
    ['ar', 'مرحبا بكم في صفحتنا'],
    ['fa', 'سلام، این صفحه برای شماست'],
    ['he', 'שלום עולם'],
    ['hi', 'नमस्ते, यह पृष्ठ आपके लिए है'],
    ['bn', 'এই পাতাটি আপনার জন্য'],
    ['ja', 'こんにちは、御社のためのページです'],
    ['zh', '您好,这是为您准备的页面'],
    ['ko', '안녕하세요'],
    ['el', 'Γεια σας'],
  ] as const)
    assert.equal(detectLanguage(text), lang, text)
})

test('the text direction follows the language, which the theme can override', () => {
  assert.deepEqual(languageOf(saying('مرحبا بكم في صفحتنا')), { lang: 'ar', dir: 'rtl' })
  assert.deepEqual(languageOf(saying('Hello everybody', { language: 'fr-CA' })), {
    lang: 'fr-CA',
    dir: 'ltr',
  })
  assert.deepEqual(languageOf(saying('Hello everybody', { language: 'ur' })), { lang: 'ur', dir: 'rtl' })
})

test('markup, links and placeholders do not count as words', () => {
  const text =
    '[Réservez un appel](https://example.com/please-book-a-call-with-the-team) {{account.name|your team}}'
  assert.equal(languageOf(saying(`**Bonjour**, voici votre page. ${text}`)).lang, 'fr')
})

test('language detection is fast for any text', () => {
  for (const text of ['a'.repeat(100_000), 'ab '.repeat(50_000), 'é '.repeat(50_000), '😀'.repeat(50_000)]) {
    const began = performance.now()
    languageOf(saying(text))
    assert.ok(performance.now() - began < 1_000)
  }
})

test('the interface texts of pages are translated into the twelve most spoken languages', () => {
  const english = wordsIn('en')
  for (const lang of ['zh', 'hi', 'es', 'fr', 'ar', 'bn', 'pt-BR', 'ru', 'ur', 'id', 'de']) {
    const words = wordsIn(lang)
    assert.notEqual(words.skip, english.skip, lang)
    assert.deepEqual(Object.keys(words), Object.keys(english))
  }
})
