import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../test/anyCharacter.ts'
import { times } from '../test/effort.ts'
import { canonicalPath, isReserved, longestPath, PathError } from './path.ts'

function outcome(text: string): string | undefined {
  try {
    return canonicalPath(text)
  } catch (error) {
    assert.ok(error instanceof PathError, `${JSON.stringify(text)} throws ${error}`)
    return undefined
  }
}

const percentEncode = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** Paths as users, browsers and attackers write them. */
const anyPath = fc
  .array(
    fc.oneof(
      fc.constantFrom('/', '//', '.', '..', '%2e', '%2E%2e', '%2f', '%5C', '%', '%zz', '%c0%af', '%00', '\\'),
      fc.constantFrom('?', '#', ' ', '%20', '%25', '%252e', 'é', 'e\u0301', '%C3%A9', '\u2024', '．', '／'),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('canonicalising a path is idempotent', () => {
  fc.assert(
    fc.property(anyPath, (text) => {
      const path = outcome(text)
      if (path !== undefined) assert.equal(canonicalPath(path), path)
    }),
    { numRuns: times(5_000, 1_000) },
  )
})

test('a canonical path is plain ASCII with a leading slash, no trailing one, and no empty or dot segment', () => {
  fc.assert(
    fc.property(anyPath, (text) => {
      const path = outcome(text)
      if (path === undefined) return
      assert.match(path, /^\/(?:(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2})+(?:\/|(?=$)))*$/)
      assert.ok(path === '/' || !path.endsWith('/'))
      for (const segment of path.slice(1).split('/'))
        assert.ok(!['.', '..'].includes(decodeURIComponent(segment)))
      assert.ok(path.length <= longestPath)
    }),
    { numRuns: times(5_000, 1_000) },
  )
})

test('encoding any characters of a segment does not change its canonical path', () => {
  const segment = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !/[/\\?#%]/.test(text))
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 5 }),
      fc.array(fc.boolean()),
      (segments, encoded) => {
        const plain = outcome(`/${segments.join('/')}`)
        const mixed = segments.map((text) =>
          [...text]
            .map((letter, i) => (encoded[i % encoded.length] ? percentEncode(letter) : letter))
            .join(''),
        )
        assert.equal(outcome(`/${mixed.join('/')}`), plain)
      },
    ),
    { numRuns: times(2_000, 500) },
  )
})

test('the path that a browser requests for a link is the path of the link', () => {
  fc.assert(
    fc.property(anyPath, (text) => {
      const path = outcome(text)
      if (path === undefined) return
      const asked = new URL(`https://acme.example${path}`).pathname
      assert.equal(canonicalPath(asked), path)
    }),
    { numRuns: times(5_000, 1_000) },
  )
})

test('paths are canonicalised', () => {
  const cases: [string, string][] = [
    ['acme', '/acme'],
    ['/', '/'],
    ['///', '/'],
    ['/acme/', '/acme'],
    ['//acme//q3/', '/acme/q3'],
    ['/a/./b/../c', '/a/c'],
    ['/a/%2e/b/%2E%2e/c', '/a/c'],
    ['/../../a', '/a'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/café', '/caf%C3%A9'],
    ['/cafe\u0301', '/caf%C3%A9'],
    ['/%61%63me', '/acme'],
    ['/a%2fb', '/a%2Fb'],
    ['/a%252fb', '/a%252fb'],
    ['/a b', '/a%20b'],
    ['/jane%40acme.example', '/jane@acme.example'],
    ["/it's(1)*!~", "/it's(1)*!~"],
    ['/50%25', '/50%25'],
    ['/a%5Cb', '/a%5Cb'],
    ['/a%3Fb', '/a%3Fb'],
    ['/Acme', '/Acme'],
  ]
  for (const [given, canonical] of cases) assert.equal(canonicalPath(given), canonical)
})

test('an invalid path is refused', () => {
  for (const bad of [
    'https://acme.example/a',
    '/a?b',
    '/a#b',
    '/a\\b',
    '/100%',
    '/%zz',
    '/%ff',
    '/%c0%af',
    '/%ed%a0%80',
    '/a%00b',
    '/a%0d%0ab',
    '/a\tb',
    '/\u0085',
    '/\ud800',
    `/${'a'.repeat(longestPath)}`,
    `/${'é'.repeat(200)}`,
  ])
    assert.equal(outcome(bad), undefined, JSON.stringify(bad))
  assert.equal(canonicalPath(`/${'a'.repeat(longestPath - 1)}`).length, longestPath)
})

test('no spelling reaches a reserved path, and names that only resemble one are free', () => {
  for (const path of [
    '/_t',
    '/%5ft',
    '/_',
    '/_f/x',
    '/a/../_s/x',
    '/.well-known/acme-challenge/x',
    '/%2ewell-known',
    '/ROBOTS.txt',
  ])
    assert.ok(isReserved(canonicalPath(path)), path)
  for (const path of ['/', '/a/_t', '/well-known', '/robots', '/robots.txt2'])
    assert.ok(!isReserved(canonicalPath(path)), path)
})
