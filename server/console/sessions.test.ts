import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../app.ts'
import { createContext } from '../context.ts'
import { fromConsole, openBrowser } from '../test/console.ts'
import { eventually } from '../test/eventually.ts'
import { type World, world } from '../test/world.ts'
import { forgetOldSessions } from './queries.ts'

const days = (count: number) => count * 24 * 3600

function maxAge(headers: Headers) {
  return Number(/Max-Age=(\d+)/.exec(headers.get('set-cookie') ?? '')?.[1])
}

test('a key signs in, and its session has the tenant and the scopes of the key', async () => {
  const { acme, baseUrl, db } = await world()
  const browser = openBrowser(baseUrl)
  const before = await browser.send('/session')
  assert.equal(before.status, 401)
  assert.equal(before.body.code, 'session_missing')
  const signedIn = await browser.signIn(acme.key)
  const me = (await acme.get('/v0/me')).body
  assert.deepEqual(signedIn.body, me)
  assert.deepEqual((await browser.send('/session')).body, me)
  assert.deepEqual((await browser.send('/v0/me')).body, me)
  const rows = await db.read`select * from console_sessions where tenant_id = ${acme.tenantId}`
  assert.equal(rows.length, 1)
  const secret = browser.cookie().split('=')[1] as string
  assert.ok(!JSON.stringify(rows).includes(secret.slice(-20)))
})

test('the cookie is limited to its host: no access by scripts, other sites or neighbouring hosts', async () => {
  const { acme, baseUrl } = await world()
  const browser = openBrowser(baseUrl)
  const { headers } = await browser.signIn(acme.key)
  assert.match(
    headers.get('set-cookie') ?? '',
    /^foyer-console=[a-z0-9]{26}\.[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  assert.ok(Math.abs(maxAge(headers) - days(30)) < 10)
  assert.equal(headers.get('cache-control'), 'no-store')
  const secure = await world({ PUBLIC_URL: 'https://foyer.example' })
  const overTls = await openBrowser(secure.baseUrl).signIn(secure.acme.key)
  assert.match(
    overTls.headers.get('set-cookie') ?? '',
    /^__Host-foyer-console=.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  )
})

test('the API takes no cookie, and the console no key', async () => {
  const { acme, baseUrl } = await world()
  const browser = openBrowser(baseUrl)
  await browser.signIn(acme.key)
  const withCookie = await fetch(`${baseUrl}/v0/me`, {
    headers: { ...fromConsole, cookie: browser.cookie() },
  })
  assert.equal(withCookie.status, 401)
  assert.equal(((await withCookie.json()) as any).code, 'key_missing')
  const withKey = await openBrowser(baseUrl).send('/v0/me', { headers: { 'x-api-key': acme.key } })
  assert.equal(withKey.status, 401)
  assert.equal(withKey.body.code, 'session_missing')
  const both = await browser.send('/v0/me', { headers: { 'x-api-key': 'foyer_unknown' } })
  assert.equal(both.status, 200)
})

test('an invalid session is refused: wrong, altered, of another tenant, or one of two cookies', async () => {
  const { acme, globex, baseUrl } = await world()
  const browser = openBrowser(baseUrl)
  await browser.signIn(acme.key)
  const [name = '', secret = ''] = browser.cookie().split('=')
  const foreign = `${globex.tenantId.slice('tenant_'.length)}.${secret.split('.')[1]}`
  for (const cookie of [
    `${name}=`,
    `${name}=x`,
    `${name}=${secret}x`,
    `${name}=${secret.slice(0, -1)}`,
    `${name}=${foreign}`,
    `${name}=${secret}; ${name}=${foreign}`,
    `other-${name}=${secret}`,
  ]) {
    const answer = await openBrowser(baseUrl).send('/v0/me', { headers: { cookie } })
    assert.equal(answer.status, 401, cookie)
    assert.equal(answer.body.code, 'session_missing')
  }
  const among = { cookie: `theme=dark; ${name}=${secret}; _ga=1` }
  assert.equal((await openBrowser(baseUrl).send('/v0/me', { headers: among })).status, 200)
})

test('signing out ends the session permanently, and signing in again ends the previous one', async () => {
  const { acme, globex, baseUrl, db } = await world()
  const browser = openBrowser(baseUrl)
  await browser.signIn(acme.key)
  const first = browser.cookie()
  await browser.signIn(globex.key)
  assert.equal((await browser.send('/v0/me')).body.tenantId, globex.tenantId)
  const again = (cookie: string) => openBrowser(baseUrl).send('/v0/me', { headers: { cookie } })
  assert.equal((await again(first)).status, 401)
  const second = browser.cookie()
  const out = await browser.send('/session', { method: 'DELETE' })
  assert.equal(out.status, 204)
  assert.match(out.headers.get('set-cookie') ?? '', /^foyer-console=; Max-Age=0; Path=\/; HttpOnly/)
  assert.equal((await again(second)).status, 401)
  assert.equal((await browser.send('/session', { method: 'DELETE' })).status, 204)
  const rows = await db.read`
    -- every tenant: both of the test
    select from console_sessions where tenant_id in (${acme.tenantId}, ${globex.tenantId})`
  assert.equal(rows.length, 0)
})

test('a session ends within a second of the revocation of its key', async () => {
  const { acme, baseUrl } = await world()
  const { key, keyId } = (await acme.post('/v0/api_keys', { name: 'Console', scopes: ['read'] })).body
  const browser = openBrowser(baseUrl)
  await browser.signIn(key)
  assert.equal((await browser.send('/v0/me')).status, 200)
  await acme.delete(`/v0/api_keys/${keyId}`)
  await eventually(async () => assert.equal((await browser.send('/v0/me')).status, 401))
  assert.equal((await browser.send('/session')).status, 401)
  const refused = await browser.send('/session', { method: 'POST', body: { key } })
  assert.equal(refused.status, 401)
  assert.equal(refused.body.code, 'key_unknown')
})

test('a session in use is extended, to at most 90 days, and written once an hour', async () => {
  const { acme, baseUrl, db } = await world()
  const browser = openBrowser(baseUrl)
  await browser.signIn(acme.key)
  assert.equal((await browser.send('/v0/me')).headers.get('set-cookie'), null)
  const age = async (createdDays: number, renewedDays: number) => {
    await db.inTransaction(
      (tx) => tx`
        update console_sessions set created_at = now() - make_interval(days => ${createdDays}),
          renewed_at = now() - make_interval(days => ${renewedDays}),
          expires_at = now() + make_interval(days => ${30 - renewedDays})
        where tenant_id = ${acme.tenantId}`,
    )
    await sleep(1000)
  }
  await age(40, 29)
  const renewed = await browser.send('/v0/me')
  assert.ok(Math.abs(maxAge(renewed.headers) - days(30)) < 10)
  assert.equal((await browser.send('/v0/me')).headers.get('set-cookie'), null)
  await age(80, 20)
  assert.ok(Math.abs(maxAge((await browser.send('/session')).headers) - days(10)) < 10)
  await age(91, 31)
  assert.equal((await browser.send('/v0/me')).status, 401)
  await db.inTransaction(forgetOldSessions)
  assert.equal((await db.read`select from console_sessions where tenant_id = ${acme.tenantId}`).length, 0)
})

/** A second node on the same database, like another process. */
async function openNode(t: TestContext, { context: { config, log }, databaseUrl }: World): Promise<string> {
  const context = await createContext(config, log, { databaseUrl })
  const app = await buildApp(context)
  t.after(async () => {
    await app.close()
    await context.close()
  })
  return await app.listen({ port: 0, host: '127.0.0.1' })
}

test('a session is valid on every node at once, and ends on all of them within a second', async (t) => {
  const here = await world()
  const other = openBrowser(await openNode(t, here))
  const ask = (cookie: string) => other.send('/v0/me', { headers: { cookie } })
  const { key, keyId } = (await here.acme.post('/v0/api_keys', { name: 'Console', scopes: ['read'] })).body
  const [first, second] = [openBrowser(here.baseUrl), openBrowser(here.baseUrl)]
  for (const browser of [first, second]) {
    await browser.signIn(key)
    assert.equal((await ask(browser.cookie())).status, 200)
  }
  const [signedOut, revoked] = [first.cookie(), second.cookie()]
  await first.send('/session', { method: 'DELETE' })
  await here.acme.delete(`/v0/api_keys/${keyId}`)
  for (const cookie of [signedOut, revoked])
    await eventually(async () => assert.equal((await ask(cookie)).status, 401))
})
