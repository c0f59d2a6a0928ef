import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type World, world } from '../test/world.ts'

const personsOf = async (client: World['acme'], accountId: string) =>
  (await client.get(`/v0/accounts/${accountId}`)).body.linkedPersons.map(({ personId }: any) => personId)

test('a person is linked to the account of its domain, and shown there with exactly nine fields', async () => {
  const { acme } = await world()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'initech.com' })).body
  const older = (await acme.post('/v0/persons', { email: 'peter@www.initech.com' })).body
  const made = await acme.post('/v0/persons', { name: 'Milton', email: 'milton@Initech.com' })
  assert.equal(made.body.accountId, accountId)
  const { accountId: _, jobTitle: _title, ...linked } = made.body
  const { accountId: __, jobTitle: __title, ...linkedOlder } = older
  const { body: account } = await acme.get(`/v0/accounts/${accountId}`)
  assert.deepEqual(account.linkedPersons, [linked, linkedOlder], 'newest first')
  assert.deepEqual((await acme.get('/v0/accounts')).body.items, [account])
  assert.deepEqual((await acme.get('/v0/accounts?query=initech')).body.items, [account])
})

test('a new account takes over the existing persons of its domain with their activity, and an event is sent', async () => {
  const { acme, globex, subscribe, events } = await world()
  const { accountId: named } = (await acme.post('/v0/accounts', { domain: 'agency.com' })).body
  const byEmail = (await acme.post('/v0/persons', { email: 'a@later.com' })).body
  const byDomain = (await acme.post('/v0/persons', { name: 'B', domain: 'https://www.later.com' })).body
  const elsewhere = (await acme.post('/v0/persons', { email: 'c@later.com', accountId: named })).body
  const stranger = (await acme.post('/v0/persons', { email: 'd@sub.later.com' })).body
  const foreign = (await globex.post('/v0/persons', { email: 'a@later.com' })).body
  await acme.post(`/v0/persons/${byEmail.personId}/logs`, { text: 'Met before there was an account.' })
  await acme.post(`/v0/persons/${stranger.personId}/logs`, { text: 'Not of this account.' })
  await subscribe(acme)
  const { body: account } = await acme.post('/v0/accounts', { domain: 'later.com' })
  assert.deepEqual(
    account.linkedPersons.map(({ personId }: any) => personId),
    [byDomain.personId, byEmail.personId],
  )
  assert.ok(account.latestActivityAt !== null)
  const activity = (await acme.get(`/v0/accounts/${account.accountId}/activity?includePersonActivity=1`)).body
  assert.equal(activity.totalCount, 1)
  assert.equal(activity.items[0].accountId, account.accountId)
  assert.equal(activity.items[0].payload.text, 'Met before there was an account.')
  assert.deepEqual(await personsOf(acme, named), [elsewhere.personId])
  assert.equal((await acme.get(`/v0/persons/${stranger.personId}`)).body.accountId, null)
  assert.equal((await globex.get(`/v0/persons/${foreign.personId}`)).body.accountId, null)
  const [created, ...updated] = await events(acme)
  assert.deepEqual(created, { type: 'account.created', data: account })
  assert.deepEqual(
    updated.map(({ type }) => type),
    ['person.updated', 'person.updated'],
  )
  for (const { data } of updated)
    assert.deepEqual(data, (await acme.get(`/v0/persons/${data.personId}`)).body)
})

test('a person and an account of one domain made at the same moment end up linked, every time', async () => {
  const { acme } = await world()
  const rounds = Array.from({ length: 60 }, (_, i) => `race${i}.com`)
  for (let i = 0; i < rounds.length; i += 10)
    await Promise.all(
      rounds.slice(i, i + 10).map(async (domain, j) => {
        const makeAccount = () => acme.post('/v0/accounts', { domain })
        const makePerson = () => acme.post('/v0/persons', { email: `x@${domain}` })
        const makers = j % 2 ? [makeAccount, makePerson] : [makePerson, makeAccount]
        const answers = await Promise.all(makers.map((make) => make()))
        for (const { status } of answers) assert.equal(status, 201)
      }),
    )
  const { items } = (await acme.get('/v0/accounts?limit=100')).body
  assert.equal(items.length, rounds.length)
  for (const { domain, linkedPersons } of items)
    assert.deepEqual(
      linkedPersons.map(({ email }: any) => email),
      [`x@${domain}`],
    )
})

test('a person who moves to a domain while its account is made ends up linked, every time', async () => {
  const { acme } = await world()
  for (let i = 0; i < 20; i++) {
    const { personId } = (await acme.post('/v0/persons', { email: `x${i}@old.com` })).body
    const [moved, made] = await Promise.all([
      acme.patch(`/v0/persons/${personId}`, { email: `x@new${i}.com` }),
      acme.post('/v0/accounts', { domain: `new${i}.com` }),
    ])
    assert.deepEqual([moved.status, made.status], [200, 201])
    assert.deepEqual(await personsOf(acme, made.body.accountId), [personId])
  }
})

test('a note about a person that is written while the account is created always reaches the account', async () => {
  const { acme } = await world()
  for (let i = 0; i < 20; i++) {
    const { personId } = (await acme.post('/v0/persons', { email: `x@noted${i}.com` })).body
    const note = (text: string) => acme.post(`/v0/persons/${personId}/logs`, { text })
    const [, , , made] = await Promise.all([
      note('one'),
      note('two'),
      note('three'),
      acme.post('/v0/accounts', { domain: `noted${i}.com` }),
    ])
    const path = `/v0/accounts/${made.body.accountId}/activity?includePersonActivity=true`
    const { body } = await acme.get(path)
    assert.equal(body.totalCount, 3)
    assert.equal(body.items.length, 3)
  }
})

test('an account named by the caller stays; an account found by the domain changes with the domain', async () => {
  const { acme } = await world()
  const account = async (domain: string) => (await acme.post('/v0/accounts', { domain })).body.accountId
  const [initech, globex, agency] = [
    await account('initech.com'),
    await account('globex.com'),
    await account('agency.com'),
  ]
  const { personId } = (await acme.post('/v0/persons', { email: 'x@initech.com' })).body
  const patch = async (body: object) => (await acme.patch(`/v0/persons/${personId}`, body)).body
  assert.equal((await patch({ email: 'x@globex.com' })).accountId, globex)
  assert.equal((await patch({ email: 'x@nowhere.com' })).accountId, null)
  assert.equal((await patch({ accountId: agency })).accountId, agency)
  assert.equal((await patch({ email: 'x@initech.com' })).accountId, agency, 'it was named')
  assert.equal((await patch({ accountId: null })).accountId, initech, 'null goes back to the domain')
  assert.equal((await patch({ domain: 'globex.com' })).accountId, globex)
  assert.equal((await patch({ email: 'x@other.com' })).domain, 'globex.com', 'a domain that was given stays')
  const followed = await patch({ domain: null })
  assert.deepEqual([followed.domain, followed.accountId], ['other.com', null])
})
