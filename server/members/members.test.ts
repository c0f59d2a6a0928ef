import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../test/console.ts'
import { eventually } from '../test/eventually.ts'
import { acceptInvitation, goodPassword, newMember, signedIn, tokenIn } from '../test/members.ts'
import { world } from '../test/world.ts'

const email = 'elin@brightside.example'

test('a user is invited with a copied link, joins with a role, and is listed', async () => {
  const here = await world()
  const { acme, baseUrl } = here
  const made = await acme.post('/v0/invitations', { email, role: 'editor', send: false })
  assert.equal(made.status, 201)
  assert.match(made.body.url, /^http:\/\/localhost:\d+\/console\/invitation#token=[a-z0-9]{26}\.[\w-]{43}$/)
  const browser = openBrowser(baseUrl)
  const post = (path: string, body: object) => browser.send(path, { method: 'POST', body })
  const token = tokenIn(made.body.url)
  const opened = await post('/invitation/open', { token })
  assert.deepEqual(
    [opened.body.email, opened.body.role, opened.body.tenantName, opened.body.inviterName],
    [email, 'editor', 'acme', null],
  )
  const weak = await post('/invitation/accept', { token, name: 'Elin', password: 'Password123!' })
  assert.deepEqual([weak.status, weak.body.code], [400, 'weak_password'])
  const joined = await post('/invitation/accept', { token, name: ' Elin Marsh ', password: goodPassword })
  assert.equal(joined.status, 201, JSON.stringify(joined.body))
  assert.deepEqual(joined.body.scopes, ['write'])
  assert.deepEqual(joined.body.user, { ...joined.body.user, name: 'Elin Marsh', email, role: 'editor' })
  assert.deepEqual((await browser.send('/v0/me')).body, joined.body)
  const [member] = (await acme.get('/v0/members')).body.items
  assert.deepEqual(
    [
      member.name,
      member.email,
      member.isEmailVerified,
      member.role,
      member.signsInWith,
      member.hasSecondFactor,
    ],
    ['Elin Marsh', email, false, 'editor', ['password'], false],
  )
  assert.equal((await acme.get('/v0/invitations')).body.items.length, 0)
  const again = await acme.post('/v0/invitations', {
    email: email.toUpperCase(),
    role: 'viewer',
    send: false,
  })
  assert.deepEqual([again.status, again.body.code, again.body.userId], [409, 'member_exists', member.userId])
  const unsent = await acme.post('/v0/invitations', { email: 'x@y.example', role: 'viewer' })
  assert.deepEqual([unsent.status, unsent.body.code], [409, 'mail_unavailable'])
  // Nothing about people is counted or listed as a key.
  const listed = (await acme.get('/v0/api_keys')).body
  assert.deepEqual([listed.totalCount, listed.items.length], [1, 1])
})

test('an invitation works once, until it expires or is withdrawn, and renewing it invalidates the previous link', async () => {
  const here = await world()
  const { acme, baseUrl, db } = here
  const invite = async (address: string) =>
    (await acme.post('/v0/invitations', { email: address, role: 'viewer', send: false })).body
  const accept = (url: string) =>
    openBrowser(baseUrl).send('/invitation/accept', {
      method: 'POST',
      body: { token: tokenIn(url), name: 'N', password: goodPassword },
    })
  const first = await invite('one@x.example')
  const both = await Promise.all([accept(first.url), accept(first.url)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 404])
  const old = await invite('two@x.example')
  const renewed = await acme.post(`/v0/invitations/${old.invitationId}/renew`, { send: false })
  const withdrawn = await invite('three@x.example')
  assert.equal((await acme.delete(`/v0/invitations/${withdrawn.invitationId}`)).status, 204)
  const ended = await invite('four@x.example')
  await db.inTransaction(
    (tx) => tx`
      update invitations set expires_at = now() where tenant_id = ${acme.tenantId} and invitation_id = ${ended.invitationId}`,
  )
  const refusals = await Promise.all([first, old, withdrawn, ended].map(({ url }) => accept(url)))
  for (const { status, body } of refusals) {
    const { requestId: _, ...said } = body
    assert.deepEqual(
      [status, said],
      [404, { ...said, code: 'invitation_unknown', detail: refusals[0]?.body.detail }],
    )
  }
  const changed = await acme.patch(`/v0/invitations/${old.invitationId}`, { role: 'publisher' })
  assert.equal(changed.body.role, 'publisher')
  assert.deepEqual((await accept(renewed.body.url)).body.scopes, ['publish'])
})

test('a changed role, a removal and a revoked key reach sessions and personal keys within a second', async () => {
  const here = await world()
  const { acme, db } = here
  const { user, send } = await signedIn(here, acme, { role: 'admin' })
  await newMember(here, acme, { role: 'admin', name: 'Second Admin' })
  const own = await send('/user/keys', { method: 'POST', body: { name: 'Notebook', scopes: ['admin'] } })
  assert.equal(own.status, 201, JSON.stringify(own.body))
  const notebook = here.withKey(acme, own.body.key)
  assert.equal((await notebook.get('/v0/me')).body.user.userId, user.userId)
  const service = await send('/v0/api_keys', { method: 'POST', body: { name: 'Sync', scopes: ['read'] } })
  assert.deepEqual(
    [service.body.kind, service.body.userId, service.body.hint],
    ['service', user.userId, service.body.key.slice(-4)],
  )

  assert.equal((await acme.patch(`/v0/members/${user.userId}`, { role: 'viewer' })).body.role, 'viewer')
  await eventually(async () => assert.deepEqual((await send('/v0/me')).body.scopes, ['read']), 1_500)
  await eventually(async () => assert.deepEqual((await notebook.get('/v0/me')).body.scopes, ['read']), 1_500)

  assert.equal((await acme.delete(`/v0/members/${user.userId}`)).status, 204)
  await eventually(async () => assert.equal((await send('/v0/me')).status, 401), 1_500)
  await eventually(async () => assert.equal((await notebook.get('/v0/me')).status, 401), 1_500)
  const sync = here.withKey(acme, service.body.key)
  assert.equal((await sync.get('/v0/me')).status, 200)
  const left = (await acme.get('/v0/members')).body.items.find((one: any) => one.userId === user.userId)
  assert.deepEqual([left.endedAt !== null, left.serviceKeyCount, left.personalKeyCount], [true, 1, 0])
  const keeper = (await acme.get('/v0/members')).body.items[0].userId
  const handed = await acme.patch(`/v0/api_keys/${service.body.keyId}`, { userId: keeper })
  assert.equal(handed.body.userId, keeper)
  const nobody = await acme.patch(`/v0/api_keys/${service.body.keyId}`, { userId: user.userId })
  assert.equal(nobody.status, 400)
  const rows = await db.read`
    select from api_keys where tenant_id = ${acme.tenantId} and user_id = ${user.userId} and revoked_at is null`
  assert.equal(rows.length, 0)
})

test('the last admin can neither leave nor be demoted, also when two try at once, and then the last key can be revoked', async () => {
  const here = await world()
  const { acme } = here
  const [one, two] = [
    await signedIn(here, acme, { role: 'admin' }),
    await newMember(here, acme, { role: 'admin' }),
  ]
  const both = await Promise.all([
    acme.delete(`/v0/members/${one.user.userId}`),
    acme.patch(`/v0/members/${two.userId}`, { role: 'viewer' }),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [both[0].status === 204 ? 204 : 200, 409])
  const { items } = (await acme.get('/v0/members')).body
  const [last] = items.filter(({ role, endedAt }: any) => role === 'admin' && endedAt === null)
  assert.equal((await acme.delete(`/v0/members/${last.userId}`)).body.code, 'last_admin')
  assert.equal((await acme.patch(`/v0/members/${last.userId}`, { role: 'editor' })).body.code, 'last_admin')
  const { keyId } = (await acme.get('/v0/me')).body
  assert.equal((await acme.delete(`/v0/api_keys/${keyId}`)).status, 204)
})

test('a key can expire, is accepted as a bearer token, and has the time of its last use', async () => {
  const { acme, baseUrl, withKey, db } = await world()
  const past = await acme.post('/v0/api_keys', { name: 'Old', scopes: ['read'], expiresAt: '+1600000000000' })
  assert.equal(past.status, 400)
  const expiresAt = `+${Date.now() + 3_600_000}`
  const made = (await acme.post('/v0/api_keys', { name: 'Short', scopes: ['read'], expiresAt })).body
  assert.deepEqual([made.expiresAt, made.lastUsedAt, made.kind], [expiresAt, null, 'service'])
  const bearer = await fetch(`${baseUrl}/v0/me`, { headers: { authorization: `Bearer ${made.key}` } })
  assert.equal(((await bearer.json()) as any).keyId, made.keyId)
  await eventually(async () => {
    const { items } = (await acme.get('/v0/api_keys')).body
    const used = items.find(({ keyId }: any) => keyId === made.keyId).lastUsedAt
    assert.ok(Number(used) >= Number(made.createdAt), used)
  }, 5_000)
  await db.inTransaction(
    (tx) =>
      tx`update api_keys set expires_at = now() where tenant_id = ${acme.tenantId} and key_id = ${made.keyId}`,
  )
  await eventually(async () => assert.equal((await withKey(acme, made.key).get('/v0/me')).status, 401), 1_500)
})

test('a user in two tenants switches between them, which ends the previous session', async () => {
  const here = await world()
  const { acme, globex, baseUrl } = here
  const member = await signedIn(here, acme, { email: 'both@x.example', role: 'viewer' })
  const { url } = (
    await globex.post('/v0/invitations', { email: 'both@x.example', role: 'admin', send: false })
  ).body
  const joined = await member.send('/invitation/join', { method: 'POST', body: { token: tokenIn(url) } })
  assert.deepEqual([joined.status, joined.body.tenantId], [201, globex.tenantId])
  const { tenants } = (await member.send('/user')).body
  assert.deepEqual(
    tenants.map(({ tenantId, role, isCurrent }: any) => [tenantId, role, isCurrent]),
    [
      [acme.tenantId, 'viewer', false],
      [globex.tenantId, 'admin', true],
    ],
  )
  const before = member.cookie()
  const back = await member.send('/user/tenant', { method: 'POST', body: { tenantId: acme.tenantId } })
  assert.deepEqual([back.status, back.body.tenantId, back.body.scopes], [201, acme.tenantId, ['read']])
  const old = await openBrowser(baseUrl).send('/v0/me', { headers: { cookie: before } })
  assert.equal(old.status, 401)
  const other = await here.tenant('third')
  const foreign = await member.send('/user/tenant', { method: 'POST', body: { tenantId: other.tenantId } })
  assert.equal(foreign.status, 404)
  assert.equal((await member.send('/v0/me')).body.tenantId, acme.tenantId)
})

test('revisions and schedules name their author, and the schedules of a member who has left are refused', async () => {
  const here = await world()
  const { acme } = here
  const { send, user } = await signedIn(here, acme, { role: 'publisher', name: 'Priya Raman' })
  const post = (path: string, body: object) => send(path, { method: 'POST', body })
  const { pageId } = (await post('/v0/pages', { name: 'P', pageType: 'custom' })).body
  const runAt = `+${Date.now() + 60_000}`
  const made = await post(`/v0/pages/${pageId}/schedules`, { action: 'publishPage', runAt })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await send('/user', { method: 'PATCH', body: { name: 'Priya R.' } })
  await acme.delete(`/v0/members/${user.userId}`)
  await here.db.inTransaction(
    (tx) => tx`update jobs set due_at = now() where tenant_id = ${acme.tenantId} and kind = 'schedule'`,
  )
  await eventually(async () => {
    const [{ status, reason }] = (await acme.get(`/v0/pages/${pageId}/schedules`)).body.items
    assert.deepEqual([status, reason], ['failed', 'Priya R., who made this, is no longer in the team.'])
  }, 10_000)
})

test('the first admin is created once, from a session of the first key', async () => {
  const here = await world()
  const { acme, baseUrl } = here
  const browser = openBrowser(baseUrl)
  await browser.signIn(acme.key)
  const claim = () => browser.send('/user', { method: 'POST', body: { name: 'Lena Brandt' } })
  assert.equal((await browser.send('/user')).body.code, 'user_required')
  const first = await claim()
  assert.deepEqual([first.status, first.body.user.name, first.body.user.role], [201, 'Lena Brandt', 'admin'])
  assert.equal((await claim()).status, 409)
  const second = openBrowser(baseUrl)
  await second.signIn(acme.key)
  const late = await second.send('/user', { method: 'POST', body: { name: 'Late' } })
  assert.deepEqual([late.status, late.body.code], [409, 'state_conflict'])
  await acceptInvitation(
    acme,
    (await acme.post('/v0/invitations', { email: 'v@x.example', role: 'viewer', send: false })).body.url,
    'V',
  )
})
