import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../test/world.ts'

type Listed = { items: { personId: string; name: string }[]; totalCount: number; nextCursor: string | null }

test('persons of an account are listed, searched, paged and counted per account, also after they move', async () => {
  const { acme, globex } = await world()
  const make = async (path: string, body: object) => (await acme.post(path, body)).body
  const { accountId } = await make('/v0/accounts', { domain: 'initech.com' })
  const other = (await make('/v0/accounts', { domain: 'other.com' })).accountId
  for (const name of ['Ann', 'Ben', 'Cleo']) await make('/v0/persons', { name, accountId })
  const { personId } = await make('/v0/persons', { name: 'Ann Other', email: 'ann@other.com' })
  const list = async (more = '', of = accountId) =>
    (await acme.get<Listed>(`/v0/persons?accountId=${of}${more}`)).body
  const names = async (more?: string, of?: string) => {
    const { items, totalCount } = await list(more, of)
    assert.equal(totalCount, items.length)
    return items.map(({ name }) => name)
  }
  assert.deepEqual(await names(), ['Cleo', 'Ben', 'Ann'])
  assert.deepEqual(await names('&query=ann'), ['Ann'])
  const first = await list('&limit=2')
  assert.equal(first.totalCount, 3)
  const rest = await list(`&limit=2&cursor=${first.nextCursor}`)
  assert.deepEqual(
    [...first.items, ...rest.items].map(({ name }) => name),
    ['Cleo', 'Ben', 'Ann'],
  )
  assert.equal(
    (await acme.get(`/v0/persons?limit=2&cursor=${first.nextCursor}`)).status,
    400,
    'a cursor belongs to its filter',
  )
  await acme.patch(`/v0/persons/${personId}`, { accountId })
  assert.deepEqual(await names(), ['Ann Other', 'Cleo', 'Ben', 'Ann'])
  assert.deepEqual(await names('', other), [])
  await acme.delete(`/v0/persons/${personId}`)
  assert.deepEqual(await names(), ['Cleo', 'Ben', 'Ann'])
  const foreign = (await globex.get<Listed>(`/v0/persons?accountId=${accountId}`)).body
  assert.deepEqual([foreign.items, foreign.totalCount], [[], 0])
})

test('persons that a new account takes over are counted as its own', async () => {
  const { acme } = await world()
  for (const email of ['a@late.com', 'b@late.com']) await acme.post('/v0/persons', { email })
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'late.com' })).body
  const { items, totalCount } = (await acme.get(`/v0/persons?accountId=${accountId}`)).body
  assert.deepEqual([items.length, totalCount], [2, 2])
})
