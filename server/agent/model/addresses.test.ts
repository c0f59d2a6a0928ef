import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailsIn, hostsIn, writtenEmails, writtenHosts, writtenPhones } from './addresses.ts'

test('hosts and e-mail addresses are found wherever they stand in a text', () => {
  const text =
    'See https://www.acme.com/x?y, (docs.acme.com). Write to jane@acme.com, or <mailto:joe@ümlaut.de>... a..b.c'
  assert.deepEqual(hostsIn(text), ['www.acme.com', 'docs.acme.com', 'acme.com', 'ümlaut.de', 'b.c'])
  assert.deepEqual(emailsIn(text), ['jane@acme.com', 'joe@ümlaut.de'])
  assert.deepEqual([hostsIn('none. here... -'), emailsIn('@ a@ @b a@1')], [[], []])
})

test('hosts in a sentence are distinguished from versions, abbreviations, files and product names', () => {
  for (const host of [
    'evil.example',
    'evil.example/pay',
    'Evil.com',
    'EVIL.COM',
    'www.evil.co.uk',
    'evil.io.',
    'bücher.de',
    'evil\u200b.com',
    'evil．com',
    'a.b.evil.dev',
    'evil.com@home',
    'x@us.example/evil.com',
  ])
    assert.equal(writtenHosts(`Visit ${host} today`).length, 1, host)
  for (const text of [
    'Node.js',
    'e.g. this',
    'i.e. that',
    'v1.2',
    '3.5 days',
    'plan.pdf',
    'list.csv',
    'U.S. ports',
    'z.B. hier',
    'B.Sc. and Ph.D.',
    'Acme GmbH & Co.KG',
    'It works.Try it',
    'a.m. or p.m.',
    '10.000',
    '1.2.3',
    'the end... of it',
    'jane@acme.com',
    'Dipl.-Ing. Roth',
    'D3.js and Vue.js',
    'St.Gallen',
    'etc.).',
  ])
    assert.deepEqual(writtenHosts(text), [], text)
})

test('e-mail addresses and phone numbers are distinguished from dates and amounts', () => {
  assert.deepEqual(writtenEmails('Write to jane@acme.com, or ask @jane, 3@home'), ['jane@acme.com'])
  for (const text of [
    '+49 30 1234567',
    '(030) 123-4567',
    '0800 123 4567',
    '+15550109999',
    '555-010-9999',
    '015112345678',
  ])
    assert.equal(writtenPhones(`Call ${text}.`).length, 1, text)
  for (const text of [
    '2026-03-14',
    '14.03.2026',
    '2019-2026',
    '1 200 000',
    '10.000.000',
    '1,200,000',
    '12 34',
    'ISO 27001',
    '99.9',
    '1200000',
    '3/14/2026',
  ])
    assert.deepEqual(writtenPhones(`On ${text} it is`), [], text)
})
