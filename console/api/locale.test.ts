import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'

let locale: typeof import('./locale.ts')

before(async () => {
  // Node.js has no `localStorage`.
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null, setItem: () => {} } })
  locale = await import('./locale.ts')
})

test('times are shown and entered in the time zone of the profile, also on days when the clocks change', () => {
  for (const timeZone of ['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC']) {
    locale.setLocale({ language: 'en-GB', timeZone })
    for (let at = Date.UTC(2026, 2, 1); at < Date.UTC(2027, 2, 1); at += 7 * 3_600_000 + 1_800_000) {
      const text = locale.toLocalInput(at)
      const shown = locale.dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
      assert.equal(text.slice(11), shown, `${timeZone} ${text}`)
      // For an hour that occurs twice, either occurrence is accepted.
      assert.equal(locale.toLocalInput(locale.fromLocalInput(text)), text, timeZone)
    }
  }
  locale.setLocale({ language: null, timeZone: 'Asia/Tokyo' })
  assert.equal(locale.fromLocalInput('2026-11-18T09:00'), Date.UTC(2026, 10, 18, 0, 0))
})

test('dates and numbers are written in the language of the profile', () => {
  locale.setLocale({ language: 'de-DE', timeZone: 'UTC' })
  assert.equal(locale.exactNumber(12_400.5), '12.400,5')
  assert.equal(locale.dates({ dateStyle: 'long' }).format(Date.UTC(2026, 10, 18)), '18. November 2026')
  locale.setLocale({ language: 'en-US', timeZone: 'UTC' })
  assert.equal(locale.dates({ dateStyle: 'long' }).format(Date.UTC(2026, 10, 18)), 'November 18, 2026')
})

test('a browser’s language is used only if dates and numbers can be formatted in it', (t) => {
  locale.setLocale({ language: null, timeZone: null })
  for (const [languages, language] of [
    [['de', 'en-US@posix'], 'en-US'],
    [['en-!', 'C', 'en-AU'], 'en-AU'],
    [[], 'en-GB'],
  ] as const) {
    t.mock.getter(globalThis.navigator, 'languages', () => languages)
    assert.equal(locale.browserLanguage(), language)
    assert.equal(locale.exactNumber(12_400), '12,400')
  }
})

test('no other file of the console formats dates or numbers by itself', () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: (path) => /^dist|test/.test(path) })
  const own = /Intl\.(?:DateTimeFormat|NumberFormat)|toLocale(?:Date|Time)?String|getTimezoneOffset/
  const found = files.filter((file) => own.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(found, ['api/locale.ts'])
})
