import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTally } from '../lists/tallies.ts'
import { world } from '../test/world.ts'

test('a person’s activity contains only their own entries, newest first, with removed logs only on request', async () => {
  const { acme } = await world()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'initech.com' })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Peter', accountId })).body
  const colleague = (await acme.post('/v0/persons', { name: 'Milton', accountId })).body.personId
  const log = async (path: string, text: string) => (await acme.post(`${path}/logs`, { text })).body
  await log(`/v0/accounts/${accountId}`, 'About the account')
  await log(`/v0/persons/${colleague}`, 'About a colleague')
  await log(`/v0/persons/${personId}`, 'First')
  const { personLogId } = await log(`/v0/persons/${personId}`, 'Removed')
  await acme.post(`/v0/accounts/${accountId}/activity`, { type: 'meeting.held', personId })
  await acme.delete(`/v0/persons/${personId}/logs/${personLogId}`)
  const list = async (more = '') => (await acme.get(`/v0/persons/${personId}/activity${more}`)).body
  const shown = await list()
  assert.deepEqual(
    shown.items.map(({ type, payload, personName }: any) => [type, payload.text, personName]),
    [
      ['meeting.held', undefined, 'Peter'],
      ['person_log.created', 'First', 'Peter'],
    ],
  )
  assert.deepEqual([shown.totalCount, shown.hasMore], [2, false])
  const all = await list('?includeDeleted=true')
  assert.equal(all.totalCount, 3)
  assert.equal(all.items[1].payload.text, 'Removed')
  const first = await list('?includeDeleted=1&limit=2')
  const rest = await list(`?includeDeleted=1&limit=2&cursor=${first.nextCursor}`)
  assert.deepEqual([...first.items, ...rest.items], all.items)
  const other = `/v0/persons/${colleague}/activity?includeDeleted=1&cursor=${first.nextCursor}`
  assert.equal((await acme.get(other)).status, 400)
})

test('a person without an account has activity, too, which stays when an account takes them over', async () => {
  const { acme } = await world()
  const { personId } = (await acme.post('/v0/persons', { email: 'x@later.com' })).body
  await acme.post(`/v0/persons/${personId}/logs`, { text: 'Met at the fair' })
  const list = async () => (await acme.get(`/v0/persons/${personId}/activity`)).body
  const before = await list()
  assert.deepEqual([before.totalCount, before.items[0].accountId], [1, null])
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'later.com' })).body
  const after = await list()
  assert.deepEqual([after.totalCount, after.items[0].accountId], [1, accountId])
})

test('erasing a person leaves no tally that contains their id', async () => {
  const { acme, db } = await world()
  const { personId } = (await acme.post('/v0/persons', { name: 'Brief' })).body
  const { personLogId } = (await acme.post(`/v0/persons/${personId}/logs`, { text: 'a' })).body
  await acme.post(`/v0/persons/${personId}/logs`, { text: 'b' })
  await acme.delete(`/v0/persons/${personId}/logs/${personLogId}`)
  assert.equal(await readTally(db.read, acme.tenantId, `person:${personId}:activity:1`), 1)
  assert.equal(await readTally(db.read, acme.tenantId, `person:${personId}:activity:3`), 1)
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  const left = await db.read`
    select scope from tallies where tenant_id = ${acme.tenantId} and scope like ${`%${personId}%`}`
  assert.deepEqual([...left], [])
  assert.equal((await acme.get(`/v0/persons/${personId}/activity`)).status, 404)
})
