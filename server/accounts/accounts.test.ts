import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../test/world.ts'

test('an account is created with exactly the fields of the API, and an event is sent', async () => {
  const { acme, subscribe, events } = await world()
  await subscribe(acme)
  const made = await acme.post('/v0/accounts', { domain: 'https://WWW.Initech.com/about' })
  assert.equal(made.status, 201)
  const { accountId, createdAt } = made.body
  assert.match(accountId, /^account_[a-z0-9]{26}$/)
  assert.match(createdAt, /^\+[1-9]\d{1,14}$/)
  assert.deepEqual(made.body, {
    accountId,
    domain: 'initech.com',
    name: null,
    createdAt,
    updatedAt: createdAt,
    latestActivityAt: null,
    linkedPersons: [],
  })
  assert.deepEqual((await acme.get(`/v0/accounts/${accountId}`)).body, made.body)
  assert.deepEqual([...(await events(acme))], [{ type: 'account.created', data: made.body }])
})

test('an account with an invalid body is not created', async () => {
  const { acme } = await world()
  const bodies = [
    {},
    { domain: '' },
    { domain: null },
    { domain: 5 },
    { domain: 'acme' },
    { domain: '10.0.0.1' },
    { domain: 'a.com', name: '' },
    { domain: 'a.com', name: null },
    { domain: 'a.com', name: 'x'.repeat(256) },
    { domain: 'a.com', tenantId: acme.tenantId },
    { domain: 'a.com', accountId: 'account_01kb5w3x8ef0arv2m9n4t6q7zc' },
  ]
  for (const body of bodies) {
    const refused = await acme.post('/v0/accounts', body)
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.match(refused.body.errors[0].path, /^\/(domain|name|tenantId|accountId)$/)
  }
  assert.equal((await acme.get('/v0/accounts')).body.totalCount, 0)
  assert.equal((await acme.post('/v0/accounts', { domain: 'a.com', name: '𝒜'.repeat(255) })).status, 201)
})

test('of twenty parallel spellings of one domain exactly one becomes the account, and the other responses name it', async () => {
  const { acme, globex } = await world()
  const spellings = Array.from(
    { length: 20 },
    (_, i) => `${i % 2 ? 'https://www.' : ''}Bücher.example${i % 3 ? '' : '/'}`,
  )
  const answers = await Promise.all(spellings.map((domain) => acme.post('/v0/accounts', { domain })))
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 1)
  for (const { body } of answers.filter(({ status }) => status !== 201)) {
    assert.equal(body.code, 'account_exists')
    assert.equal(body.status, 409)
    assert.equal(body.accountId, made[0]?.body.accountId)
  }
  assert.equal((await acme.get('/v0/accounts')).body.totalCount, 1)
  assert.equal(
    (await globex.post('/v0/accounts', { domain: 'bücher.example' })).status,
    201,
    'another tenant',
  )
})

test('a rename changes only the name and the search results', async () => {
  const { acme, subscribe, events } = await world()
  const { body: account } = await acme.post('/v0/accounts', { domain: 'initech.com', name: 'Initech' })
  await subscribe(acme)
  const path = `/v0/accounts/${account.accountId}`
  const renamed = await acme.patch(path, { name: 'Intertrode' })
  assert.equal(renamed.status, 200)
  assert.deepEqual(renamed.body, { ...account, name: 'Intertrode', updatedAt: renamed.body.updatedAt })
  assert.ok(renamed.body.updatedAt >= account.updatedAt)
  assert.equal((await acme.get('/v0/accounts?query=intertrode')).body.totalCount, 1)
  assert.deepEqual((await acme.patch(path, {})).body, renamed.body, 'an empty patch changes nothing')
  const unnamed = await acme.patch(path, { name: null })
  assert.equal(unnamed.body.name, null)
  assert.equal((await acme.get('/v0/accounts?query=intertrode')).body.totalCount, 0)
  for (const body of [{ domain: 'b' }, { name: '' }, { name: 1 }])
    assert.equal((await acme.patch(path, body)).status, 400)
  assert.deepEqual(
    [...(await events(acme))],
    [
      { type: 'account.updated', data: renamed.body },
      { type: 'account.updated', data: unnamed.body },
    ],
  )
})

test('the list is newest first, and its pages have no gaps or repeats', async () => {
  const { acme } = await world()
  const made: string[] = []
  for (let i = 0; i < 7; i++)
    made.unshift((await acme.post('/v0/accounts', { domain: `n${i}.com` })).body.accountId)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body } = (await acme.get(`/v0/accounts?limit=3${cursor ? `&cursor=${cursor}` : ''}`)) as any
    assert.equal(body.totalCount, 7)
    assert.equal(body.hasMore, body.nextCursor !== null)
    seen.push(...body.items.map(({ accountId }: any) => accountId))
    cursor = body.nextCursor
  } while (cursor)
  assert.deepEqual(seen, made)
})

test('a search finds every word in name or domain, best match first, and pages through it', async () => {
  const { acme } = await world()
  const names = ['Über Nova Labs', 'Novation', 'Nova', 'Casanova', 'Supernova Nova', 'Other']
  for (const [i, name] of names.entries()) await acme.post('/v0/accounts', { domain: `site${i}.com`, name })
  await acme.post('/v0/accounts', { domain: 'nova-only-in-domain.com', name: 'Zed' })
  const find = async (query: string) => {
    const { body } = await acme.get(`/v0/accounts?query=${encodeURIComponent(query)}`)
    assert.equal(body.totalCount, body.items.length)
    return body.items.map(({ name }: any) => name)
  }
  assert.deepEqual(await find('NOVA'), [
    'Nova',
    'Novation',
    'Supernova Nova',
    'Über Nova Labs',
    'Zed',
    'Casanova',
  ])
  assert.deepEqual(await find('uber labs'), ['Über Nova Labs'])
  assert.deepEqual(await find('site1.com'), ['Novation'])
  for (const query of ['%', '_', 'no_a', '\\', "'", 'nova nothing'])
    assert.deepEqual(await find(query), [], query)
  assert.equal((await find('  ')).length, 7, 'a query without words lists all')
  const seen: string[] = []
  let path: string | null = '/v0/accounts?query=nova&limit=1'
  while (path) {
    const { body } = (await acme.get(path)) as any
    seen.push(...body.items.map(({ name }: any) => name))
    path = body.nextCursor && `/v0/accounts?query=nova&limit=1&cursor=${body.nextCursor}`
  }
  assert.deepEqual(seen, await find('nova'))
  const { nextCursor } = (await acme.get('/v0/accounts?query=nova&limit=1')).body
  assert.equal((await acme.get(`/v0/accounts?query=other&cursor=${nextCursor}`)).status, 400)
})

test('a name of the widest Unicode characters is stored and found', async () => {
  const { acme } = await world()
  const name = '\ufdfa'.repeat(255)
  const made = await acme.post('/v0/accounts', { domain: 'wide.com', name })
  assert.equal(made.status, 201)
  assert.equal(made.body.name, name)
  assert.equal((await acme.get(`/v0/accounts?query=${encodeURIComponent('\ufdfa')}`)).body.totalCount, 1)
})

test("another tenant's account is not found", async () => {
  const { acme, globex } = await world()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'secret.com', name: 'Secret' })).body
  assert.equal((await globex.get(`/v0/accounts/${accountId}`)).status, 404)
  assert.equal((await globex.patch(`/v0/accounts/${accountId}`, { name: 'Mine' })).status, 404)
  assert.equal((await globex.get('/v0/accounts?query=secret')).body.totalCount, 0)
  assert.equal((await acme.get(`/v0/accounts/${accountId}`)).body.name, 'Secret')
})

test('reading needs the scope to read, writing the scope to write', async () => {
  const { acme, withScope } = await world()
  const reader = await withScope(acme, 'read')
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'a.com' })).body
  assert.equal((await reader.get(`/v0/accounts/${accountId}`)).status, 200)
  assert.equal((await reader.post('/v0/accounts', { domain: 'b.com' })).status, 403)
  assert.equal((await reader.patch(`/v0/accounts/${accountId}`, { name: 'B' })).status, 403)
})
