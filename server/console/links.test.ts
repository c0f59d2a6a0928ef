import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../test/console.ts'
import { visit } from '../test/visitor.ts'
import { type World, world } from '../test/world.ts'
import { networkOf } from '../web/network.ts'
import { issueLink } from './links.ts'
import { forgetOldSessions } from './queries.ts'

async function newCode({ db, acme, context }: World, keyId?: string): Promise<string> {
  const key = keyId ?? (await acme.get('/v0/me')).body.keyId
  const link = await db.inTransaction((tx) => issueLink(tx, context.publicUrl(), acme.tenantId, key))
  const [, code] =
    /^http:\/\/localhost:\d+\/console\/sign-in#code=([a-z0-9]{26}\.[\w-]{22})$/.exec(link) ?? []
  assert.ok(code, link)
  return code
}

const signIn = (baseUrl: string, body: object) =>
  openBrowser(baseUrl).send('/session', { method: 'POST', body })

test('of twenty parallel uses of a link exactly one is signed in', async () => {
  const here = await world()
  const code = await newCode(here)
  const rows = await here.db.read`select * from console_codes where tenant_id = ${here.acme.tenantId}`
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(code.slice(27)))
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(here.baseUrl, { code })))
  const won = answers.filter(({ status }) => status === 201)
  assert.equal(won.length, 1)
  assert.deepEqual(won[0]?.body, (await here.acme.get('/v0/me')).body)
  for (const { status, body, headers } of answers.filter((answer) => answer !== won[0])) {
    assert.equal(status, 401)
    assert.equal(body.code, 'code_unknown')
    assert.equal(headers.get('set-cookie'), null)
  }
  const sessions = await here.db.read`select from console_sessions where tenant_id = ${here.acme.tenantId}`
  assert.equal(sessions.length, 1)
})

test('a link works for 15 minutes, and not after the revocation of its key', async () => {
  const here = await world()
  const { acme, db, baseUrl } = here
  const old = await newCode(here)
  const age = (interval: string) =>
    db.inTransaction(
      (tx) => tx`
        update console_codes set expires_at = expires_at - ${interval}::interval
        where tenant_id = ${acme.tenantId}`,
    )
  await age('14 minutes 50 seconds')
  const usable = await signIn(baseUrl, { code: old })
  assert.equal(usable.status, 201)
  const late = await newCode(here)
  await age('15 minutes')
  assert.equal((await signIn(baseUrl, { code: late })).body.code, 'code_unknown')
  await db.inTransaction(forgetOldSessions)
  assert.equal((await db.read`select from console_codes where tenant_id = ${acme.tenantId}`).length, 0)
  const { keyId } = (await acme.post('/v0/api_keys', { name: 'Short', scopes: ['read'] })).body
  const revoked = await newCode(here, keyId)
  await acme.delete(`/v0/api_keys/${keyId}`)
  assert.equal((await signIn(baseUrl, { code: revoked })).body.code, 'code_unknown')
})

test('signing in accepts only a key or a code', async () => {
  const here = await world()
  const { acme, baseUrl } = here
  const code = await newCode(here)
  for (const body of [
    {},
    { key: acme.key, code },
    { key: '' },
    { key: 7 },
    { code: null },
    { tenantId: 'x' },
  ]) {
    const answer = await signIn(baseUrl, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.equal(answer.body.code, 'invalid_input')
  }
  for (const [body, expected] of [
    [{ key: 'foyer_unknown' }, 'key_unknown'],
    [{ key: code }, 'key_unknown'],
    [{ code: acme.key }, 'code_unknown'],
    [{ code: `${code}x` }, 'code_unknown'],
    [{ code: code.toUpperCase() }, 'code_unknown'],
  ] as const) {
    const answer = await signIn(baseUrl, body)
    assert.equal(answer.status, 401, JSON.stringify(body))
    assert.equal(answer.body.code, expected)
  }
  assert.equal((await signIn(baseUrl, { key: 'x'.repeat(5000) })).status, 413)
  assert.equal((await signIn(baseUrl, { code })).status, 201)
})

test('an address has 60 attempts to sign in a minute', async () => {
  const { acme, baseUrl } = await world({ TRUST_PROXY: '127.0.0.1' })
  const attempt = (key: string, address: string) =>
    openBrowser(baseUrl).send('/session', {
      method: 'POST',
      body: { key },
      headers: { 'x-forwarded-for': address },
    })
  const statuses = new Set<number>()
  // A new minute may begin in between.
  for (let i = 0; i < 130 && !statuses.has(429); i++)
    statuses.add((await attempt('foyer_guess', `2001:db8:0:1::${i}`)).status)
  assert.deepEqual([...statuses], [401, 429])
  const refused = await attempt(acme.key, '2001:db8:0:1:ffff::1')
  if (refused.status === 429) assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal((await attempt(acme.key, '2001:db8:0:100::1')).status, 201)
  const { text } = await visit(baseUrl, 'localhost', '/metrics')
  assert.match(text, /route="\/console\/api\/session",status="429"/)
})

test('addresses of one network count together', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.250', '203.0.113.0/24'],
    ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:200::/56'],
    ['2001:DB8:1:200::6', '2001:db8:1:200::/56'],
    ['2001:db8::1:0:0:6', '2001:db8:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['', 'unknown'],
  ] as const)
    assert.equal(networkOf(address), network)
})
