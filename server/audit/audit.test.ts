import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type DatabaseSession, openSession } from '../database/session.ts'
import type { Client } from '../test/client.ts'
import { openBrowser } from '../test/console.ts'
import { until } from '../test/eventually.ts'
import { type World, world } from '../test/world.ts'
import { chainEvents, forgetOldEvents } from './chain.ts'
import { countWaiting } from './queries.ts'
import { verifyChain } from './verify.ts'
import { recordEvent } from './write.ts'

const noCountry = () => undefined

/** Rows join the chain once all transactions of the test run have ended that were open when they were written. */
async function chainAll({ db }: World, { tenantId }: Client): Promise<void> {
  const isChained = async () => {
    await chainEvents(db, noCountry, [tenantId])
    return (await countWaiting(db.read, tenantId)) === 0
  }
  await until('the rows have joined the chain', isChained, 20_000)
}

const newest = async (client: Client, query = '') =>
  (await client.get(`/v0/audit_events?limit=1${query}`)).body.items[0]

test('a change is recorded with author, action and origin; refusals, reads and changes without effect are not', async () => {
  const here = await world({}, { works: false })
  const { acme, globex, withScope } = here
  const { pageId } = (await acme.post('/v0/pages', { name: 'Spring', pageType: 'custom' })).body
  const long = 'x'.repeat(201)
  const changed = await acme.patch(`/v0/pages/${pageId}`, { name: 'Summer', pageContext: long })
  const event = await newest(acme)
  assert.equal(event.action, 'updatePage')
  assert.deepEqual(event.object, { type: 'page', objectId: pageId, name: 'Spring' })
  assert.deepEqual(event.changes.name, { old: 'Spring', new: 'Summer' })
  assert.deepEqual(event.changes.pageContext.new, {
    length: 201,
    sha256: createHash('sha256').update(long).digest('hex'),
  })
  assert.equal(event.requestId, changed.headers.get('x-request-id'))
  assert.deepEqual([event.actor.kind, event.actor.name, event.way], ['key', 'test', 'api'])
  assert.match(event.address, /127\.0\.0\.1/)

  const reader = await withScope(acme, 'read')
  await reader.patch(`/v0/pages/${pageId}`, { name: 'Autumn' })
  await acme.patch(`/v0/pages/${pageId}`, { brandId: 'brand_none' })
  await acme.patch(`/v0/pages/${pageId}`, { name: 'Summer' })
  await acme.get('/v0/pages')
  assert.equal((await newest(acme)).eventId, event.eventId)
  assert.equal((await reader.get('/v0/audit_events')).status, 403)
  assert.deepEqual((await globex.get('/v0/audit_events')).body.items, [])

  const browser = openBrowser(here.baseUrl)
  await browser.signIn(acme.key)
  await browser.send(`/v0/pages/${pageId}`, { method: 'PATCH', body: { name: 'Autumn' } })
  await browser.send('/session', { method: 'DELETE' })
  const { items } = (await acme.get('/v0/audit_events?way=console')).body
  assert.deepEqual(
    items.map(({ action }: any) => action),
    ['session.ended', 'updatePage', 'session.started'],
  )
})

test('changes of goals, templates, link settings and focal points are recorded with their previous values', async () => {
  const { acme } = await world({}, { works: false })
  const { pageId } = (await acme.post('/v0/pages', { name: 'Page', pageType: 'custom' })).body
  const steps = [{ kind: 'opened' }]
  const { goalId } = (await acme.post(`/v0/pages/${pageId}/goals`, { name: 'Read', steps })).body
  const { templateId } = (await acme.post(`/v0/pages/${pageId}/template`, { name: 'Plain' })).body
  const { fileId } = (
    await acme.upload('a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  ).body
  const image = { assetType: 'image', name: 'Team', purpose: '', fileId }
  const { assetId } = (await acme.post('/v0/assets', image)).body
  await acme.put(`/v0/goals/${goalId}`, { name: 'Opened', steps })
  await acme.patch(`/v0/page_templates/${templateId}`, { name: 'Bare' })
  await acme.put(`/v0/pages/${pageId}/link_settings`, { personalLinks: 'query' })
  for (const x of [0.25, 0.75]) await acme.put(`/v0/assets/${assetId}/focal_point`, { x, y: 0.5 })
  const changed = async (action: string) => (await newest(acme, `&action=${action}`)).changes
  assert.deepEqual((await changed('updateGoal')).name, { old: 'Read', new: 'Opened' })
  assert.deepEqual((await changed('updatePageTemplate')).name, { old: 'Plain', new: 'Bare' })
  assert.deepEqual((await changed('setLinkSettings')).personalLinks, { old: 'path', new: 'query' })
  assert.deepEqual((await changed('setAssetFocalPoint')).x, { old: 0.25, new: 0.75 })
})

test('lists are filtered and paged, and exported as CSV without formulas and as JSON Lines', async () => {
  const { acme } = await world({}, { works: false })
  for (const name of ['=1+1', 'Two', 'Three']) await acme.post('/v0/pages', { name, pageType: 'custom' })
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'acme.example' })).body
  const count = async (query: string) => (await acme.get(`/v0/audit_events?${query}`)).body.totalCount
  const { actor } = await newest(acme)
  assert.equal(await count(''), 4)
  assert.equal(await count('action=createPage'), 3)
  assert.equal(await count('objectType=page'), 3)
  assert.equal(await count(`objectId=${accountId}`), 1)
  assert.equal(await count(`actorId=${actor.actorId}&actorKind=key&way=api`), 4)
  assert.equal(await count('way=console'), 0)
  assert.equal(await count('way=schedule'), 0)
  assert.equal(await count('startDate=2020-01-01T00:00:00Z&endDate=2020-01-02T00:00:00Z'), 0)
  assert.equal(await count('startDate=2020-01-01T00:00:00Z'), 4)
  const first = (await acme.get('/v0/audit_events?limit=3')).body
  const rest = (await acme.get(`/v0/audit_events?limit=3&cursor=${encodeURIComponent(first.nextCursor)}`))
    .body
  assert.deepEqual([first.items.length, rest.items.length, rest.hasMore], [3, 1, false])
  const other = await acme.get(
    `/v0/audit_events?limit=3&way=api&cursor=${encodeURIComponent(first.nextCursor)}`,
  )
  assert.equal(other.body.code, 'invalid_cursor')

  const csv = (await acme.get('/v0/audit_events/export?objectType=page')).body as string
  assert.equal(csv.trim().split('\r\n').length, 4)
  assert.match(csv, /,'=1\+1,/)
  const lines = (await acme.get('/v0/audit_events/export?format=jsonl')).body.trim().split('\n')
  assert.deepEqual(
    lines.map((line: string) => JSON.parse(line).action),
    ['createPage', 'createPage', 'createPage', 'createAccount'],
  )
})

test('secrets that operations receive or return do not appear in the log', async () => {
  const here = await world({ AGENT_ALLOW_PRIVATE: 'true' }, { works: false })
  const { acme, db, document } = here
  const marked = 'marked-secret-0123456789'
  const { pageId } = (await acme.post('/v0/pages', { name: 'Page', pageType: 'custom' })).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, {})).body
  const target = { targetType: 'audience', audienceId }
  const { pageLinkId } = (await acme.post('/v0/page_links', { path: '/x', target })).body
  const key = (await acme.post('/v0/api_keys', { name: 'k', scopes: ['read'] })).body.key
  const hook = (await acme.post('/v0/webhook_subscriptions', { url: `${here.sink.url}/h`, events: ['*'] }))
    .body
  const hooks = `/v0/webhook_subscriptions/${hook.subscriptionId}`
  const rotated = (await acme.post(`${hooks}/rotate_secret`, {})).body.secret
  const model = { provider: 'openai-compatible', model: 'm', baseUrl: 'https://127.0.0.1:9/v1' }
  const channel = { kind: 'slack', url: `${here.sink.url}/${marked}` }
  const { channelId } = (await acme.post('/v0/notice_channels', channel)).body
  const provider = { name: 'P', issuer: 'https://id.example', clientId: 'c', clientSecret: marked }
  const { providerId } = (await acme.post('/v0/identity_providers', provider)).body
  const { token } = (await acme.post('/v0/scim_token', {})).body
  const invitations = '/v0/invitations'
  const invited = (await acme.post(invitations, { email: 'a@b.example', role: 'viewer', send: false })).body
  const renewed = (await acme.post(`${invitations}/${invited.invitationId}/renew`, { send: false })).body
  assert.equal((await newest(acme, '&action=renewInvitation')).object.name, 'a@b.example')
  const sent: Record<string, Promise<{ status: number }>> = {
    updatePageLinkGate: acme.patch(`/v0/page_links/${pageLinkId}/gate`, { password: marked }),
    setAgentSettings: acme.put('/v0/agent/settings', { choice: 'model', ...model, apiKey: marked }),
    updateIdentityProvider: acme.patch(`/v0/identity_providers/${providerId}`, { clientSecret: marked }),
    updateNoticeChannel: acme.patch(`/v0/notice_channels/${channelId}`, { url: channel.url }),
  }
  for (const [name, answer] of Object.entries(sent)) assert.equal((await answer).status, 200, name)
  const browser = openBrowser(here.baseUrl)
  await browser.signIn(acme.key)
  const hidden = (await newest(acme, '&action=updatePageLinkGate')).changes.password
  assert.deepEqual(hidden, { isHidden: true })

  const secrets = [
    marked,
    key,
    acme.key,
    token,
    invited.url,
    renewed.url,
    hook.secret,
    rotated,
    browser.cookie().split('=')[1] as string,
  ]
  const rows = await db.read<{ text: string }[]>`
    select to_jsonb(e)::text as text from audit_events e where tenant_id = ${acme.tenantId}`
  assert.ok(rows.length > 8)
  for (const secret of secrets)
    assert.ok(!rows.some(({ text }) => text.includes(secret.slice(-20))), 'a secret is in the log')

  const tried = [...Object.keys(sent), 'createNoticeChannel', 'createIdentityProvider']
  const unread = ['testAgent', 'listProviderModels', 'retryBatchRow']
  assert.deepEqual(findTaking(document).sort(), [...tried, ...unread].sort(), 'operations that take a secret')
})

/** The operations whose body has a field for a secret, by its name or mark. */
function findTaking(document: World['document']): string[] {
  type Named = { operationId: string; requestBody?: { content: Record<string, { schema: any }> } }
  const schemas = (document as any).components.schemas
  return (
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods) as unknown as Named[])
      .filter(({ requestBody }) => {
        const schema = Object.values(requestBody?.content ?? {})[0]?.schema ?? {}
        const { properties = {} } = schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema
        return Object.entries<any>(properties).some(
          ([name, { writeOnly }]) => writeOnly || /password|secret|token$|apikey|^key$/i.test(name),
        )
      })
      .map(({ operationId }) => operationId)
      // The key of a custom field is its name.
      .filter((name) => name !== 'createCustomField')
  )
}

/** Three rows in the chain, and a superuser’s connection whose changes are undone. */
async function openChain() {
  const here = await world({}, { works: false })
  const { acme } = here
  for (const n of [1, 2, 3, 4]) await acme.post('/v0/accounts', { domain: `chain-${n}.example` })
  await chainAll(here, acme)
  const root = await openSession({ url: here.databaseUrl })
  const tamper = async (work: (session: DatabaseSession) => PromiseLike<unknown>) => {
    await root.execute('begin')
    await work(root)
    const { faults } = await verifyChain(root, acme.tenantId)
    await root.execute('rollback')
    return faults.map(({ kind, number }) => `${number} ${kind}`)
  }
  return { here, acme, root, tamper, tenantId: acme.tenantId }
}

test('verification finds rows that a superuser changed, removed, inserted, swapped or truncated', async () => {
  const { here, acme, root, tamper, tenantId } = await openChain()
  const one = (session: DatabaseSession, number: number) =>
    session`tenant_id = ${tenantId} and number = ${number}`
  assert.deepEqual(await tamper(async () => {}), [])
  assert.deepEqual(await tamper((db) => db`update audit_events set action = 'getMe' where ${one(db, 2)}`), [
    '2 changed',
  ])
  assert.deepEqual(
    await tamper((db) => db`update audit_events set details = '{"label":"x"}' where ${one(db, 2)}`),
    ['2 changed'],
  )
  assert.deepEqual(
    await tamper((db) => db`update audit_events set at = at - interval '1 second' where ${one(db, 4)}`),
    ['4 changed'],
  )
  assert.deepEqual(await tamper((db) => db`delete from audit_events where ${one(db, 2)}`), ['2 removed'])
  assert.deepEqual(await tamper((db) => db`delete from audit_events where ${one(db, 4)}`), ['4 removed'])
  assert.deepEqual(await tamper((db) => db`delete from audit_events where ${one(db, 1)}`), ['1 removed'])
  const swapped = await tamper(async (db) => {
    await db`update audit_events set number = 99 where ${one(db, 2)}`
    await db`update audit_events set number = 2 where ${one(db, 3)}`
    await db`update audit_events set number = 3 where ${one(db, 99)}`
  })
  assert.deepEqual(swapped, ['2 changed', '3 changed', '4 changed'])
  const copy = (db: DatabaseSession, changes: object) => db`
    insert into audit_events select (jsonb_populate_record(e, ${db.json(changes)}::jsonb)).*
    from audit_events e where ${one(db, 1)}`
  const inserted = { event_id: 'audit_event_forged', number: 5 }
  assert.deepEqual(await tamper((db) => copy(db, inserted)), ['5 inserted'])
  const late = { event_id: 'audit_event_forged', number: null, hash: null, at: '2020-01-01T00:00:00Z' }
  assert.deepEqual(await tamper((db) => copy(db, late)), ['null inserted'])

  // Both ends of the chain moved with the rows: only a hash that was kept elsewhere shows it.
  const { hash } = await verifyChain(here.db.read, tenantId)
  const cut = await tamper(async (db) => {
    await db`delete from audit_events where ${one(db, 4)}`
    await db`
      update audit_heads h set number = 3, hash = e.hash from audit_events e
      where h.tenant_id = ${tenantId} and e.tenant_id = ${tenantId} and e.number = 3`
    assert.equal(await (await verifyChain(db, tenantId)).hashAt(4), null)
  })
  assert.deepEqual(cut, [])
  assert.equal(await (await verifyChain(root, tenantId)).hashAt(4), hash)
  const { body } = await acme.get('/v0/audit_chain?verify=true')
  assert.deepEqual([body.lastNumber, body.hash, body.waiting, body.faults], [4, hash, 0, []])
  await root.end()
})

test('the service can neither change nor remove audit rows, and its functions allow only their own task', async () => {
  const { here, root, acme, tenantId } = await openChain()
  const { db } = here
  const refused = { code: '42501' }
  const service = await openSession({ url: here.databaseUrl, asService: true })
  for (const statement of [
    `update audit_events set action = 'x'`,
    'delete from audit_events',
    'truncate audit_events',
    'delete from audit_heads',
    `update audit_heads set number = 0`,
    `insert into audit_heads (tenant_id, number, hash) values ('x', 1, '')`,
  ])
    await assert.rejects(service.execute(statement), refused, statement)
  await db.read`select forget_audit_events(${tenantId}, now() + interval '1 day', 1000)`
  await assert.rejects(
    db.inTransaction(
      (tx) => tx`select chain_audit_events(${tenantId}, array['x'], 1::bigint, array[''::bytea])`,
    ),
    { code: '40001' },
  )
  await service.end()
  assert.equal((await acme.get('/v0/audit_events')).body.totalCount, 4)

  // A person is erased: the rows stay, without the person, and still fit.
  const { personId } = (await acme.post('/v0/persons', { name: 'Zephyrine', email: 'z@acme.example' })).body
  await acme.patch(`/v0/persons/${personId}`, { jobTitle: 'Zephyrist' })
  await chainAll(here, acme)
  await acme.delete(`/v0/persons/${personId}`)
  await chainAll(here, acme)
  const { items } = (await acme.get(`/v0/audit_events?objectId=${personId}`)).body
  assert.deepEqual(
    items.map((one: any) => [one.action, one.isErased, one.object.name]),
    [
      ['erasePerson', false, null],
      ['updatePerson', true, null],
      ['createPerson', true, null],
    ],
  )
  const after = await verifyChain(db.read, tenantId)
  assert.deepEqual([after.faults, after.erased, after.lastNumber], [[], 2, 7])

  // Old rows are removed from the beginning; the rest still fits.
  await acme.post('/v0/accounts', { domain: 'old.example' })
  await root`
    update audit_events set at = now() - interval '2 years' where tenant_id = ${tenantId} and number is null`
  await chainAll(here, acme)
  await root`
    update audit_events e set at = now() - interval '2 years' where tenant_id = ${tenantId} and number <= 3`
  await forgetOldEvents(db, 365, [tenantId])
  const kept = await verifyChain(db.read, tenantId)
  assert.deepEqual([kept.firstNumber, kept.faults.map(({ kind }) => kind)], [4, ['inserted']])
  assert.equal((await acme.get('/v0/audit_events')).body.totalCount, 5)
  await root.end()
})

test('rows join the chain only after rows of transactions that began earlier, and are then sent to webhooks', async () => {
  const here = await world({}, { works: false })
  const { acme, db, context, subscribe } = here
  const { tenantId } = acme
  const url = `${here.sink.url}/audit`
  await subscribe(acme)
  await acme.post('/v0/webhook_subscriptions', { url, events: ['audit.event'] })
  await chainAll(here, acme)
  const [isWritten, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = db.inTransaction(async (tx) => {
    recordEvent(tx, tenantId, 'session.started', {
      actor: { kind: 'key', id: null, keyId: null },
      way: 'console',
    })
    await tx`select`
    isWritten.resolve()
    await mayEnd.promise
  })
  await isWritten.promise
  await acme.post('/v0/accounts', { domain: 'quick.example' })
  await chainEvents(context.db, noCountry, [tenantId])
  assert.equal(await countWaiting(db.read, tenantId), 1, 'the later row waits for the earlier one')
  mayEnd.resolve()
  await slow
  await chainAll(here, acme)
  const { items } = (await acme.get('/v0/audit_events')).body
  assert.deepEqual(
    items.map(({ number, action }: any) => [number, action]),
    [
      [3, 'createAccount'],
      [2, 'session.started'],
      [1, 'createWebhookSubscription'],
    ],
  )
  const sent = (await here.events(acme)).filter(({ type }) => type === 'audit.event')
  assert.deepEqual(
    sent.map(({ data }) => [data.number, data.hash]),
    items.map(({ number, hash }: any) => [number, hash]).reverse(),
  )
  assert.deepEqual((await verifyChain(db.read, tenantId)).faults, [])
})
