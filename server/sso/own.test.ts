import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { RefusedSignIns } from '../console/refusedSignIns.ts'
import { databaseNow } from '../database/clock.ts'
import { eventually } from '../test/eventually.ts'
import {
  openAnywhere,
  openIdentityProvider,
  proveDomain,
  signInAt,
  visitProvider,
} from '../test/identityProvider.ts'
import { goodPassword, newMember, signedIn } from '../test/members.ts'
import { type World, world } from '../test/world.ts'
import { syncEnvironmentProvider } from './environment.ts'

const settings = { OIDC_ALLOW_PRIVATE: 'true', TRUST_PROXY: 'true' }
const path = '/v0/identity_providers'

async function harbor() {
  const here = await world(settings)
  const { acme } = here
  const idp = await openIdentityProvider(here)
  const domain = `${randomBytes(4).toString('hex')}.example`
  await proveDomain(here, acme, domain)
  const made = (await acme.post(path, { ...idp.input, domains: [domain] })).body
  const key = /oidc\/([^/]+)\//.exec(made.logoutUri)?.[1] ?? ''
  return { ...here, here, idp, domain, key, provider: made }
}

/** The proof of identity of all sessions is older than ten minutes. */
async function age({ db }: World, tenantId: string): Promise<void> {
  await db.inTransaction(
    (tx) => tx`
      update console_sessions set confirmed_at = now() - interval '11 minutes' where tenant_id = ${tenantId}`,
  )
}

type Browser = ReturnType<typeof openAnywhere>
const post = (browser: Pick<Browser, 'send'>, at: string, body: object) =>
  browser.send(at, { method: 'POST', body })

test('a user with only a provider confirms with it, as the same user and in the same window', async () => {
  const { here, acme, idp, domain, key } = await harbor()
  idp.become({ sub: 'elin', email: `elin@${domain}`, email_verified: true })
  const elin = await signInAt(here, key)
  const makeKey = () => post(elin, '/user/keys', { name: 'K', scopes: ['read'] })
  await age(here, acme.tenantId)
  await eventually(async () => assert.equal((await makeKey()).body.code, 'confirmation_required'), 10_000)
  const begin = async () => (await post(elin, '/confirm/provider', { key })).body.url as string
  assert.match(await begin(), /prompt=login/)

  // Somebody else at the provider, and somebody else's window, confirm nothing.
  idp.become({ sub: 'other', email: `other@${domain}`, email_verified: true })
  const wrong = await post(elin, '/sign_in/provider/finish', { query: await visitProvider(await begin()) })
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'provider_refused'])
  idp.become({ sub: 'elin' })
  const query = await visitProvider(await begin())
  const thief = await signedIn(here, acme, {})
  assert.equal((await post(thief, '/sign_in/provider/finish', { query })).status, 401)
  assert.equal((await makeKey()).status, 403)
  const confirmed = await post(elin, '/sign_in/provider/finish', { query })
  assert.deepEqual([confirmed.status, confirmed.body.isConfirmed, confirmed.body.session], [201, true, null])
  assert.equal((await makeKey()).status, 201)

  // The same browser, in which somebody else has signed in meanwhile.
  const left = await visitProvider(await begin())
  const other = await newMember(here, acme, {})
  await post(elin, '/sign_in/password', { email: other.email, password: goodPassword })
  const mixed = await post(elin, '/sign_in/provider/finish', { query: left })
  assert.deepEqual([mixed.status, mixed.body.code], [401, 'step_unknown'])
})

test('a provider can be disconnected only by a user with another sign-in method, which ends the sessions that it started', async () => {
  const { here, acme, idp, domain, key, provider } = await harbor()
  idp.become({ sub: 'only', email: `only@${domain}`, email_verified: true })
  const only = await signInAt(here, key)
  const remove = (browser: Pick<Browser, 'send'>) =>
    browser.send(`/user/identities/${key}`, { method: 'DELETE' })
  // What a provider began changes no way in.
  assert.equal((await remove(only)).body.code, 'provider_refused')
  const lena = await signedIn(here, acme, {})
  idp.become({ sub: 'lena' })
  const begun = await post(lena, '/user/identities', { key })
  await post(lena, '/sign_in/provider/finish', { query: await visitProvider(begun.body.url) })
  const byProvider = await signInAt(here, key)
  assert.equal((await byProvider.send('/v0/me')).status, 200)
  assert.equal((await remove(lena)).status, 204)
  assert.equal((await lena.send('/user/identities')).body.items[0].isConnected, false)
  await eventually(async () => assert.equal((await byProvider.send('/v0/me')).status, 401), 10_000)
  assert.equal((await lena.send('/v0/me')).status, 200)
  assert.equal((await signInAt(here, key)).answer.status, 403)
  const [row] = (await acme.get('/v0/audit_events?action=provider.disconnected')).body.items
  assert.equal(row.actor.actorId, lena.user.userId)

  await newMember(here, acme, { role: 'admin' })
  await acme.patch(`${path}/${provider.providerId}`, { isRequired: true })
  const refused = await remove(lena)
  assert.deepEqual([refused.status, refused.body.code], [409, 'state_conflict'])
})

test('the provider of the environment is added, changed and removed with the settings; another issuer has no known users', async () => {
  const { here, acme, idp, context, db } = await harbor()
  const { tenantId } = acme
  const oidc = { ...idp.input, name: 'Env ID', defaultRole: 'editor' as const, domains: [] }
  const sync = (settings: typeof oidc | undefined) =>
    syncEnvironmentProvider({ ...context, config: { ...context.config, oidc: settings as never } }, tenantId)
  const fromEnvironment = async () =>
    (await acme.get(path)).body.items.find((one: any) => one.isFromEnvironment)
  await sync(undefined)
  assert.equal(await fromEnvironment(), undefined)
  await sync(oidc)
  const { providerId, hasSecret, defaultRole } = await fromEnvironment()
  assert.deepEqual([hasSecret, defaultRole], [true, 'editor'])
  const changed = await acme.patch(`${path}/${providerId}`, { name: 'Mine' })
  assert.deepEqual([changed.status, changed.body.code], [409, 'state_conflict'])
  assert.equal((await acme.delete(`${path}/${providerId}`)).status, 409)

  const { user } = await signedIn(here, acme, {})
  await db.inTransaction(
    (tx) => tx`
      insert into identities (tenant_id, issuer, subject, user_id, provider_id)
      values (${tenantId}, ${oidc.issuer}, 'env', ${user.userId}, ${providerId})`,
  )
  const known = async () =>
    (await db.read`select from identities where tenant_id = ${tenantId} and provider_id = ${providerId}`)
      .length
  await sync({ ...oidc, name: 'Renamed' })
  assert.deepEqual([(await fromEnvironment()).name, await known()], ['Renamed', 1])
  await sync({ ...oidc, issuer: 'https://other.example' })
  assert.deepEqual([(await fromEnvironment()).providerId, await known()], [providerId, 0])
  await sync(undefined)
  assert.equal(await fromEnvironment(), undefined)
})

test('refused sign-ins of a member are one audit row with their number, and those of unknown addresses are none', async () => {
  const { here, acme, context } = await harbor()
  const lena = await newMember(here, acme, { name: 'Lena' })
  const attempt = (email: string, password: string) =>
    post(openAnywhere(here), '/sign_in/password', { email, password })
  for (const password of ['wrong wrong 1', 'wrong wrong 2', 'wrong wrong 3'])
    assert.equal((await attempt(lena.email, password)).status, 401)
  await attempt('stranger@nowhere.example', 'wrong wrong 1')
  const rows = async () => (await acme.get('/v0/audit_events?action=sign_in.refused')).body.items
  await eventually(async () => assert.equal((await rows()).length, 1), 20_000)
  const [row] = await rows()
  assert.deepEqual(
    [row.actor.kind, row.object.objectId, row.object.name, row.facts],
    ['system', lena.userId, 'Lena', { by: 'password', times: 3 }],
  )
  assert.ok(row.address)

  // Further ones wait for the next row.
  const refused = new RefusedSignIns(context)
  const request = { id: 'r', ip: '192.0.2.1', headers: {} } as never
  const { userId } = await newMember(here, acme, {})
  const soon = () => databaseNow() + 5_000
  const count = async () =>
    (await acme.get(`/v0/audit_events?action=sign_in.refused&objectId=${userId}`)).body.items.length
  for (let i = 0; i < 5; i++) {
    refused.note(request, userId, 'password')
    await refused.write(soon())
  }
  assert.equal(await count(), 1)
  await refused.close()
  assert.equal(await count(), 2)
})

test('a profile picture is re-encoded, visible to the team only, and refused if it is another kind of file', async () => {
  const { here, acme, globex, baseUrl } = await harbor()
  const lena = await signedIn(here, acme, {})
  const sent = (browser: { cookie: () => string }, type: string, body: Uint8Array) =>
    fetch(`${baseUrl}/console/api/user/picture`, {
      method: 'PUT',
      headers: {
        cookie: browser.cookie(),
        'content-type': type,
        'sec-fetch-site': 'same-origin',
        'x-foyer-console': '1',
      },
      body: body as never,
    })
  const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer()
  assert.equal((await sent(lena, 'image/jpeg', jpeg)).status, 204)
  const { picture } = (await lena.send('/user')).body
  const seen = (browser: { cookie: () => string }) =>
    fetch(`${baseUrl}${picture}`, { headers: { cookie: browser.cookie(), 'sec-fetch-site': 'same-origin' } })
  const shown = await seen(lena)
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/webp'])
  const metadata = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  assert.deepEqual([metadata.width, metadata.exif], [480, undefined])
  const [member] = (await acme.get('/v0/members')).body.items
  assert.equal(member.picture, picture)
  assert.equal((await seen(await signedIn(here, globex, {}))).status, 404)
  assert.equal((await fetch(`${baseUrl}${picture}`)).status, 401)

  assert.equal((await sent(lena, 'image/png', Buffer.from('<svg onload="alert(1)"/>'))).status, 400)
  assert.equal((await sent(lena, 'image/svg+xml', Buffer.from('<svg/>'))).status, 415)
  assert.equal((await lena.send('/user/picture', { method: 'DELETE' })).status, 204)
  assert.equal((await lena.send('/user')).body.picture, null)
})
