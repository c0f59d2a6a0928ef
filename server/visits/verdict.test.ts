import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from './verdict.ts'
import { householdOf } from './visitors.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const of = (userAgent: string, headers = {}, address = '192.0.2.1') =>
  judge({ method: 'POST', headers: { 'user-agent': userAgent, ...headers }, address })

test('browsers of people are classified as human, including old, small and unusual ones', () => {
  for (const agent of [
    chrome,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Mozilla/5.0 (Linux; Android 15; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.6998.198 Safari/537.36',
  ])
    assert.deepEqual(of(agent), { verdict: 'human', reason: null }, agent)
})

test('chat previewers, crawlers and libraries are distinguished from people', () => {
  for (const agent of [
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
    'WhatsApp/2.23.20.0',
    'python-requests/2.32',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0) SkypeUriPreview Preview/0.5',
  ])
    assert.notEqual(of(agent).verdict, 'human', agent)
})

test('mail gateways are recognised by their address, even with the user agent of a browser', () => {
  assert.deepEqual(of(chrome, {}, '40.107.3.9'), { verdict: 'scanner', reason: 'Microsoft Defender' })
  assert.deepEqual(of(chrome, {}, '::ffff:205.139.110.61'), { verdict: 'scanner', reason: 'Mimecast' })
  assert.equal(of(chrome, {}, '2a01:111:f400:fe02::1').verdict, 'scanner')
  assert.equal(of(chrome, {}, 'not an address').verdict, 'human')
})

test('a prefetch is not a visit', () => {
  assert.equal(of(chrome, { 'sec-purpose': 'prefetch' }).verdict, 'prefetch')
  assert.equal(of(chrome, { purpose: 'preview' }).verdict, 'prefetch')
  assert.equal(of(chrome, { 'x-moz': 'prefetch' }).verdict, 'prefetch')
})

test('a household is one network although its IPv6 addresses change', () => {
  assert.equal(householdOf('2001:db8:1:2:aaaa::1'), householdOf('2001:db8:1:2:bbbb:cccc:dddd:eeee'))
  assert.notEqual(householdOf('2001:db8:1:3::1'), householdOf('2001:db8:1:2::1'))
  assert.equal(householdOf('2001:db8::1'), '2001:db8:0:0')
  assert.equal(householdOf('::1'), '0:0:0:0')
  assert.equal(householdOf('fe80::1%eth0'), 'fe80:0:0:0')
  assert.equal(householdOf('::ffff:192.0.2.1'), '192.0.2.1')
})
