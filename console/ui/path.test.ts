import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalPath, isReserved } from '../../server/links/path.ts'
import { readPath } from './path.ts'

/** The service's normal form of a path, or its error. */
function judge(text: string): string {
  try {
    const path = canonicalPath(text)
    return isReserved(path) ? 'is reserved' : path
  } catch (error) {
    return (error as Error).message
  }
}

test('the console shows a path as the service stores it, or the error that the service returns', () => {
  const texts = [
    '/',
    '',
    'spring',
    '/Spring//2026/',
    '/a/../b/./c',
    '/Ünïcode und Lücken',
    '/%C3%BC/%2f/x',
    '/%zz',
    'https://a.example/x',
    '/a?b',
    '/a#b',
    '/a\\b',
    '/a%00b',
    "/it's (really) ~fine~!*",
    '/a:b@c;d=e,f&g+h$i',
    '/_s/x',
    '/robots.txt',
    '/.well-known/x',
    `/${'x'.repeat(1024)}`,
    '/e\u0301',
    '/\ud800',
  ]
  for (const text of texts) {
    const { path, fault } = readPath(text)
    assert.equal(path ?? fault, judge(text), JSON.stringify(text))
  }
})
