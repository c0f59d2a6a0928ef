import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Client } from '../../test/client.ts'
import { eventually } from '../../test/eventually.ts'
import { openIdentityProvider, proveDomain, signInAt } from '../../test/identityProvider.ts'
import { signedIn } from '../../test/members.ts'
import { type World, world } from '../../test/world.ts'

const settings = { OIDC_ALLOW_PRIVATE: 'true', TRUST_PROXY: 'true' }
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

async function provisioning({ baseUrl }: World, client: Client) {
  const { token } = (await client.post('/v0/scim_token', {})).body
  const send = async (method: string, path: string, body?: unknown, given = token) => {
    const response = await fetch(`${baseUrl}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${given}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }
  const patch = (path: string, ...Operations: object[]) =>
    send('PATCH', path, { schemas: [patchSchema], Operations })
  const search = async (path: string, filter: string) =>
    (await send('GET', `${path}?filter=${encodeURIComponent(filter)}`)).body
  return { token, send, patch, search }
}

/** As RFC 7644, section 3.3 creates one. */
const bjensen = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'bjensen',
  externalId: 'bjensen-x',
  name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
}

test('users are created, read, found, replaced, changed and deleted as in RFC 7644', async () => {
  const here = await world(settings)
  const { acme } = here
  const { send, patch, search } = await provisioning(here, acme)
  const made = await send('POST', '/Users', bjensen)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.headers.get('content-type'), 'application/scim+json')
  const { id, meta } = made.body
  assert.deepEqual([made.headers.get('location'), meta.resourceType], [meta.location, 'User'])
  assert.deepEqual(
    [made.body.userName, made.body.externalId, made.body.name, made.body.active],
    ['bjensen', 'bjensen-x', bjensen.name, true],
  )
  assert.deepEqual((await send('GET', `/Users/${id}`)).body, made.body)
  for (const filter of ['userName eq "BJensen"', 'externalId eq "bjensen-x"', `id EQ "${id}"`]) {
    const found = await search('/Users', filter)
    assert.deepEqual([found.totalResults, found.Resources[0].id], [1, id], filter)
  }
  const none = await search('/Users', 'userName eq "nobody"')
  assert.deepEqual([none.totalResults, none.Resources], [0, []])
  const again = await send('POST', '/Users', bjensen)
  assert.deepEqual(
    [again.status, again.body.status, again.body.scimType, again.body.schemas],
    [409, '409', 'uniqueness', ['urn:ietf:params:scim:api:messages:2.0:Error']],
  )
  const emails = [
    { value: 'babs@home.example', type: 'home' },
    { value: 'bjensen@work.example', type: 'work', primary: true },
  ]
  const put = await send('PUT', `/Users/${id}`, { ...bjensen, displayName: 'Babs', emails })
  assert.deepEqual(
    [put.status, put.body.displayName, put.body.emails[0].value],
    [200, 'Babs', emails[1]?.value],
  )
  const changed = await patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'b@work.example' },
    { op: 'Add', path: 'name.familyName', value: 'Smith' },
    { op: 'replace', value: { externalId: 'x-2', displayName: 'Barbara Smith' } },
  )
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.deepEqual(
    [
      changed.body.emails[0].value,
      changed.body.name.familyName,
      changed.body.externalId,
      changed.body.displayName,
    ],
    ['b@work.example', 'Smith', 'x-2', 'Barbara Smith'],
  )
  const [member] = (await acme.get('/v0/members')).body.items
  assert.deepEqual(
    [member.userId, member.name, member.email, member.isEmailVerified, member.role, member.signsInWith],
    [id, 'Barbara Smith', 'b@work.example', false, 'viewer', []],
  )
  for (let i = 0; i < 3; i++) await send('POST', '/Users', { userName: `page-${i}@work.example` })
  const page = (await send('GET', '/Users?startIndex=2&count=2')).body
  assert.deepEqual([page.totalResults, page.startIndex, page.itemsPerPage], [4, 2, 2])
  assert.equal((await send('GET', '/Users?startIndex=-5&count=0')).body.itemsPerPage, 0)
  assert.equal((await send('DELETE', `/Users/${id}`)).status, 204)
  assert.equal((await send('GET', `/Users/${id}`)).status, 404)
  assert.equal((await send('DELETE', `/Users/${id}`)).status, 404)
  assert.equal((await send('POST', '/Users', bjensen)).status, 201)

  const wrong: [string, string, unknown, string | undefined][] = [
    ['POST', '/Users', { displayName: 'x' }, 'invalidValue'],
    ['POST', '/Users', [], 'invalidSyntax'],
    ['POST', '/Users', '{', undefined],
    ['POST', '/Users', { userName: 'a', active: 'maybe' }, 'invalidValue'],
    ['PATCH', `/Users/${page.Resources[0].id}`, { Operations: [{ op: 'destroy' }] }, 'invalidSyntax'],
    ['PATCH', `/Users/${page.Resources[0].id}`, { Operations: [{ op: 'remove' }] }, 'noTarget'],
    ['GET', '/Users?filter=userName%20sw%20%22a%22', undefined, 'invalidFilter'],
    ['GET', '/Users?filter=title%20eq%20%22a%22', undefined, 'invalidFilter'],
    ['GET', '/Users?count=many', undefined, 'invalidValue'],
  ]
  for (const [method, path, body, scimType] of wrong) {
    const refused = await send(method, path, body)
    assert.deepEqual([refused.status, refused.body.scimType], [400, scimType], `${method} ${path}`)
    assert.deepEqual(refused.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
  }
  assert.equal((await send('GET', '/Nothing')).body.status, '404')
  assert.equal((await send('GET', '/ServiceProviderConfig')).body.patch.supported, true)
  assert.equal((await send('GET', '/ResourceTypes')).body.totalResults, 2)
  const schemas = (await send('GET', '/Schemas')).body.Resources
  assert.equal((await send('GET', `/Schemas/${schemas[0].id}`)).body.name, 'User')
})

test('deactivation ends sessions and personal keys at once, including those of invited users; the last admin stays', async () => {
  const here = await world(settings)
  const { acme } = here
  const { patch, search } = await provisioning(here, acme)
  const admin = await signedIn(here, acme, { role: 'admin', email: 'admin@left.example' })
  const leaver = await signedIn(here, acme, { role: 'editor', email: 'leaver@left.example' })
  const own = await leaver.send('/user/keys', { method: 'POST', body: { name: 'K', scopes: ['read'] } })
  const personal = here.withKey(acme, own.body.key)
  assert.equal((await personal.get('/v0/me')).status, 200)
  const { id } = (await search('/Users', 'userName eq "leaver@left.example"')).Resources[0]
  // As Entra sends it.
  const off = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
  assert.deepEqual([off.status, off.body.active], [200, false])
  await eventually(async () => assert.equal((await leaver.send('/v0/me')).status, 401), 1_500)
  await eventually(async () => assert.equal((await personal.get('/v0/me')).status, 401), 1_500)
  const { items } = (await acme.get('/v0/audit_events?limit=3')).body
  const row = items.find(({ action }: { action: string }) => action === 'reprovisionUser')
  assert.deepEqual([row?.actor.kind, row?.object.objectId], ['provider', id])
  const renamed = await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Changed' })
  assert.equal(renamed.body.displayName, 'Mia Member', 'a user who signs in by themselves keeps their name')
  const on = await patch(`/Users/${id}`, { op: 'replace', value: { active: true } })
  assert.equal(on.body.active, true)
  assert.equal((await leaver.send('/v0/me')).status, 401)
  const last = await patch(`/Users/${admin.user.userId}`, { op: 'replace', path: 'active', value: false })
  assert.deepEqual([last.status, last.body.detail], [409, 'Nobody else could manage the team.'])
})

test('groups assign roles like those of a provider, with the member paths of RFC 7644 and of Entra', async () => {
  const here = await world(settings)
  const { acme } = here
  const { send, patch, search } = await provisioning(here, acme)
  const groupRoles = [
    { group: 'Marketing', role: 'editor' },
    { group: 'Leads', role: 'publisher' },
  ]
  const provider = { name: 'P', issuer: 'https://id.example', clientId: 'c', groupRoles }
  assert.equal((await acme.post('/v0/identity_providers', provider)).status, 201)
  const ids: string[] = []
  for (const name of ['ada', 'bo'])
    ids.push((await send('POST', '/Users', { userName: `${name}@group.example` })).body.id)
  const [ada, bo] = ids as [string, string]
  const roles = async () => {
    const { items } = (await acme.get('/v0/members')).body
    return ids.map((id) => items.find(({ userId }: { userId: string }) => userId === id).role)
  }
  const make = async (displayName: string, ...members: string[]) =>
    (await send('POST', '/Groups', { displayName, members: members.map((value) => ({ value })) })).body
  const marketing = await make('Marketing', ada)
  const leads = await make('Leads')
  assert.deepEqual(await roles(), ['editor', 'viewer'])
  const at = `/Groups/${leads.id}`
  assert.equal(
    (await patch(at, { op: 'Add', path: 'members', value: [{ value: ada }, { value: bo }] })).status,
    204,
  )
  assert.deepEqual(await roles(), ['publisher', 'publisher'])
  const [group] = (await search('/Groups', 'displayName eq "leads"')).Resources
  assert.deepEqual(
    group.members.map(({ value }: { value: string }) => value),
    [ada, bo].sort(),
  )
  assert.deepEqual(
    (await send('GET', `/Users/${ada}`)).body.groups.map(({ display }: { display: string }) => display),
    ['Marketing', 'Leads'],
  )
  await patch(at, { op: 'remove', path: `members[value eq "${ada}"]` })
  assert.deepEqual(await roles(), ['editor', 'publisher'])
  await patch(at, { op: 'Remove', path: 'members', value: [{ value: bo }] })
  assert.deepEqual(await roles(), ['editor', 'viewer'])
  await patch(at, { op: 'replace', path: 'members', value: [{ value: bo }] })
  await patch(at, { op: 'replace', value: { id: leads.id, displayName: 'Others' } })
  assert.deepEqual(await roles(), ['editor', 'viewer'])
  await send('PUT', at, { displayName: 'Leads', members: [{ value: ada }] })
  assert.deepEqual(await roles(), ['publisher', 'viewer'])
  assert.equal((await send('DELETE', at)).status, 204)
  assert.deepEqual(await roles(), ['editor', 'viewer'])
  await patch(`/Groups/${marketing.id}`, { op: 'remove', path: 'members' })
  assert.deepEqual(await roles(), ['viewer', 'viewer'])
  const listed = (await send('GET', '/Groups?excludedAttributes=members')).body.Resources
  assert.deepEqual([listed.length, 'members' in listed[0]], [1, false])
  assert.equal((await send('POST', '/Groups', { displayName: 'marketing' })).status, 409)
  const stranger = await patch(`/Groups/${marketing.id}`, {
    op: 'add',
    path: 'members',
    value: [{ value: 'user_x' }],
  })
  assert.deepEqual([stranger.status, stranger.body.scimType], [400, 'invalidValue'])
})

test('a token belongs to one tenant, ends when it is replaced, and cannot be an API key', async () => {
  const here = await world(settings)
  const { acme, globex } = here
  const [ours, theirs] = [await provisioning(here, acme), await provisioning(here, globex)]
  const { id } = (await ours.send('POST', '/Users', { userName: 'ours@tenant.example' })).body
  const group = (await ours.send('POST', '/Groups', { displayName: 'Ours' })).body
  const foreign = [
    await theirs.send('GET', `/Users/${id}`),
    await theirs.send('DELETE', `/Users/${id}`),
    await theirs.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
    await theirs.send('PUT', `/Users/${id}`, { userName: 'mine' }),
    await theirs.send('GET', `/Groups/${group.id}`),
    await theirs.send('DELETE', `/Groups/${group.id}`),
  ]
  assert.deepEqual(
    foreign.map(({ status }) => status),
    [404, 404, 404, 404, 404, 404],
  )
  const taken = await theirs.send('POST', '/Groups', { displayName: 'Theirs', members: [{ value: id }] })
  assert.equal(taken.status, 400)
  assert.deepEqual((await theirs.search('/Users', 'userName eq "ours@tenant.example"')).totalResults, 0)
  const mixed = `${theirs.token.slice(0, 26)}${ours.token.slice(26)}`
  for (const given of [acme.key, mixed, 'x', `${ours.token}x`]) {
    const refused = await ours.send('GET', '/Users', undefined, given)
    assert.deepEqual([refused.status, refused.body.status], [401, '401'])
  }
  assert.equal((await here.withKey(acme, ours.token).get('/v0/me')).status, 401)
  assert.doesNotMatch(
    JSON.stringify((await acme.get('/v0/scim_token')).body),
    new RegExp(ours.token.slice(27)),
  )
  const next = await provisioning(here, acme)
  await eventually(async () => assert.equal((await ours.send('GET', '/Users')).status, 401), 1_500)
  assert.equal((await acme.delete('/v0/scim_token')).status, 204)
  await eventually(async () => assert.equal((await next.send('GET', '/Users')).status, 401), 1_500)
})

test('a provisioned user signs in with the provider as the same user, until deactivated', async () => {
  const here = await world(settings)
  const { acme } = here
  const idp = await openIdentityProvider(here)
  const domain = `${randomBytes(4).toString('hex')}.example`
  await proveDomain(here, acme, domain)
  const made = await acme.post('/v0/identity_providers', { ...idp.input, domains: [domain] })
  const key = /oidc\/([^/]+)\//.exec(made.body.logoutUri)?.[1] ?? ''
  const { send, patch } = await provisioning(here, acme)
  const byName = (await send('POST', '/Users', { userName: `ada@${domain}` })).body
  const byId = (await send('POST', '/Users', { userName: 'bo', externalId: 'okta-bo' })).body
  idp.become({ sub: 'okta-ada', email: `Ada@${domain}`, email_verified: false })
  assert.equal((await signInAt(here, key)).answer.status, 403)
  idp.become({ sub: 'okta-ada', email: `Ada@${domain}`, email_verified: true })
  const ada = await signInAt(here, key)
  assert.equal(ada.answer.body.session.user.userId, byName.id)
  // The next one with her address is somebody else.
  idp.become({ sub: 'okta-eve', email: `ada@${domain}`, email_verified: true })
  assert.equal((await signInAt(here, key)).answer.status, 403)
  idp.become({ sub: 'okta-bo' })
  assert.equal((await signInAt(here, key)).answer.body.session.user.userId, byId.id)
  await patch(`/Users/${byName.id}`, { op: 'replace', path: 'active', value: false })
  await eventually(async () => assert.equal((await ada.send('/v0/me')).status, 401), 1_500)
  idp.become({ sub: 'okta-ada', email: `ada@${domain}`, email_verified: true })
  assert.equal((await signInAt(here, key)).answer.status, 403)
})
