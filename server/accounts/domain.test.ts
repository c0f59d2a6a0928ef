import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../shared/problem.ts'
import { anyCharacter } from '../test/anyCharacter.ts'
import { times } from '../test/effort.ts'
import { canonicalDomain } from './domain.ts'

test('a pasted URL or host name is reduced to its domain', () => {
  const spellings: [text: string, domain: string][] = [
    ['acme.com', 'acme.com'],
    ['ACME.Com.', 'acme.com'],
    ['  acme.com\n', 'acme.com'],
    ['https://www.acme.com/about?x=1#y', 'acme.com'],
    ['http:\\\\acme.com\\about', 'acme.com'],
    ['//acme.com', 'acme.com'],
    ['acme.com:8443', 'acme.com'],
    ['acme.com:', 'acme.com'],
    ['user:secret@acme.com:80/x@y', 'acme.com'],
    ['https://acme.com@globex.com/', 'globex.com'],
    ['jane@acme.com', 'acme.com'],
    ['www.www.acme.com', 'acme.com'],
    ['www.com', 'www.com'],
    ['www2.acme.com', 'www2.acme.com'],
    ['shop.acme.co.uk', 'shop.acme.co.uk'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['BU\u0308CHER.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['acme。com', 'acme.com'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ]
  for (const [text, domain] of spellings) assert.equal(canonicalDomain(text), domain, text)
})

test('an invalid domain is refused', () => {
  const texts = [
    '',
    ' ',
    '.',
    'acme',
    'localhost',
    'www.',
    'acme..com',
    '.acme.com',
    'acme.com..',
    'ac me.com',
    'ac_me.com',
    '-acme.com',
    'acme-.com',
    '*.acme.com',
    'ac%6De.com',
    'acme.com:port',
    '127.0.0.1',
    '0x7f.1',
    '1.2.3',
    '2130706433',
    '[::1]',
    '::1',
    'https://',
    'https:///acme.com',
    'xn--\u0000.com',
    `${'a'.repeat(64)}.com`,
    `${'abcdefg.'.repeat(31)}abcdefg.com`,
    `acme.com/${'x'.repeat(3000)}`,
  ]
  for (const text of texts)
    assert.throws(
      () => canonicalDomain(text),
      (error) => error instanceof Problem && error.status === 400,
      JSON.stringify(text),
    )
})

test('any text is either refused as invalid input or normalised to a stable spelling', () => {
  const pieces = fc.constantFrom(
    'www.',
    'acme',
    '.',
    'com',
    '://',
    'ß',
    'ü',
    'xn--',
    '@',
    ':',
    '80',
    '/',
    '-',
    '1',
  )
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(pieces).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (given) => {
      let domain: string
      try {
        domain = canonicalDomain(given)
      } catch (error) {
        return error instanceof Problem && error.code === 'invalid_input'
      }
      return (
        canonicalDomain(domain) === domain && domain.length <= 253 && /^[a-z0-9.-]+\.[a-z0-9-]+$/.test(domain)
      )
    }),
    { numRuns: times(2_000, 500) },
  )
})

test('all spellings of one domain are normalised to the same one', () => {
  const dressing = fc.record({
    scheme: fc.constantFrom('', '//', 'http://', 'HTTPS://', 'ftp://'),
    user: fc.constantFrom('', 'jane@', 'jane:secret@'),
    www: fc.constantFrom('', 'www.', 'WWW.', 'www.www.'),
    upper: fc.boolean(),
    dot: fc.constantFrom('', '.'),
    port: fc.constantFrom('', ':', ':443', ':65535'),
    rest: fc.constantFrom('', '/', '/a/b.html', '?q=a.b@c', '#top', '/@x:1'),
    space: fc.constantFrom('', ' ', '\t\n'),
  })
  fc.assert(
    fc.property(fc.domain(), dressing, (name, { scheme, user, www, upper, dot, port, rest, space }) => {
      const host = upper ? name.toUpperCase() : name
      const dressed = `${space}${scheme}${user}${www}${host}${dot}${port}${rest}${space}`
      assert.equal(canonicalDomain(dressed), canonicalDomain(name), dressed)
    }),
    { numRuns: times(2_000, 500) },
  )
})
