import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import {
  openAnywhere,
  openIdentityProvider,
  proveDomain,
  signInAt,
  visitProvider,
} from '../test/identityProvider.ts'
import { goodPassword, newMember, signedIn, tokenIn } from '../test/members.ts'
import { world } from '../test/world.ts'
import { discoverAgain, ProviderError } from './client.ts'
import { getProvider } from './queries.ts'

const settings = { OIDC_ALLOW_PRIVATE: 'true', TRUST_PROXY: 'true' }
const path = '/v0/identity_providers'

/** Two tenants, a provider, and a domain that the first tenant has proven. */
async function harbor(fields: object = {}) {
  const here = await world(settings)
  const idp = await openIdentityProvider(here)
  const domain = `${randomBytes(4).toString('hex')}.example`
  await proveDomain(here, here.acme, domain)
  const made = await here.acme.post(path, { ...idp.input, domains: [domain], ...fields })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const key = keyIn(made.body)
  const membersOf = async () => (await here.acme.get('/v0/members')).body.items
  return { ...here, here, idp, domain, key, provider: made.body, membersOf }
}

const keyIn = ({ logoutUri }: { logoutUri: string }) => /oidc\/([^/]+)\//.exec(logoutUri)?.[1] ?? ''

test('people of a verified domain join with the default role, return as the same user, and get their role from groups', async () => {
  const { here, acme, idp, domain, key, provider, membersOf } = await harbor()
  idp.become({ sub: 'u-1', email: `elin@${domain}`, email_verified: true, name: 'Elin Marsh' })
  const first = await signInAt(here, key, { to: '/pages?tab=all' })
  assert.equal(first.answer.status, 201, JSON.stringify(first.answer.body))
  const { to, session } = first.answer.body
  assert.deepEqual(
    [to, session.tenantId, session.scopes, session.user.name, session.user.role],
    ['/pages?tab=all', acme.tenantId, ['read'], 'Elin Marsh', 'viewer'],
  )
  assert.equal((await first.send('/v0/me')).status, 200)
  const [member] = await membersOf()
  assert.deepEqual([member.signsInWith, member.isEmailVerified], [['provider'], false])

  const groupRoles = [
    { group: 'Marketing', role: 'editor' },
    { group: 'Leads', role: 'publisher' },
  ]
  await acme.patch(`${path}/${provider.providerId}`, { groupRoles })
  // The address has changed, the subject is the same.
  idp.become({ sub: 'u-1', email: 'elin@elsewhere.example', groups: ['Leads', 'Marketing', 'x'] })
  const again = await signInAt(here, key)
  assert.deepEqual(
    [again.answer.body.session.user.userId, again.answer.body.session.scopes],
    [session.user.userId, ['publish']],
  )
  idp.become({ sub: 'u-1', groups: [] })
  assert.deepEqual((await signInAt(here, key)).answer.body.session.scopes, ['read'])

  // Removed by an admin: known to the provider, and no longer of the team.
  assert.equal((await acme.delete(`/v0/members/${session.user.userId}`)).status, 204)
  for (const email of ['elin@elsewhere.example', `new@${domain}`]) {
    idp.become({ sub: 'u-1', email, email_verified: true })
    const removed = await signInAt(here, key)
    assert.deepEqual([removed.answer.status, removed.answer.body.code], [403, 'provider_refused'], email)
  }
})

test('the last admin stays an admin regardless of groups, and a provider’s admin group gives the admin role', async () => {
  const groupRoles = [{ group: 'Admins', role: 'admin' }]
  const { here, idp, domain, key } = await harbor({ groupRoles })
  idp.become({ sub: 'a', email: `a@${domain}`, email_verified: true, groups: ['Admins'] })
  assert.deepEqual((await signInAt(here, key)).answer.body.session.scopes, ['admin'])
  idp.become({ sub: 'a', email: `a@${domain}`, groups: [] })
  assert.deepEqual((await signInAt(here, key)).answer.body.session.scopes, ['admin'])
})

test('a sign-in works once, in the browser that began it, with its own state and nonce', async () => {
  const { here, idp, domain, key, db } = await harbor()
  idp.become({ sub: 'u', email: `u@${domain}`, email_verified: true })
  const begin = async (browser: ReturnType<typeof openAnywhere>) =>
    visitProvider((await browser.send('/sign_in/provider', { method: 'POST', body: { key } })).body.url)
  const finish = async (browser: ReturnType<typeof openAnywhere>, query: string) =>
    await browser.send('/sign_in/provider/finish', { method: 'POST', body: { query } })
  const said = async (browser: ReturnType<typeof openAnywhere>, query: string) => {
    const { status, body } = await finish(browser, query)
    return [status, body.code]
  }
  const [mine, other] = [openAnywhere(here), openAnywhere(here)]
  const query = await begin(mine)
  // The victim's browser began nothing, or something else: neither takes the attacker's code.
  assert.deepEqual(await said(openAnywhere(here), query), [401, 'step_unknown'])
  await begin(other)
  assert.deepEqual(await said(other, query), [401, 'step_unknown'])
  const both = await Promise.all([finish(mine, query), finish(mine, query)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 401])
  assert.deepEqual(await said(mine, query), [401, 'step_unknown'])

  const wrong = openAnywhere(here)
  const stateless = (await begin(wrong)).replace(/state=[^&]+/, 'state=forged')
  assert.deepEqual(await said(wrong, stateless), [401, 'step_unknown'])
  const replayed = openAnywhere(here)
  const fresh = new URLSearchParams(await begin(replayed))
  fresh.set('code', new URLSearchParams(query).get('code') ?? '')
  assert.deepEqual(await said(replayed, `?${fresh}`), [409, 'provider_unavailable'])
  const mixed = openAnywhere(here)
  const foreign = new URLSearchParams(await begin(mixed))
  foreign.set('iss', 'https://evil.example')
  assert.deepEqual(await said(mixed, `?${foreign}`), [409, 'provider_unavailable'])
  const nonceless = openAnywhere(here)
  const own = await begin(nonceless)
  await db.inTransaction(
    (tx) => tx`
      update sign_in_steps set data = jsonb_set(data::jsonb, '{nonce}', '"another"')::json where kind = 'provider'`,
  )
  assert.deepEqual(await said(nonceless, own), [409, 'provider_unavailable'])
  const declined = openAnywhere(here)
  const state = new URLSearchParams(await begin(declined)).get('state')
  const denial = `?error=access_denied&state=${state}&iss=${encodeURIComponent(idp.issuer)}`
  assert.deepEqual(await said(declined, denial), [403, 'provider_refused'])
  for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
    assert.equal((await signInAt(here, key, { to })).answer.status, 400, to)
})

test('unverified addresses, unverified or foreign domains and other tenants’ providers are refused with the same message', async () => {
  const { here, idp, domain, key, acme, globex, provider, membersOf } = await harbor()
  const other = `${randomBytes(4).toString('hex')}.example`
  await acme.patch(`${path}/${provider.providerId}`, { domains: [domain, other] })
  await proveDomain(here, globex, other)
  const theirs = await globex.post(path, { ...idp.input, domains: [domain] })
  const unlisted = `${randomBytes(4).toString('hex')}.example`
  await proveDomain(here, acme, unlisted)
  const attempts = [
    { as: { email: `a@${domain}`, email_verified: false }, at: key },
    { as: { email: `b@${other}`, email_verified: true }, at: key },
    { as: { email: `c@sub.${domain}`, email_verified: true }, at: key },
    // Proven, and not among the domains of the provider.
    { as: { email: `f@${unlisted}`, email_verified: true }, at: key },
    { as: { email: `d@${domain}@elsewhere.example`, email_verified: true }, at: key },
    { as: {}, at: key },
    // The domain is proven by acme, so globex can't admit its people.
    { as: { email: `e@${domain}`, email_verified: true }, at: keyIn(theirs.body) },
  ]
  const details = new Set<string>()
  for (const [i, { as, at }] of attempts.entries()) {
    idp.become({ sub: `s-${i}`, ...as })
    const { answer } = await signInAt(here, at)
    assert.deepEqual([answer.status, answer.body.code], [403, 'provider_refused'], JSON.stringify(as))
    details.add(answer.body.detail)
  }
  assert.equal(details.size, 1)
  assert.deepEqual(await membersOf(), [])

  // The same person of the same issuer is somebody else in another tenant, or nobody.
  idp.become({ sub: 'known', email: `k@${domain}`, email_verified: true })
  assert.equal((await signInAt(here, key)).answer.status, 201)
  assert.equal((await signInAt(here, keyIn(theirs.body))).answer.status, 403)
  const mixed = `${keyIn(theirs.body).slice(0, 26)}.${key.slice(27)}`
  assert.equal((await signInAt(here, mixed)).answer.status, 403)
  assert.equal((await globex.get(path)).body.items[0].providerId, theirs.body.providerId)
  for (const call of [
    globex.patch(`${path}/${provider.providerId}`, { name: 'Mine' }),
    globex.delete(`${path}/${provider.providerId}`),
    globex.post(`${path}/${provider.providerId}/test`, {}),
  ])
    assert.equal((await call).status, 404)
})

test('an existing user is not adopted by address, and connects the provider when signed in', async () => {
  const { here, idp, domain, key, acme, globex, membersOf } = await harbor()
  const email = `lena@${domain}`
  const lena = await signedIn(here, acme, { email, role: 'editor', isVerified: true })
  idp.become({ sub: 'lena', email, email_verified: true })
  const refused = await signInAt(here, key)
  assert.equal(refused.answer.status, 403)
  assert.match(
    refused.answer.body.detail,
    /has an account here\. Sign in another way, then connect Harbor ID/,
  )
  assert.equal((await membersOf()).length, 1)

  const begun = await lena.send('/user/identities', { method: 'POST', body: { key } })
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const query = await visitProvider(begun.body.url)
  const stolen = await signedIn(here, acme, {})
  assert.equal(
    (await stolen.send('/sign_in/provider/finish', { method: 'POST', body: { query } })).status,
    401,
  )
  // The same browser, in which somebody else has signed in meanwhile.
  const shared = await signedIn(here, acme, {})
  const other = await newMember(here, acme, {})
  const left = await shared.send('/user/identities', { method: 'POST', body: { key } })
  const returned = await visitProvider(left.body.url)
  const password = { email: other.email, password: goodPassword }
  assert.equal((await shared.send('/sign_in/password', { method: 'POST', body: password })).status, 201)
  const mixed = await shared.send('/sign_in/provider/finish', { method: 'POST', body: { query: returned } })
  assert.deepEqual([mixed.status, mixed.body.code], [401, 'step_unknown'])
  const linked = await lena.send('/sign_in/provider/finish', { method: 'POST', body: { query } })
  assert.deepEqual([linked.status, linked.body.isLinked, linked.body.session], [201, true, null])
  const own = await lena.send('/user/identities')
  assert.deepEqual(own.body.items, [{ key, name: 'Harbor ID', isConnected: true }])
  const entered = await signInAt(here, key)
  assert.equal(entered.answer.body.session.user.userId, lena.user.userId)

  // Nobody else gets the same identity, and other tenants' providers are not offered.
  const taken = await stolen.send('/user/identities', { method: 'POST', body: { key } })
  const conflict = await stolen.send('/sign_in/provider/finish', {
    method: 'POST',
    body: { query: await visitProvider(taken.body.url) },
  })
  assert.deepEqual([conflict.status, conflict.body.code], [409, 'state_conflict'])
  const outsider = await signedIn(here, globex, {})
  assert.equal((await outsider.send('/user/identities', { method: 'POST', body: { key } })).status, 403)

  // Whoever runs the provider could sign in as Lena, so its sessions stay within the tenant.
  const { url } = (await globex.post('/v0/invitations', { email, role: 'admin', send: false })).body
  const beyond: [string, string, object][] = [
    ['PUT', '/user/password', { password: goodPassword }],
    ['POST', '/invitation/join', { token: tokenIn(url) }],
    ['POST', '/user/tenant', { tenantId: acme.tenantId }],
    ['POST', '/user/identities', { key }],
  ]
  for (const [method, at, body] of beyond) {
    const answer = await entered.send(at, { method, body })
    assert.deepEqual([answer.status, answer.body.code], [403, 'provider_refused'], at)
  }
  assert.equal(
    (await entered.send('/user/keys', { method: 'POST', body: { name: 'K', scopes: ['read'] } })).status,
    201,
  )
})

test('with single sign-on required, members sign in by the provider only, admins also by password, and responses reveal no accounts', async () => {
  const { here, idp, domain, key, acme, provider, membersOf } = await harbor()
  const one = `${path}/${provider.providerId}`
  const locked = await acme.patch(one, { isRequired: true })
  assert.deepEqual([locked.status, locked.body.code], [409, 'state_conflict'])
  const admin = await newMember(here, acme, { email: `admin@${domain}`, role: 'admin' })
  const editor = await newMember(here, acme, { email: `editor@${domain}` })
  const guest = await newMember(here, acme, { email: 'guest@elsewhere.example' })
  assert.equal((await acme.patch(one, { isRequired: true })).body.isRequired, true)
  const byPassword = (email: string, password = goodPassword) =>
    openAnywhere(here).send('/sign_in/password', { method: 'POST', body: { email, password } })
  assert.equal((await byPassword(admin.email)).status, 201)
  const answers = [
    await byPassword(editor.email),
    await byPassword(editor.email, 'wrong password'),
    await byPassword(admin.email, 'wrong password'),
    await byPassword(`nobody@${domain}`),
  ]
  for (const { status, body } of answers)
    assert.deepEqual([status, body], [200, { next: 'provider', key, name: 'Harbor ID' }])
  assert.equal((await byPassword(guest.email)).status, 401)
  idp.become({ sub: 'n', email: `new@${domain}`, email_verified: true })
  assert.equal((await signInAt(here, key)).answer.status, 201)
  const invited = await acme.post('/v0/invitations', { email: 'g@x.example', role: 'viewer', send: false })
  const body = { token: tokenIn(invited.body.url), name: 'G', password: goodPassword }
  const accepted = await openAnywhere(here).send('/invitation/accept', { method: 'POST', body })
  assert.equal(accepted.body.code, 'provider_refused')
  assert.equal((await membersOf()).length, 4)

  const ways = async (query = '') => (await openAnywhere(here).send(`/sign_in${query}`)).body
  assert.deepEqual((await ways()).providers, [])
  assert.deepEqual((await ways('?tenant=unknown')).providers, [])
  const offered = await ways(`?tenant=${acme.slug}`)
  assert.deepEqual([offered.tenantName, offered.providers], ['acme', [{ key, name: 'Harbor ID' }]])
  const byDomain = await openAnywhere(here).send('/sign_in/provider', {
    method: 'POST',
    body: { email: `nobody@${domain}` },
  })
  assert.match(byDomain.body.url, /login_hint=nobody/)
})

test('a provider is managed by admins, hides its secret, can be tested, and is not called at private addresses', async () => {
  const { here, idp, acme, provider, context, db } = await harbor()
  const one = `${path}/${provider.providerId}`
  assert.doesNotMatch(JSON.stringify((await acme.get(path)).body), /a-secret-of-the-tests/)
  assert.equal(provider.hasSecret, true)
  assert.equal(provider.redirectUri, `${context.publicUrl()}/console/sign-in/provider`)
  const tested = await acme.post(`${one}/test`, {})
  assert.deepEqual([tested.body.isOk, tested.body.problem], [true, null])
  await acme.patch(one, { issuer: `${idp.issuer}/nowhere` })
  const failed = (await acme.post(`${one}/test`, {})).body
  assert.equal(failed.isOk, false)
  for (const issuer of [
    'id.example',
    'ftp://id.example',
    'https://id.example/?a=1',
    'https://id.example/.well-known/openid-configuration',
    'https://me:pw@id.example',
  ])
    assert.equal((await acme.patch(one, { issuer })).status, 400, issuer)
  assert.equal((await acme.patch(one, { domains: ['not a domain'] })).status, 400)
  const editor = await here.withScope(acme, 'publish')
  assert.equal((await editor.get(path)).status, 403)

  const stored = await getProvider(db.read, acme.tenantId, provider.providerId)
  const strict = { ...context, config: { ...context.config, oidcAllowPrivate: false } }
  for (const issuer of [idp.issuer, 'https://127.0.0.1', 'https://localhost', 'https://10.0.0.1/realms/a'])
    await assert.rejects(discoverAgain(strict, { ...stored, issuer }), ProviderError, issuer)
  const before = await acme.get(path)
  assert.equal((await acme.delete(one)).status, 204)
  assert.equal(before.body.items.length - 1, (await acme.get(path)).body.items.length)
})
