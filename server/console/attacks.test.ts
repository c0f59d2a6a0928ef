import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exampleId } from '../../shared/ids.ts'
import { type Role, roleNames, roles, scopes } from '../../shared/roles.ts'
import { databaseNow } from '../database/clock.ts'
import { openBrowser } from '../test/console.ts'
import { eventually } from '../test/eventually.ts'
import { openMailbox } from '../test/mailbox.ts'
import { goodPassword, newMember, signedIn, tokenIn } from '../test/members.ts'
import { visit } from '../test/visitor.ts'
import { type World, world } from '../test/world.ts'
import { codeOfStep } from '../users/totp.ts'

const mailbox = openMailbox()
after(async () => (await mailbox).close())

/** With a mail server, and with proxies that say where a request comes from. */
const openWorld = async () => await world({ ...(await mailbox).settings, TRUST_PROXY: 'true' })

let lastNetwork = 0
/** Another network for each, so that tests don't share limits. */
const fromNetwork = () => ({ 'x-forwarded-for': `10.${++lastNetwork}.1.1` })

function openWindow({ baseUrl }: World, headers = fromNetwork()) {
  const browser = openBrowser(baseUrl)
  const post = (path: string, body: object = {}) => browser.send(path, { method: 'POST', body, headers })
  return { ...browser, post }
}

const said = ({ status, body }: { status: number; body: any }) => {
  const { requestId: _, ...rest } = body
  return [status, rest]
}

test('known and unknown addresses get the same words, status and time', async () => {
  const here = await openWorld()
  const { email } = await newMember(here, here.acme, { isVerified: true })
  const removed = await newMember(here, here.acme)
  assert.equal((await here.acme.delete(`/v0/members/${removed.userId}`)).status, 204)
  const timed = async (address: string, password: string) => {
    const { post } = openWindow(here)
    const began = performance.now()
    const answer = await post('/sign_in/password', { email: address, password })
    return { ms: performance.now() - began, said: said(answer) }
  }
  const [known, unknown] = [[], []] as { ms: number; said: unknown }[][]
  for (let i = 0; i < 4; i++) {
    known?.push(await timed(email, 'not the password'))
    unknown?.push(await timed(`nobody-${i}@team.example`, 'not the password'))
  }
  const gone = await timed(removed.email, goodPassword)
  assert.equal((gone.said as any)[0], 401)
  for (const { said } of [...(known ?? []), ...(unknown ?? [])]) assert.deepEqual(said, gone.said)
  const least = (all: { ms: number }[] = []) => Math.min(...all.map(({ ms }) => ms))
  // A password takes 40 ms to check; without one an address would be answered in 5.
  assert.ok(least(unknown) > least(known) / 2, `${least(unknown)} and ${least(known)} ms`)
  const links = await Promise.all(
    [email, 'nobody@team.example'].map((address) =>
      openWindow(here).post('/sign_in/link', { email: address }),
    ),
  )
  assert.deepEqual(links.map(said), [
    [202, {}],
    [202, {}],
  ])
})

test('opening a link from an e-mail does not sign in; it works once, also in parallel, and has the configured address', async () => {
  const here = await openWorld()
  const { acme, baseUrl } = here
  const { email } = await newMember(here, acme, { isVerified: true, email: 'Link@team.example' })
  const headers = {
    ...fromNetwork(),
    'content-type': 'application/json',
    'x-foyer-console': '1',
    'x-forwarded-host': 'evil.example',
    origin: baseUrl,
  }
  const body = JSON.stringify({ email: 'link@TEAM.example' })
  const asked = await visit(baseUrl, new URL(baseUrl).host, '/console/api/sign_in/link', {
    method: 'POST',
    headers,
    body,
  })
  assert.equal(asked.status, 202, asked.text)
  const [mail] = await (await mailbox).waitFor(1, email)
  const [, url = ''] = /(https?:\S+\/console\/sign-in#link=\S+)/.exec(mail?.text ?? '') ?? []
  assert.ok(url.startsWith(`${here.context.publicUrl()}/console/`), url)
  const token = tokenIn(url)
  const scanner = openWindow(here)
  assert.deepEqual(Object.keys((await scanner.post('/sign_in/link/open', { token })).body), [
    'email',
    'askedAt',
    'browser',
  ])
  assert.equal((await scanner.send('/session')).status, 401)
  const both = await Promise.all([1, 2].map(() => openWindow(here).post('/sign_in/link/use', { token })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 401])
  assert.equal((await scanner.post('/sign_in/link/open', { token })).body.code, 'step_unknown')
})

test('an account created in advance with someone else’s address is never adopted', async () => {
  const here = await openWorld()
  const { acme, globex } = here
  const email = 'victim@corp.example'
  // The attacker administers a tenant, invites the victim with a link to copy, and opens it.
  const { url } = (await globex.post('/v0/invitations', { email, role: 'admin', send: false })).body
  const attacker = openWindow(here)
  const taken = await attacker.post('/invitation/accept', {
    token: tokenIn(url),
    name: 'V',
    password: 'attackers own words',
  })
  assert.equal(taken.status, 201)
  assert.equal((await attacker.send('/user')).body.isEmailVerified, false)
  // A link for the address is sent to nobody: nobody has verified it.
  await attacker.post('/sign_in/link', { email })
  // Then the victim is invited by e-mail, and becomes somebody else.
  assert.equal((await acme.post('/v0/invitations', { email, role: 'editor' })).body.url, null)
  const mails = await (await mailbox).waitFor(1, email)
  assert.deepEqual(
    mails.map(({ headers }) => /Subject: (.*)/.exec(headers)?.[1]),
    ['Join acme on Foyer'],
  )
  const token = tokenIn(mails[0]?.text ?? '')
  const victim = openWindow(here)
  const joined = await victim.post('/invitation/accept', { token, name: 'Victim', password: goodPassword })
  assert.equal(joined.status, 201, JSON.stringify(joined.body))
  assert.notEqual(joined.body.user.userId, taken.body.user.userId)
  assert.equal((await victim.send('/user')).body.isEmailVerified, true)
  // The attacker's password opens the attacker's account alone, and can't reach the victim's tenant.
  const again = await openWindow(here).post('/sign_in/password', { email, password: 'attackers own words' })
  assert.equal(again.body.tenantId, globex.tenantId)
  assert.equal((await attacker.post('/user/tenant', { tenantId: acme.tenantId })).status, 404)
  // A second account for a verified address is refused.
  const third = await here.tenant('third')
  await third.post('/v0/invitations', { email, role: 'viewer' })
  const [, second] = await (await mailbox).waitFor(2, email)
  const twice = await openWindow(here).post('/invitation/accept', {
    token: tokenIn(second?.text ?? ''),
    name: 'X',
    password: goodPassword,
  })
  assert.equal(twice.body.code, 'email_taken')
  const joinedToo = await victim.post('/invitation/join', { token: tokenIn(second?.text ?? '') })
  assert.equal(joinedToo.body.tenantId, third.tenantId)
})

test('an invitation works for its address alone', async () => {
  const here = await openWorld()
  const { acme, globex } = here
  const other = await signedIn(here, globex, { email: 'other@x.example' })
  const { url } = (
    await acme.post('/v0/invitations', { email: 'meant@x.example', role: 'admin', send: false })
  ).body
  const refused = await other.send('/invitation/join', { method: 'POST', body: { token: tokenIn(url) } })
  assert.deepEqual([refused.status, refused.body.code], [409, 'state_conflict'])
  assert.equal((await other.send('/user')).body.tenants.length, 1)
  // Nothing was used up.
  assert.equal((await openWindow(here).post('/invitation/open', { token: tokenIn(url) })).status, 200)
  const foreign = `${globex.tenantId.slice('tenant_'.length)}.${tokenIn(url).split('.')[1]}`
  assert.equal((await openWindow(here).post('/invitation/open', { token: foreign })).status, 404)
})

/** Turns on the authenticator app of whoever is signed in. Returns its secret and the recovery codes. */
async function turnOnTotp(window: Awaited<ReturnType<typeof signedIn>>) {
  const { token, secret } = (await window.send('/user/totp', { method: 'POST' })).body
  const code = codeOfStep(secret, stepNow() - 1)
  const wrong = await window.send('/user/totp', {
    method: 'PUT',
    body: { token, code: code === '000000' ? '000001' : '000000' },
  })
  assert.equal(wrong.body.code, 'code_wrong')
  const on = await window.send('/user/totp', { method: 'PUT', body: { token, code } })
  assert.equal(on.status, 200, JSON.stringify(on.body))
  return { secret: secret as string, recoveryCodes: on.body.recoveryCodes as string[] }
}

const stepNow = () => Math.floor(databaseNow() / 30_000)

test('there is no session before the second factor; each code works once, and five wrong codes suspend it', async () => {
  const here = await openWorld()
  const member = await signedIn(here, here.acme)
  const { secret, recoveryCodes } = await turnOnTotp(member)
  assert.equal(recoveryCodes.length, 10)
  const begin = async () => {
    const window = openWindow(here)
    const next = await window.post('/sign_in/password', { email: member.user.email, password: goodPassword })
    assert.deepEqual(
      [next.status, next.body.next, next.body.factors],
      [200, 'second_factor', ['totp', 'recovery_code']],
    )
    assert.equal(next.headers.get('set-cookie'), null)
    assert.equal(window.cookie(), '')
    return { ...window, token: next.body.token as string }
  }
  const [one, two, three] = [await begin(), await begin(), await begin()]
  const rows = await here.db.read`
    select from console_sessions where tenant_id = ${here.acme.tenantId}`
  assert.equal(rows.length, 1)
  const code = codeOfStep(secret, stepNow())
  const same = await Promise.all(
    [one, two].map(({ post, token }) => post('/sign_in/second_factor', { token, code })),
  )
  assert.deepEqual(same.map(({ status }) => status).sort(), [201, 401])
  // The code that turned it on is used up as well.
  const recoveryCode = recoveryCodes[0]?.toUpperCase().replace('-', ' ')
  const left = same[0]?.status === 201 ? two : one
  const recovered = await Promise.all(
    [left, three].map(({ post, token }) => post('/sign_in/second_factor', { token, recoveryCode })),
  )
  assert.deepEqual(recovered.map(({ status }) => status).sort(), [201, 401])
  const spent = same[0]?.status === 201 ? one : two
  assert.equal(
    (await spent.post('/sign_in/second_factor', { token: spent.token, recoveryCode: recoveryCodes[1] })).body
      .code,
    'step_unknown',
  )
  const guesser = await begin()
  const answers: string[] = []
  for (let i = 0; i < 6; i++) {
    const guess = { token: guesser.token, recoveryCode: `wrong-${i}00` }
    answers.push((await guesser.post('/sign_in/second_factor', guess)).body.code)
  }
  // One more may have been counted by a code that was sent twice.
  const wrong = answers.filter((code) => code === 'code_wrong').length
  assert.ok(wrong === 3 || wrong === 4, answers.join())
  assert.equal(answers.at(-1), 'rate_limited')
  const late = await guesser.post('/sign_in/second_factor', {
    token: guesser.token,
    recoveryCode: recoveryCodes[2],
  })
  assert.equal(late.status, 429)
  const told = (await here.acme.get('/v0/audit_events?action=second_factor.set')).body.items
  assert.deepEqual(
    told.map(({ actor }: { actor: { actorId: string } }) => actor.actorId),
    [member.user.userId],
  )
})

test('changes of keys, roles, people and sign-in methods need a confirmation every ten minutes, and a new password ends other sessions', async () => {
  const here = await openWorld()
  const { acme, globex, db } = here
  const email = 'both@team.example'
  const window = await signedIn(here, acme, { role: 'admin', email })
  const invited = (await globex.post('/v0/invitations', { email, role: 'admin', send: false })).body
  await window.send('/invitation/join', { method: 'POST', body: { token: tokenIn(invited.url) } })
  await db.inTransaction(
    (tx) => tx`
      update console_sessions set confirmed_at = now() - interval '11 minutes' where tenant_id = ${globex.tenantId}`,
  )
  const ask = (method: string, path: string, body?: object) =>
    window.send(path, { method, ...(body && { body }) })
  await eventually(async () => {
    const made = await ask('POST', '/v0/api_keys', { name: 'K', scopes: ['read'] })
    assert.equal(made.body.code, 'confirmation_required', JSON.stringify(made.body))
  }, 1_500)
  await ask('POST', '/user/tenant', { tenantId: acme.tenantId })
  const guarded: [string, string, object?][] = [
    ['POST', '/v0/api_keys', { name: 'K', scopes: ['read'] }],
    ['DELETE', `/v0/api_keys/${exampleId('key')}`],
    ['PATCH', `/v0/members/${window.user.userId}`, { role: 'viewer' }],
    ['DELETE', `/v0/members/${window.user.userId}`],
    ['POST', '/v0/invitations', { email: 'n@x.example', role: 'admin', send: false }],
    ['PUT', '/user/password', { password: 'other quiet lanterns' }],
    ['POST', '/user/keys', { name: 'K', scopes: ['read'] }],
    ['POST', '/user/passkeys/options'],
    ['POST', '/user/totp'],
    ['POST', '/user/email', { email: 'new@x.example' }],
  ]
  for (const [method, path, body] of guarded) {
    const answer = await ask(method, path, body)
    assert.deepEqual([answer.status, answer.body.code], [403, 'confirmation_required'], `${method} ${path}`)
  }
  assert.equal((await ask('GET', '/v0/members')).status, 200)
  assert.equal((await ask('POST', '/confirm', { password: 'not the password' })).status, 401)
  assert.equal((await ask('POST', '/confirm', { password: goodPassword })).status, 204)
  const other = openWindow(here)
  assert.equal((await other.post('/sign_in/password', { email, password: goodPassword })).status, 201)
  const listed = (await ask('GET', '/user/sessions')).body
  assert.deepEqual(listed.items.map(({ isThis, way }: any) => [isThis, way]).sort(), [
    [false, 'password'],
    [true, 'password'],
  ])
  assert.equal((await ask('PUT', '/user/password', { password: 'other quiet lanterns' })).status, 204)
  await eventually(async () => assert.equal((await other.send('/v0/me')).status, 401), 1_500)
  assert.equal((await ask('GET', '/v0/me')).status, 200)
  const third = openWindow(here)
  assert.equal((await third.post('/sign_in/password', { email, password: goodPassword })).status, 401)
  assert.equal(
    (await third.post('/sign_in/password', { email, password: 'other quiet lanterns' })).status,
    201,
  )
  const [{ sessionId }] = (await ask('GET', '/user/sessions')).body.items.filter(({ isThis }: any) => !isThis)
  const stranger = await signedIn(here, acme)
  assert.equal((await stranger.send(`/user/sessions/${sessionId}`, { method: 'DELETE' })).status, 404)
  assert.equal((await ask('DELETE', `/user/sessions/${sessionId}`)).status, 204)
  await eventually(async () => assert.equal((await third.send('/v0/me')).status, 401), 1_500)
})

test('no role can use an operation above it, and no user can raise their own role by any route', async () => {
  const here = await openWorld()
  const { acme, document } = here
  await newMember(here, acme, { role: 'admin' })
  const routes = Object.entries<any>(document.paths).flatMap(([template, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      scope: operation['x-scope'] as (typeof scopes)[number],
      body: operation.requestBody?.content?.['application/json']?.schema?.examples?.[0],
    })),
  )
  for (const role of ['viewer', 'editor', 'publisher'] as Role[]) {
    const { send, user } = await signedIn(here, acme, { role })
    const held = roles[role].scope
    const wider = scopes.slice(scopes.indexOf(held) + 1)
    for (const { method, template, scope, body } of routes.filter(({ scope }) => wider.includes(scope))) {
      const path = template.replace('{user_id}', user.userId).replace(/\{\w+\}/g, exampleId('page'))
      const answer = await send(path, { method, ...(method !== 'GET' && { body: body ?? {} }) })
      assert.deepEqual(
        [answer.status, answer.body.code],
        [403, 'scope_missing'],
        `${role}: ${method} ${path} needs ${scope}`,
      )
    }
    const key = await send('/user/keys', { method: 'POST', body: { name: 'Up', scopes: [wider[0]] } })
    assert.deepEqual([key.status, key.body.code], [403, 'scope_missing'])
    const first = await send('/user', { method: 'POST', body: { name: 'Up' } })
    assert.equal(first.status, 409)
    const patched = await send('/user', { method: 'PATCH', body: { name: 'Up', role: 'admin' } })
    assert.equal(patched.status, 400)
    // A browser would fail on these on every screen.
    for (const body of [{ language: 'x' }, { language: 'en-' }, { timeZone: 'Mars/Olympus' }])
      assert.equal((await send('/user', { method: 'PATCH', body })).status, 400, JSON.stringify(body))
    assert.equal((await send('/v0/me')).body.user.role, role)
  }
  assert.deepEqual(
    roleNames.map((role) => roles[role].scope),
    [...scopes],
  )
})

test('sign-in refuses requests of other sites, prevents session fixation, and limits a /24 and a /56 together', async () => {
  const here = await openWorld()
  const { acme, baseUrl } = here
  const { email } = await newMember(here, acme)
  const { host } = new URL(baseUrl)
  const body = JSON.stringify({ email, password: goodPassword })
  const paths = ['password', 'link', 'link/use', 'passkey', 'second_factor'].map((one) => `/sign_in/${one}`)
  const foreign: Record<string, string>[] = [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site', 'x-foyer-console': '1' },
    { 'content-type': 'application/json', origin: 'https://evil.example', 'x-foyer-console': '1' },
  ]
  for (const path of [...paths, '/invitation/accept', '/invitation/join', '/email_change', '/confirm'])
    for (const headers of foreign) {
      const answer = await visit(baseUrl, host, `/console/api${path}`, { method: 'POST', headers, body })
      assert.equal(answer.status, 403, path)
      assert.equal(answer.headers['set-cookie'], undefined)
    }
  const fixed = `foyer-console=${acme.tenantId.slice('tenant_'.length)}.${'a'.repeat(43)}`
  const victim = await openBrowser(baseUrl).send('/sign_in/password', {
    method: 'POST',
    body: { email, password: goodPassword },
    headers: { cookie: fixed, ...fromNetwork() },
  })
  assert.equal(victim.status, 201)
  assert.equal((await openBrowser(baseUrl).send('/session', { headers: { cookie: fixed } })).status, 401)
  for (const addressOf of [
    (i: number) => `203.0.113.${i}`,
    (i: number) => `2001:db8:0:00${i.toString(16).padStart(2, '0')}::1`,
  ]) {
    const statuses: number[] = []
    for (let i = 1; i <= 62; i++) {
      const { post } = openWindow(here, { 'x-forwarded-for': addressOf(i) })
      statuses.push((await post('/sign_in/link/open', { token: 'x' })).status)
    }
    assert.deepEqual([statuses[0], statuses.includes(429)], [401, true], addressOf(1))
  }
})

test('a new e-mail address is confirmed at both addresses, and the address of another user changes nothing', async () => {
  const here = await openWorld()
  const box = await mailbox
  const [old, fresh] = ['old@team.example', 'fresh@team.example']
  const owner = await newMember(here, here.acme, { email: 'owner@team.example', isVerified: true })
  const { send } = await signedIn(here, here.acme, { email: old, isVerified: true })
  const post = (path: string, body: object) => send(path, { method: 'POST', body })
  const addressNow = async () => (await send('/user')).body.email
  assert.equal((await post('/user/email', { email: owner.email })).status, 202)
  assert.equal((await post('/user/email', { email: fresh })).status, 202)
  const [[toNew], [toOld]] = [await box.waitFor(1, fresh), await box.waitFor(1, old)]
  const answer = (mail: { text: string } | undefined) =>
    openWindow(here).post('/email_change', { token: tokenIn(mail?.text ?? '') })
  assert.deepEqual((await answer(toNew)).body, { status: 'waiting', email: fresh })
  assert.equal(await addressNow(), old)
  const both = await Promise.all([answer(toOld), answer(toOld)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  assert.equal(await addressNow(), fresh)
  assert.equal((await answer(toNew)).status, 401)
  assert.equal(box.mails.filter(({ to }) => to.includes(owner.email)).length, 0)
  const told = (await here.acme.get('/v0/audit_events?action=email.changed')).body.items
  assert.equal(told.length, 1)
})
