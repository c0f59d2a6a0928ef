import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostsIn, mailsIn } from './addresses.ts'

test('hosts and e-mail addresses are found wherever they stand in a text', () => {
  const text =
    'See https://www.acme.com/x?y, (docs.acme.com). Write to jane@acme.com, or <mailto:joe@ümlaut.de>... a..b.c'
  assert.deepEqual(hostsIn(text), ['www.acme.com', 'docs.acme.com', 'acme.com', 'ümlaut.de', 'b.c'])
  assert.deepEqual(mailsIn(text), ['jane@acme.com', 'joe@ümlaut.de'])
  assert.deepEqual([hostsIn('none. here... -'), mailsIn('@ a@ @b a@1')], [[], []])
})
