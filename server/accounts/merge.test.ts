import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReleasedPage, pageSaying } from '../test/releases.ts'
import { world } from '../test/world.ts'

async function setUp() {
  const here = await world()
  const { acme } = here
  const make = async (domain: string, name?: string) =>
    (await acme.post('/v0/accounts', { domain, ...(name && { name }) })).body.accountId as string
  const person = async (email: string) => (await acme.post('/v0/persons', { email, name: email })).body
  return { ...here, make, person }
}

test('merging an account moves its people, pages, notes, activity, values and domain, and leaves none behind', async () => {
  const { acme, globex, db, make, person } = await setUp()
  const [from, into] = [await make('old.test', 'Old'), await make('new.test')]
  const [jo, al] = [await person('jo@old.test'), await person('al@new.test')]
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const audience = (await acme.post(`${page.path}/audiences`, { accountId: from })).body.audienceId
  const personal = (await acme.post(`${page.path}/audiences`, { personId: jo.personId })).body.audienceId
  await acme.post(`/v0/accounts/${from}/logs`, { text: 'Met at the fair' })
  await acme.post('/v0/custom_fields', { owner: 'account', key: 'tier', label: 'Tier', type: 'text' })
  await acme.patch(`/v0/accounts/${from}/fields`, { fields: { tier: 'gold' } })

  assert.equal((await acme.post(`/v0/accounts/${from}/merge`, { intoAccountId: from })).status, 400)
  assert.equal((await globex.post(`/v0/accounts/${from}/merge`, { intoAccountId: into })).status, 404)
  const foreign = (await globex.post('/v0/accounts', { domain: 'theirs.test' })).body.accountId
  assert.equal((await acme.post(`/v0/accounts/${from}/merge`, { intoAccountId: foreign })).status, 400)

  // Both ways at the same moment: one of them happens.
  const answers = await Promise.all([
    acme.post(`/v0/accounts/${from}/merge`, { intoAccountId: into }),
    acme.post(`/v0/accounts/${from}/merge`, { intoAccountId: into }),
    acme.post(`/v0/accounts/${from}/merge`, { intoAccountId: into }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
  const merged = (await acme.get(`/v0/accounts/${into}`)).body
  assert.deepEqual([merged.name, merged.domain], ['Old', 'new.test'], 'what it lacks it gets, the rest stays')
  assert.deepEqual(
    merged.linkedPersons.map(({ personId }: any) => personId).sort(),
    [jo.personId, al.personId].sort(),
  )
  assert.equal((await acme.get(`/v0/accounts/${from}`)).status, 404)
  assert.equal((await acme.get(`/v0/accounts/${into}/fields`)).body.fields.tier, 'gold')
  for (const [id, name] of [
    [audience, 'Old'],
    [personal, 'jo@old.test · Old'],
  ]) {
    const { effectiveName } = (await acme.get(`${page.path}/audiences/${id}`)).body
    const [row] = await db.read`
      select account_id from audiences where tenant_id = ${acme.tenantId} and audience_id = ${id}`
    assert.deepEqual([row?.accountId, effectiveName], [into, name])
  }
  const activity = (await acme.get(`/v0/accounts/${into}/activity`)).body
  assert.ok(activity.items.some(({ payload }: any) => payload.text === 'Met at the fair'))
  assert.equal(activity.items.length, activity.totalCount)
  assert.equal((await acme.get('/v0/accounts')).body.totalCount, 1)
  assert.equal((await acme.get(`/v0/persons?accountId=${into}`)).body.totalCount, 2)

  // The domain leads to the account that stayed.
  const again = await acme.post('/v0/accounts', { domain: 'old.test' })
  assert.deepEqual([again.status, again.body.code, again.body.accountId], [409, 'account_exists', into])
  assert.equal((await person('new@old.test')).accountId, into)
  await acme.patch(`/v0/persons/${jo.personId}`, { name: 'Jo' })
  assert.equal((await acme.get(`/v0/persons/${jo.personId}`)).body.accountId, into)

  // Merged on, it still does.
  const last = await make('last.test')
  assert.equal((await acme.post(`/v0/accounts/${into}/merge`, { intoAccountId: last })).status, 200)
  assert.equal((await person('third@old.test')).accountId, last)
})

test('a changed domain keeps the people, links those of the new one, and is refused if it is taken', async () => {
  const { acme, make, person } = await setUp()
  const accountId = await make('before.test', 'Moved')
  const stays = await person('a@before.test')
  const joins = await person('b@after.test')
  assert.equal(joins.accountId, null)
  await make('taken.test')
  const taken = await acme.patch(`/v0/accounts/${accountId}`, { domain: 'taken.test' })
  assert.equal(taken.body.code, 'account_exists')
  const changed = await acme.patch(`/v0/accounts/${accountId}`, { domain: 'https://www.after.test/about' })
  assert.deepEqual([changed.status, changed.body.domain], [200, 'after.test'])
  assert.deepEqual(
    changed.body.linkedPersons.map(({ personId }: any) => personId).sort(),
    [stays.personId, joins.personId].sort(),
  )
  await acme.patch(`/v0/persons/${stays.personId}`, { name: 'Ann' })
  assert.equal((await acme.get(`/v0/persons/${stays.personId}`)).body.accountId, accountId)
  assert.equal((await acme.get('/v0/accounts?query=after')).body.items.length, 1)
  assert.equal((await acme.patch(`/v0/accounts/${accountId}`, { domain: 'nonsense' })).status, 400)
  assert.ok(await make('before.test'), 'the old domain is free')
})

test('a deleted account is erased with its pages; its people stay, or are erased with it', async () => {
  const { acme, globex, make, person } = await setUp()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const [first, second] = [await make('one.test', 'One'), await make('two.test', 'Two')]
  const [kept, gone] = [await person('k@one.test'), await person('g@two.test')]
  for (const accountId of [first, second])
    assert.equal((await acme.post(`${page.path}/audiences`, { accountId, publish: true })).status, 201)
  await acme.post(`${page.path}/audiences`, { personId: kept.personId, publish: true })
  await acme.post(`/v0/accounts/${first}/logs`, { text: 'Private' })
  assert.equal((await globex.delete(`/v0/accounts/${first}`)).status, 404)
  assert.equal((await acme.delete(`/v0/accounts/${first}`)).status, 204)
  assert.equal((await acme.get(`/v0/accounts/${first}`)).status, 404)
  assert.equal((await acme.get(`/v0/persons/${kept.personId}`)).body.accountId, null)
  const { items } = (await acme.get(`${page.path}/audiences`)).body
  assert.deepEqual(items.map(({ effectiveName }: any) => effectiveName).sort(), ['Two', 'k@one.test'])
  assert.equal((await acme.delete(`/v0/accounts/${second}?persons=erase`)).status, 204)
  assert.equal((await acme.get(`/v0/persons/${gone.personId}`)).status, 404)
  assert.equal((await acme.get('/v0/accounts')).body.totalCount, 0)
  assert.equal((await acme.delete(`/v0/accounts/${second}`)).status, 404)
})
