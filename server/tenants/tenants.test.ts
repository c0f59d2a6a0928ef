import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { world } from '../test/world.ts'

test('a key can read its tenant and its scopes', async () => {
  const { acme } = await world()
  const me = await acme.get('/v0/me')
  assert.equal(me.status, 200)
  assert.equal(me.body.tenantId, acme.tenantId)
  assert.equal(me.body.tenantSlug, acme.slug)
  assert.equal(me.body.tenantName, (await acme.get('/v0/tenant_settings')).body.name)
  assert.deepEqual(me.body.scopes, ['admin'])
})

test('a new key works at once, is never shown again, and is refused within a second of its revocation', async () => {
  const { acme, withKey } = await world()
  const made = await acme.post('/v0/api_keys', { name: 'CRM', scopes: ['read'] })
  assert.equal(made.status, 201)
  assert.match(made.body.key, /^foyer_[\w-]{43}$/)
  const crm = withKey(acme, made.body.key)
  assert.equal((await crm.get('/v0/me')).status, 200)
  const listed = await acme.get('/v0/api_keys')
  assert.equal(listed.body.totalCount, 2)
  assert.ok(!JSON.stringify(listed.body).includes(made.body.key))
  assert.equal((await acme.delete(`/v0/api_keys/${made.body.keyId}`)).status, 204)
  await eventually(async () => assert.equal((await crm.get('/v0/me')).status, 401))
  assert.equal((await acme.get('/v0/api_keys')).body.totalCount, 1)
})

test('the last key that may manage keys cannot be revoked', async () => {
  const { acme } = await world()
  const { keyId } = (await acme.get('/v0/me')).body
  const refused = await acme.delete(`/v0/api_keys/${keyId}`)
  assert.equal(refused.status, 409)
  assert.equal(refused.body.code, 'last_key')
  assert.equal((await acme.get('/v0/me')).status, 200)
})

test('the database contains no usable key', async () => {
  const { acme, db } = await world()
  const rows = await db.read`select * from api_keys where tenant_id = ${acme.tenantId}`
  assert.ok(!JSON.stringify(rows).includes(acme.key.slice(6)))
})

test('a tenant has at most 100 keys, also with parallel requests', async () => {
  const { tenant, db } = await world()
  const initech = await tenant('initech')
  const made = await Promise.all(
    Array.from({ length: 110 }, (_, i) =>
      initech.post('/v0/api_keys', { name: `key ${i}`, scopes: ['read'] }),
    ),
  )
  assert.equal(made.filter(({ status }) => status === 201).length, 99)
  assert.ok(made.every(({ status, body }) => status === 201 || body.code === 'key_limit'))
  const [row] = await db.read<{ count: number }[]>`
    select count(*) from api_keys where tenant_id = ${initech.tenantId} and revoked_at is null`
  assert.equal(row?.count, 100)
  const { keyId } = made.find(({ status }) => status === 201)?.body ?? {}
  assert.equal((await initech.delete(`/v0/api_keys/${keyId}`)).status, 204)
  assert.equal((await initech.post('/v0/api_keys', { name: 'again', scopes: ['read'] })).status, 201)
})
