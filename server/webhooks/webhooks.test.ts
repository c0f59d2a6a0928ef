import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../test/world.ts'
import { writeEvents } from './events.ts'

const path = '/v0/webhook_subscriptions'

test('a subscription is made with its secret, which is never shown again', async () => {
  const { acme, sink, withScope } = await world()
  const made = await acme.post(path, { url: `${sink.url}/made`, events: ['page.created'] })
  assert.equal(made.status, 201)
  assert.match(made.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { secret, ...shown } = made.body
  assert.deepEqual(Object.keys(shown).sort(), [
    'active',
    'createdAt',
    'events',
    'subscriptionId',
    'updatedAt',
    'url',
  ])
  const reader = await withScope(acme, 'read')
  const listed = await reader.get(path)
  assert.deepEqual(listed.body, { items: [shown], hasMore: false, nextCursor: null, totalCount: 1 })
  assert.deepEqual((await acme.get(`${path}/${shown.subscriptionId}`)).body, shown)
  assert.equal((await reader.get(`${path}/${shown.subscriptionId}`)).status, 403)
})

test('a patch changes only the named fields of a subscription, and an empty one none', async () => {
  const { acme, sink } = await world()
  const { secret: _, ...made } = (await acme.post(path, { url: `${sink.url}/patched`, events: ['*'] })).body
  const one = `${path}/${made.subscriptionId}`
  assert.deepEqual((await acme.patch(one, {})).body, made)
  const changed = (await acme.patch(one, { events: ['asset.created'], active: false })).body
  assert.deepEqual(
    { ...changed, updatedAt: made.updatedAt },
    { ...made, events: ['asset.created'], active: false },
  )
  assert.ok(changed.updatedAt >= made.updatedAt)
  for (const wrong of [
    { events: [] },
    { events: ['page.exploded'] },
    { events: ['*', '*'] },
    { url: 'nonsense' },
    { url: null },
    { secret: 'x' },
  ])
    assert.equal((await acme.patch(one, wrong)).status, 400, JSON.stringify(wrong))
})

test('a tenant has at most 100 subscriptions, also when they are made at once', async () => {
  const { acme, sink } = await world()
  const answers = await Promise.all(
    Array.from({ length: 104 }, () => acme.post(path, { url: sink.url, events: ['page.created'] })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 100)
  const refused = answers.find(({ status }) => status !== 201)
  assert.equal(refused?.status, 409)
  assert.equal(refused?.body.code, 'subscription_limit')
  const listed = (await acme.get(path)).body
  assert.equal(listed.items.length, 100)
  assert.equal(listed.totalCount, 100)
  await acme.delete(`${path}/${listed.items[0].subscriptionId}`)
  assert.equal((await acme.post(path, { url: sink.url, events: ['page.created'] })).status, 201)
})

test('a removed subscription, or one of another tenant, is not found', async () => {
  const { acme, globex, sink } = await world()
  const { subscriptionId } = (await acme.post(path, { url: `${sink.url}/gone`, events: ['*'] })).body
  const delivery = (await acme.post(`${path}/${subscriptionId}/test`)).body
  const calls = (who: typeof acme) => [
    who.get(`${path}/${subscriptionId}`),
    who.patch(`${path}/${subscriptionId}`, { active: true }),
    who.patch(`${path}/${subscriptionId}`, {}),
    who.post(`${path}/${subscriptionId}/rotate_secret`),
    who.post(`${path}/${subscriptionId}/test`),
    who.get(`${path}/${subscriptionId}/deliveries`),
    who.post(`${path}/${subscriptionId}/deliveries/${delivery.deliveryId}/resend`),
    who.delete(`${path}/${subscriptionId}`),
  ]
  for (const { status } of await Promise.all(calls(globex))) assert.equal(status, 404)
  assert.equal((await acme.delete(`${path}/${subscriptionId}`)).status, 204)
  for (const { status } of await Promise.all(calls(acme))) assert.equal(status, 404)
  assert.deepEqual((await acme.get(path)).body.items, [])
})

test('events are written for their subscriptions, in the transaction of their cause', async () => {
  const { acme, globex, sink, db } = await world()
  const make = async (name: string, types: string[], more = {}) =>
    (await acme.post(path, { url: `${sink.url}/${name}`, events: types, ...more })).body
  const written = async ({ tenantId }: { tenantId: string }) => [
    ...(await db.read`
      select distinct on (delivery_id) type, data from webhook_deliveries
      where tenant_id = ${tenantId} order by delivery_id`),
  ]
  await make('all', ['*'])
  await make('batches', ['batch.finished', 'visit.started'])
  await make('off', ['*'], { active: false })
  await globex.post(path, { url: `${sink.url}/globex`, events: ['*'] })
  await db.inTransaction(async (tx) => {
    writeEvents(tx, acme.tenantId, 'batch.finished', [{ n: 1, z: 1, a: { b: '"\\u0000' } }])
    writeEvents(tx, acme.tenantId, 'action.clicked', [{ n: 2 }, { n: 3 }])
    writeEvents(tx, acme.tenantId, 'action.clicked', [])
  })
  await assert.rejects(
    db.inTransaction(async (tx) => {
      writeEvents(tx, acme.tenantId, 'batch.finished', [{ n: 4 }])
      throw new Error('rolled back')
    }),
  )
  assert.deepEqual(await written(acme), [
    { type: 'batch.finished', data: { n: 1, z: 1, a: { b: '"\\u0000' } } },
    { type: 'action.clicked', data: { n: 2 } },
    { type: 'action.clicked', data: { n: 3 } },
  ])
  assert.deepEqual(await written(globex), [])
  const all = (await sink.waitFor(3, '/all')).map(({ body }) => JSON.parse(body))
  const [batch] = (await sink.waitFor(1, '/batches')).map(({ body }) => JSON.parse(body))
  assert.deepEqual(all.map(({ data }) => data.n).sort(), [1, 2, 3])
  assert.deepEqual(Object.keys(batch), ['id', 'type', 'timestamp', 'tenantId', 'data'])
  assert.equal(batch.tenantId, acme.tenantId)
  assert.match(batch.timestamp, /^\+\d{13}$/)
  assert.deepEqual(
    batch,
    all.find(({ data }) => data.n === 1),
    'an event has the same id for every subscription',
  )
  assert.equal(sink.received.filter((one) => /^\/(off|globex)$/.test(one.path)).length, 0)
})

test('every event in the catalogue is documented with the shape that is sent', async () => {
  const { document } = await world()
  const { webhooks, components } = document as any
  const [schema] = Object.values<any>(webhooks['webhook.test'].post.requestBody.content)
  assert.deepEqual(schema.schema, { $ref: '#/components/schemas/WebhookTestEvent' })
  assert.deepEqual(components.schemas.WebhookTestEvent.properties.data, {
    $ref: '#/components/schemas/WebhookSubscription',
  })
})

test('only administrators see the query of an address, which may hold a secret', async () => {
  const { acme, sink, withScope } = await world()
  const url = `${sink.url}/hook?token=secret#part`
  assert.equal((await acme.post('/v0/webhook_subscriptions', { url, events: ['*'] })).status, 201)
  const urls = async (client: typeof acme) =>
    (await client.get('/v0/webhook_subscriptions')).body.items.map((item: { url: string }) => item.url)
  assert.deepEqual(await urls(acme), [url])
  for (const scope of ['read', 'write', 'publish'] as const)
    assert.deepEqual(await urls(await withScope(acme, scope)), [`${sink.url}/hook`])
})
