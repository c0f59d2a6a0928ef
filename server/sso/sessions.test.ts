import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportJWK, generateKeyPair } from 'jose'
import { eventually } from '../test/eventually.ts'
import { openIdentityProvider, proveDomain, signInAt } from '../test/identityProvider.ts'
import { world } from '../test/world.ts'

test('a session continues while the provider renews it, and ends when the provider refuses', async () => {
  const here = await world({ OIDC_ALLOW_PRIVATE: 'true', TRUST_PROXY: 'true' })
  const { acme, db } = here
  const idp = await openIdentityProvider(here)
  await proveDomain(here, acme, 'renewed.example')
  const made = await acme.post('/v0/identity_providers', { ...idp.input, domains: ['renewed.example'] })
  const key = /oidc\/([^/]+)\//.exec(made.body.logoutUri)?.[1] ?? ''
  idp.become({ sub: 'r', email: 'r@renewed.example', email_verified: true })
  const { send, answer } = await signInAt(here, key)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const stored = async () => {
    const [row] = await db.read<{ token: Buffer }[]>`
      select encrypted_refresh_token as token from provider_sessions where tenant_id = ${acme.tenantId}`
    return row?.token
  }
  /** As if two hours had passed. */
  const wait = () =>
    db.inTransaction(async (tx) => {
      await tx`
        update console_sessions set renewed_at = now() - interval '2 hours' where tenant_id = ${acme.tenantId}`
      await tx`
        update provider_sessions set checked_at = now() - interval '2 hours' where tenant_id = ${acme.tenantId}`
    })
  const before = await stored()
  assert.ok(before)
  await wait()
  await eventually(async () => {
    const answers = await Promise.all([send('/v0/me'), send('/v0/me'), send('/v0/me')])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.notDeepEqual(await stored(), before)
  }, 5_000)
  // The grant is withdrawn at the provider.
  await idp.withdrawGrants()
  await wait()
  await eventually(async () => assert.equal((await send('/v0/me')).status, 401), 5_000)
})

test('back-channel logout ends the sessions it names, once, and only with a token of the provider', async () => {
  const here = await world({ OIDC_ALLOW_PRIVATE: 'true', TRUST_PROXY: 'true' })
  const { acme, globex, baseUrl } = here
  const idp = await openIdentityProvider(here)
  await proveDomain(here, acme, 'logout.example')
  const made = await acme.post('/v0/identity_providers', { ...idp.input, domains: ['logout.example'] })
  const key = /oidc\/([^/]+)\//.exec(made.body.logoutUri)?.[1] ?? ''
  const enter = async (sub: string) => {
    idp.become({ sub, email: `${sub}@logout.example`, email_verified: true })
    return await signInAt(here, key)
  }
  const [gone, stays] = [await enter('gone'), await enter('stays')]
  const post = async (token: string, at = key) => {
    const body = new URLSearchParams({ logout_token: token })
    return (await fetch(`${baseUrl}/console/api/oidc/${at}/backchannel`, { method: 'POST', body })).status
  }
  const seconds = Math.floor(Date.now() / 1000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const claims = {
    iss: idp.issuer,
    aud: 'foyer',
    sub: 'gone',
    iat: seconds,
    exp: seconds + 120,
    jti: 'j-1',
    events,
  }
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const forged = { ...(await exportJWK(privateKey)), kid: 'k', alg: 'ES256' }
  const theirs = await globex.post('/v0/identity_providers', { ...idp.input, clientId: 'another' })
  const theirKey = /oidc\/([^/]+)\//.exec(theirs.body.logoutUri)?.[1] ?? ''
  const bad = {
    'another key': post(await idp.sign(claims, forged)),
    'another issuer': post(await idp.sign({ ...claims, iss: 'https://evil.example' })),
    'another client': post(await idp.sign({ ...claims, aud: 'other' })),
    'a nonce': post(await idp.sign({ ...claims, nonce: 'n' })),
    'no event': post(await idp.sign({ ...claims, events: {} })),
    'nobody named': post(await idp.sign({ ...claims, sub: undefined })),
    'too old': post(await idp.sign({ ...claims, iat: seconds - 3600 })),
    'no token': post('x'),
    'another tenant': post(await idp.sign(claims), theirKey),
    'no provider': post(await idp.sign(claims), `${key.slice(0, 27)}${'0'.repeat(26)}`),
  }
  for (const [why, status] of Object.entries(bad)) assert.equal(await status, 400, why)
  assert.equal((await gone.send('/v0/me')).status, 200)
  const token = await idp.sign(claims)
  assert.equal(await post(token), 200)
  await eventually(async () => assert.equal((await gone.send('/v0/me')).status, 401), 2_000)
  assert.equal((await stays.send('/v0/me')).status, 200)
  assert.equal(await post(token), 400)
})
