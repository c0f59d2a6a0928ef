import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { world } from '../test/world.ts'
import { DnsError } from '../web/dns.ts'
import { canonicalHostname } from './hostname.ts'
import { recheckDomains } from './verbs.ts'

/** TXT records by name. */
const dns = new Map<string, string[]>()

beforeEach(async () => {
  const { context } = await world()
  context.resolveTxt = async (name) => dns.get(name) ?? []
})

const newHostname = () => `go.${randomBytes(4).toString('hex')}.example`

test('a domain is added, verified by a TXT record, and stays verified', async () => {
  const { acme } = await world()
  const hostname = newHostname()
  const made = await acme.post('/v0/tenant_domains', { hostname: `${hostname.toUpperCase()}.` })
  assert.equal(made.status, 201)
  const { tenantDomainId, createdAt, updatedAt, verification, ...rest } = made.body
  assert.match(tenantDomainId, /^tenant_domain_[a-z0-9]{26}$/)
  assert.equal(updatedAt, createdAt)
  assert.deepEqual(rest, { hostname, verifiedAt: null, failingSince: null })
  assert.equal(verification.record, `_foyer-challenge.${hostname}`)
  assert.match(verification.value, /^foyer=[\w-]{32}$/)
  assert.deepEqual((await acme.get('/v0/tenant_domains')).body.items, [made.body])

  dns.set(verification.record, ['v=spf1 -all', verification.value])
  const at = `/v0/tenant_domains/${tenantDomainId}/verify`
  const verified = await acme.post(at)
  assert.equal(verified.status, 200)
  assert.match(verified.body.verifiedAt, /^\+\d{13}$/)
  assert.deepEqual({ ...verified.body, verifiedAt: null, updatedAt }, made.body)
  dns.delete(verification.record)
  assert.deepEqual((await acme.post(at, {})).body, verified.body)
})

test('an unverified domain reports the record that was found and the record to set', async () => {
  const { acme, context } = await world()
  const { body } = await acme.post('/v0/tenant_domains', { hostname: newHostname() })
  const { record, value } = body.verification
  const at = `/v0/tenant_domains/${body.tenantDomainId}/verify`

  const none = await acme.post(at)
  assert.deepEqual([none.status, none.body.code], [409, 'domain_not_verified'])
  assert.deepEqual([none.body.record, none.body.value, none.body.found], [record, value, []])
  assert.ok(none.body.detail.includes(record) && none.body.detail.includes(value))

  dns.set(record, [`${value}x`, '"quoted"', 'x'.repeat(5000), ...Array(50).fill('more')])
  const other = await acme.post(at)
  assert.equal(other.status, 409)
  assert.equal(other.body.found.length, 10)
  assert.deepEqual(other.body.found.slice(0, 2), [`${value}x`, '"quoted"'])
  assert.equal(other.body.found[2].length, 255)

  context.resolveTxt = async () => {
    throw new DnsError('DNS did not respond')
  }
  const silent = await acme.post(at)
  assert.deepEqual([silent.status, silent.body.code], [409, 'domain_not_verified'])
  assert.match(silent.body.detail, /^DNS did not respond\./)
  assert.equal((await acme.get('/v0/tenant_domains')).body.items[0].verifiedAt, null)
})

test('several tenants may add a host name, but only the one that verifies it owns it, until it is removed', async () => {
  const { acme, globex } = await world()
  const hostname = newHostname()
  const mine = (await acme.post('/v0/tenant_domains', { hostname })).body
  const theirs = (await globex.post('/v0/tenant_domains', { hostname })).body
  assert.notEqual(mine.verification.value, theirs.verification.value)
  const verify = (client: typeof acme, domain: typeof mine) =>
    client.post(`/v0/tenant_domains/${domain.tenantDomainId}/verify`)

  dns.set(mine.verification.record, [theirs.verification.value])
  assert.equal((await verify(acme, mine)).body.code, 'domain_not_verified')
  dns.set(mine.verification.record, [theirs.verification.value, mine.verification.value])
  const both = await Promise.all([verify(acme, mine), verify(globex, theirs), verify(acme, mine)])
  const codes = both.map(({ status, body }) => body.code ?? status)
  const [first, second, third] = codes
  assert.equal(third, first)
  assert.deepEqual([first, second].sort(), [200, 'domain_taken'])

  const [winner, won, loser, lost] =
    first === 200 ? [acme, mine, globex, theirs] : [globex, theirs, acme, mine]
  assert.equal((await verify(loser, lost)).status, 409)
  assert.equal((await winner.delete(`/v0/tenant_domains/${won.tenantDomainId}`)).status, 204)
  assert.equal((await verify(loser, lost)).status, 200)
  assert.equal((await verify(winner, won)).status, 404)
})

test('a tenant adds a host name once, also under 20 parallel tries, and again after removing it', async () => {
  const { acme } = await world()
  const hostname = newHostname()
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => acme.post('/v0/tenant_domains', { hostname })),
  )
  const made = tries.filter(({ status }) => status === 201)
  assert.equal(made.length, 1)
  const tenantDomainId = made[0]?.body.tenantDomainId
  for (const { status, body } of tries.filter((one) => one !== made[0]))
    assert.deepEqual([status, body.code, body.tenantDomainId], [409, 'domain_exists', tenantDomainId])
  assert.equal((await acme.get('/v0/tenant_domains')).body.totalCount, 1)
  assert.equal((await acme.delete(`/v0/tenant_domains/${tenantDomainId}`)).status, 204)
  assert.equal((await acme.delete(`/v0/tenant_domains/${tenantDomainId}`)).status, 404)
  assert.equal((await acme.get('/v0/tenant_domains')).body.totalCount, 0)
  assert.equal((await acme.post('/v0/tenant_domains', { hostname })).status, 201)
})

test('names of the service and invalid host names are refused', async () => {
  const { acme } = await world({ SITE_DOMAIN: 'pages.example', PUBLIC_URL: 'https://foyer.example' })
  for (const hostname of [
    'pages.example',
    'ACME.pages.example.',
    'ａcme.pages.example',
    'a.b.pages.example',
    'foyer.example',
    'localhost',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    'https://go.acme.example',
    'go.acme.example/path',
    'go.acme.example:443',
    'user@go.acme.example',
    '*.acme.example',
    'go_.acme.example',
    '-go.acme.example',
    'go..example',
    'go.acme.example..',
    'go.acme.example\n',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(120)}example`,
    '',
  ]) {
    const refused = await acme.post('/v0/tenant_domains', { hostname })
    assert.equal(refused.status, 400, hostname)
    assert.equal(refused.body.errors[0].path, '/hostname')
  }
  assert.equal((await acme.post('/v0/tenant_domains', { hostname: 'otherpages.example' })).status, 201)
})

test('a host name is canonicalised', () => {
  for (const spelling of ['bücher.example', 'BÜCHER.Example.', 'xn--bcher-kva.example', 'bücher。example'])
    assert.equal(canonicalHostname(spelling), 'xn--bcher-kva.example')
})

test('a domain of another tenant is not found, and domains require an administrator', async () => {
  const { acme, globex, withScope } = await world()
  const { tenantDomainId } = (await acme.post('/v0/tenant_domains', { hostname: newHostname() })).body
  assert.equal((await globex.post(`/v0/tenant_domains/${tenantDomainId}/verify`)).status, 404)
  assert.equal((await globex.delete(`/v0/tenant_domains/${tenantDomainId}`)).status, 404)
  const publisher = await withScope(acme, 'publish')
  assert.equal((await publisher.get('/v0/tenant_domains')).status, 403)
  assert.equal((await publisher.delete(`/v0/tenant_domains/${tenantDomainId}`)).status, 403)
})

test('a verified domain is checked daily; after a failed check it is served for three more days, and its tenant is notified', async () => {
  const { acme, context, db, subscribe, events } = await world()
  await subscribe(acme)
  const hostname = newHostname()
  const { tenantDomainId, verification } = (await acme.post('/v0/tenant_domains', { hostname })).body
  dns.set(verification.record, [verification.value])
  const path = `/v0/tenant_domains/${tenantDomainId}`
  assert.equal((await acme.post(`${path}/verify`, {})).status, 200)
  const domain = async () =>
    (await acme.get('/v0/tenant_domains')).body.items.find(
      (one: any) => one.tenantDomainId === tenantDomainId,
    )
  const told = async () => (await events(acme)).map(({ type }) => type)
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  await recheckDomains(context, days(2))
  assert.equal((await domain()).failingSince, null)
  dns.delete(verification.record)
  await recheckDomains(context, days(4))
  assert.notEqual((await domain()).failingSince, null)
  await recheckDomains(context, days(5))
  assert.notEqual((await domain()).verifiedAt, null, 'within the grace time')
  assert.deepEqual(await told(), ['tenant_domain.failing'])
  await recheckDomains(context, days(8))
  assert.equal((await domain()).verifiedAt, null)
  assert.deepEqual(await told(), ['tenant_domain.failing', 'tenant_domain.lost'])
  const rows =
    await db.read`select from verified_hostnames where tenant_id = ${acme.tenantId} and hostname = ${hostname}`
  assert.equal(rows.length, 0)
})
