import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../test/world.ts'
import { recordActivity } from './queries.ts'

async function setUp() {
  const here = await world()
  const { acme } = here
  const account = (await acme.post('/v0/accounts', { domain: 'initech.com' })).body
  const person = (await acme.post('/v0/persons', { name: 'Peter', email: 'peter@initech.com' })).body
  const path = `/v0/accounts/${account.accountId}/activity`
  return { ...here, account, person, path }
}

test('outside activity is recorded with exactly the fields of the API', async () => {
  const { acme, account, person, path } = await setUp()
  const plain = await acme.post(path, { type: 'crm.deal_won' })
  assert.equal(plain.status, 201)
  const { activityId, createdAt } = plain.body
  assert.match(activityId, /^activity_[a-z0-9]{26}$/)
  assert.deepEqual(plain.body, {
    activityId,
    accountId: account.accountId,
    accountLogId: null,
    personId: null,
    personLogId: null,
    personName: null,
    source: 'api',
    type: 'crm.deal_won',
    payload: {},
    idempotencyKey: null,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
  })
  const payload = { z: 1, a: [{ deep: null }], big: 1e300, toJSON: 'x', 'ключ\n': '😀' }
  const full = {
    type: 'meeting.held',
    source: 'user',
    payload,
    personId: person.personId,
    idempotencyKey: 'm-1',
  }
  const recorded = await acme.post(path, full)
  assert.equal(recorded.body.personName, 'Peter')
  assert.equal(JSON.stringify(recorded.body.payload), JSON.stringify(payload), 'as it was sent')
  const { items } = (await acme.get(`${path}?includePersonActivity=true`)).body
  assert.deepEqual(items, [recorded.body, plain.body])
  const latest = (await acme.get(`/v0/accounts/${account.accountId}`)).body.latestActivityAt
  assert.equal(latest, recorded.body.createdAt)
})

test('a list includes persons and deleted entries only on request, and its count matches', async () => {
  const { acme, account, person, path } = await setUp()
  const logsOf = {
    account: `/v0/accounts/${account.accountId}/logs`,
    person: `/v0/persons/${person.personId}/logs`,
  }
  for (const base of [logsOf.account, logsOf.person]) {
    await acme.post(base, { text: 'stays' })
    const { accountLogId, personLogId } = (await acme.post(base, { text: 'goes' })).body
    await acme.delete(`${base}/${accountLogId ?? personLogId}`)
  }
  await acme.post(path, { type: 'crm.synced' })
  const list = async (query: string) => {
    const { body } = await acme.get(`${path}?${query}`)
    assert.equal(body.totalCount, body.items.length)
    const ids = body.items.map(({ activityId }: any) => activityId)
    assert.deepEqual(ids, [...ids].sort().reverse(), 'newest first')
    return body.items.map(({ type, payload }: any) => `${type} ${payload.text ?? ''}`.trim())
  }
  const [kept, gone] = ['account_log.created stays', 'account_log.created goes']
  const [personKept, personGone] = ['person_log.created stays', 'person_log.created goes']
  assert.deepEqual(await list(''), ['crm.synced', kept])
  assert.deepEqual(await list('includePersonActivity=0&includeDeleted=false'), ['crm.synced', kept])
  assert.deepEqual(await list('includePersonActivity=true'), ['crm.synced', personKept, kept])
  assert.deepEqual(await list('includeDeleted=1'), ['crm.synced', gone, kept])
  const all = ['crm.synced', personGone, personKept, gone, kept]
  assert.deepEqual(await list('includePersonActivity=1&includeDeleted=true'), all)
  for (const query of [
    'includeDeleted=yes',
    'includeDeleted=',
    'includePersonActivity=TRUE',
    'includeDeleted=1&includeDeleted=0',
  ])
    assert.equal((await acme.get(`${path}?${query}`)).status, 400, query)
  const { nextCursor } = (await acme.get(`${path}?limit=1`)).body
  assert.equal(
    (await acme.get(`${path}?limit=1&cursor=${nextCursor}&includePersonActivity=false`)).status,
    200,
  )
  assert.equal((await acme.get(`${path}?limit=1&cursor=${nextCursor}&includeDeleted=true`)).status, 400)
})

test('an invalid activity is refused', async () => {
  const { acme, path } = await setUp()
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })
  const bodies: [body: object, path: string][] = [
    [{}, '/type'],
    ...['', 'meeting', 'Meeting.held', 'meeting.', '.held', 'meeting held', `a.${'b'.repeat(100)}`].map(
      (type) => [{ type }, '/type'] as [object, string],
    ),
    [{ type: 'a.b', source: 'hacker' }, '/source'],
    [{ type: 'a.b', payload: [] }, '/payload'],
    [{ type: 'a.b', payload: 'text' }, '/payload'],
    [{ type: 'a.b', payload: null }, '/payload'],
    [{ type: 'a.b', payload: nested(33) }, '/payload'],
    [{ type: 'a.b', payload: { text: 'x'.repeat(32 * 1024) } }, '/payload'],
    [{ type: 'a.b', payload: { text: '😀'.repeat(9000) } }, '/payload'],
    [{ type: 'a.b', personId: 'person_01kb5w3x8ef0arv2m9n4t6q7zc' }, '/personId'],
    [{ type: 'a.b', idempotencyKey: '' }, '/idempotencyKey'],
    [{ type: 'a.b', idempotencyKey: 'x'.repeat(256) }, '/idempotencyKey'],
    [{ type: 'a.b', createdAt: '+1' }, '/createdAt'],
  ]
  for (const [body, where] of bodies) {
    const refused = await acme.post(path, body)
    assert.equal(refused.status, 400, JSON.stringify(body).slice(0, 80))
    assert.equal(refused.body.errors[0].path, where)
  }
  assert.equal((await acme.get(path)).body.totalCount, 0)
  assert.equal((await acme.post(path, { type: 'a.b', payload: nested(32) })).status, 201)
  const largest = { text: 'x'.repeat(32 * 1024 - '{"text":""}'.length) }
  assert.equal((await acme.post(path, { type: 'a.b', payload: largest })).status, 201)
})

test('an idempotency key creates one entry: twenty parallel repeats return it, other content is refused', async () => {
  const { acme, globex, account, person, path } = await setUp()
  const body = { type: 'meeting.held', payload: { a: 1, b: 2 }, idempotencyKey: 'k' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => acme.post(path, body)))
  for (const answer of answers) {
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body, answers[0]?.body)
  }
  const reordered = { idempotencyKey: 'k', source: 'api', payload: { b: 2, a: 1 }, type: 'meeting.held' }
  assert.deepEqual((await acme.post(path, reordered)).body, answers[0]?.body)
  assert.equal((await acme.get(path)).body.totalCount, 1)
  for (const other of [
    { ...body, type: 'meeting.missed' },
    { ...body, payload: { a: 1 } },
    { ...body, source: 'user' },
    { ...body, personId: person.personId },
  ]) {
    const refused = await acme.post(path, other)
    assert.deepEqual([refused.status, refused.body.code], [422, 'key_reused'])
  }
  const second = (await acme.post('/v0/accounts', { domain: 'second.com' })).body
  assert.equal(
    (await acme.post(`/v0/accounts/${second.accountId}/activity`, body)).status,
    422,
    'other account',
  )
  const foreign = (await globex.post('/v0/accounts', { domain: 'initech.com' })).body
  assert.equal(
    (await globex.post(`/v0/accounts/${foreign.accountId}/activity`, body)).status,
    201,
    'other tenant',
  )
  const log = { text: 'same key, other resource', idempotencyKey: 'k' }
  assert.equal((await acme.post(`/v0/accounts/${account.accountId}/logs`, log)).status, 201)
})

test('the name of a person in the activity follows a rename', async () => {
  const { acme, person, path } = await setUp()
  await acme.post(path, { type: 'meeting.held', personId: person.personId })
  await acme.patch(`/v0/persons/${person.personId}`, { name: 'Pete' })
  const [entry] = (await acme.get(`${path}?includePersonActivity=1`)).body.items
  assert.equal(entry.personName, 'Pete')
  await acme.patch(`/v0/persons/${person.personId}`, { name: null })
  assert.equal((await acme.get(`${path}?includePersonActivity=1`)).body.items[0].personName, null)
})

test("an entry about a person without a named account belongs to the person's account", async () => {
  const { acme, db, account, person } = await setUp()
  const entry = { type: 'page.viewed', source: 'visitor', personId: person.personId } as const
  const recorded = await db.inTransaction((tx) => recordActivity(tx, acme.tenantId, entry))
  assert.equal(recorded.accountId, account.accountId)
  assert.equal(recorded.personName, 'Peter')
  const own = { type: 'webhook.switched_off', source: 'system', payload: { subscriptionId: 'x' } } as const
  const ofTenant = await db.inTransaction((tx) => recordActivity(tx, acme.tenantId, own))
  assert.deepEqual([ofTenant.accountId, ofTenant.personId], [null, null])
})

test('the latest activity is the newest entry that is not deleted', async () => {
  const { acme, account, person } = await setUp()
  const latest = async () => (await acme.get(`/v0/accounts/${account.accountId}`)).body.latestActivityAt
  assert.equal(await latest(), null)
  const first = (await acme.post(`/v0/accounts/${account.accountId}/logs`, { text: 'a' })).body
  assert.equal(await latest(), first.createdAt)
  const second = (await acme.post(`/v0/persons/${person.personId}/logs`, { text: 'b' })).body
  assert.equal(await latest(), second.createdAt)
  await acme.delete(`/v0/persons/${person.personId}/logs/${second.personLogId}`)
  assert.equal(await latest(), first.createdAt)
  assert.equal((await acme.get('/v0/accounts')).body.items[0].latestActivityAt, first.createdAt)
})
