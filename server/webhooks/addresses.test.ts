import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { request } from 'undici'
import { openSending } from '../test/sending.ts'
import { world } from '../test/world.ts'
import { DnsError } from '../web/dns.ts'
import {
  AddressRefused,
  faultOfUrl,
  findHostFault,
  isPublicAddress,
  openOutbound,
  type Resolve,
} from '../web/outbound.ts'
import { writeEvents } from './events.ts'

/** Spellings of addresses that callers must not reach. */
const spellings = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0X7F.0.0.1',
  '0x7f.1',
  '0177.0.0.01',
  '0177.0x0.1',
  '127.0.0.1%2e',
  '%31%32%37.0.0.1',
  '①②⑦.⓪.⓪.①',
  '１２７.０.０.１',
  '127。0。0。1',
  '10.0.0.1',
  '167772161',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '0xac100001',
  '192.168.0.1',
  '192.168.257',
  '0300.0250.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  'localhost',
  'LOCALHOST.',
  'ⓛocalhost',
  'a.localhost',
  'printer.local',
  'metadata.google.internal',
  'router',
]

/** A local server that must never receive a request from us. */
async function openCanary(t: TestContext) {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  t.after(() => server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

function openChecked(t: TestContext, resolve: Resolve, allowPrivate = false) {
  const outbound = openOutbound({ allowPrivate, resolve })
  t.after(() => outbound.destroy())
  return (url: string) => request(url, { dispatcher: outbound, signal: AbortSignal.timeout(2_000) })
}

test(`${spellings.length} spellings of private addresses are refused before any lookup`, async () => {
  assert.ok(new Set(spellings).size >= 60)
  for (const host of spellings)
    assert.match(faultOfUrl(`https://${host}:8443/x`, { allowPrivate: false }) ?? '', /must be/, host)
  const { acme } = await world({ WEBHOOK_ALLOW_PRIVATE: 'false' })
  const path = '/v0/webhook_subscriptions'
  const made = await acme.post(path, { url: 'https://example.com/hooks', events: ['*'] })
  assert.equal(made.status, 201)
  for (const host of spellings) {
    const url = `https://${host}/`
    assert.equal((await acme.post(path, { url, events: ['*'] })).status, 400, host)
    assert.equal((await acme.patch(`${path}/${made.body.subscriptionId}`, { url })).status, 400, host)
  }
  assert.equal((await acme.get(path)).body.items[0].url, 'https://example.com/hooks')
})

test('anything but a plain https address is refused', () => {
  for (const url of [
    'http://example.com/',
    'ftp://example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//example.com/',
    'example.com',
    'https://',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://example.com@10.0.0.1/',
    'https://example.com:0/',
    'https://example.com:99999/',
    'https://exa mple.com/',
    'https://example.com\\@10.0.0.1/',
    'https://example.com/\n',
    '\thttps://example.com/',
    'https://256.256.256.256/',
    'https://[::1/',
  ])
    assert.ok(faultOfUrl(url, { allowPrivate: false }), url)
  for (const url of [
    'https://example.com',
    'https://8.8.8.8:8443/x?y=z',
    'https://[2606:4700::1111]/',
    'https://bücher.example/',
  ])
    assert.equal(faultOfUrl(url, { allowPrivate: false }), undefined, url)
  assert.equal(faultOfUrl('http://localhost:3000/', { allowPrivate: true }), undefined)
})

test('no private address is connected to, even if its text passed the check', async (t) => {
  const canary = await openCanary(t)
  const call = openChecked(t, async () => ['127.0.0.1', '::1'])
  for (const host of spellings)
    await assert.rejects(call(`https://${host}:${canary.port}/`), AddressRefused, host)
  for (const url of [`http://127.0.0.1:${canary.port}/`, `http://example.com:${canary.port}/`])
    await assert.rejects(call(url), AddressRefused, url)
  assert.equal(canary.connections(), 0)
  // The server is reachable if private addresses are allowed.
  await assert.rejects(openChecked(t, async () => ['127.0.0.1'], true)(`http://example.com:${canary.port}/`))
  assert.equal(canary.connections(), 1)
})

test('a name that resolves to changing addresses reaches no private one', async (t) => {
  const canary = await openCanary(t)
  // In a public range, but not routed: connections to it fail.
  const nowhere = '3ffe::1'
  assert.ok(isPublicAddress(nowhere))
  const answers = [
    [nowhere],
    ['127.0.0.1'],
    [nowhere, '127.0.0.1'],
    ['::1', nowhere],
    ['::ffff:127.0.0.1'],
    [],
  ]
  const asked = new Map<string, number>()
  let turn = 0
  const call = openChecked(t, async (name) => {
    asked.set(name, (asked.get(name) ?? 0) + 1)
    return answers[turn++ % answers.length] ?? []
  })
  const names = Array.from({ length: 4 * answers.length }, (_, i) => `rebinding-${i}.example`)
  await Promise.all(names.map((name) => assert.rejects(call(`https://${name}:${canary.port}/`))))
  for (const name of names) assert.equal(asked.get(name), 1, 'what was checked is what is connected to')
  assert.equal(canary.connections(), 0)
})

test('a subscription whose name resolves to a private address fails its deliveries without a connection', async (t) => {
  const canary = await openCanary(t)
  const { db, tenantId, subscribe, sender } = await openSending(t)
  await subscribe(`https://rebinding.example:${canary.port}/`)
  await db.inTransaction(async (tx) => writeEvents(tx, tenantId, 'page.created', [{ n: 1 }]))
  const outbound = openOutbound({ allowPrivate: false, resolve: async () => ['127.0.0.1'] })
  await sender({ outbound }).runDue()
  const rows = await db.read`
    select status, attempts, response_status, last_error from webhook_deliveries where tenant_id = ${tenantId}`
  assert.deepEqual(
    [...rows],
    [{ status: 'pending', attempts: 1, responseStatus: null, lastError: 'The address is not public.' }],
  )
  assert.equal(canary.connections(), 0)
})

test('a name server that does not answer holds up a connection and a request for a bounded time', async (t) => {
  const silent: Resolve = () => new Promise(() => {})
  const outbound = openOutbound({ allowPrivate: false, resolve: silent, dnsLimitMs: 100 })
  t.after(() => outbound.destroy())
  const url = 'https://silence.example/'
  await assert.rejects(request(url, { dispatcher: outbound }), (error) => {
    assert.ok(error instanceof DnsError)
    assert.equal(error.message, 'DNS did not respond for silence.example within 0.1 s')
    return true
  })
  const began = performance.now()
  assert.match((await findHostFault(url, { allowPrivate: false, resolve: silent })) ?? '', /did not respond/)
  assert.ok(performance.now() - began < 1_900)
  const missing: Resolve = () => Promise.reject(new Error('ENOTFOUND'))
  assert.equal(
    await findHostFault(url, { allowPrivate: false, resolve: missing }),
    'There is no host silence.example. Check the address.',
  )
  assert.equal(
    await findHostFault('https://127.0.0.1/', { allowPrivate: false, resolve: missing }),
    undefined,
  )
})
