import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newId } from '../ids.ts'
import { world } from '../test/world.ts'
import { emit, emitAll } from './events.ts'
import { forgetOldDeliveries } from './queries.ts'

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

test('a patch changes what it names, and an empty one nothing', async () => {
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

test('what is removed, and what is of another tenant, is not there', async () => {
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

test('events reach the subscriptions that asked for them, in the transaction of their cause', async () => {
  const { acme, globex, sink, db, events } = await world()
  const make = async (name: string, types: string[], more = {}) =>
    (await acme.post(path, { url: `${sink.url}/${name}`, events: types, ...more })).body
  await make('all', ['*'])
  await make('pages', ['page.created', 'page.updated'])
  await make('off', ['*'], { active: false })
  await globex.post(path, { url: `${sink.url}/globex`, events: ['*'] })
  await db.inTransaction(async (tx) => {
    await emit(tx, acme.tenantId, 'page.created', { n: 1, z: 1, a: { b: '"\\u0000' } })
    await emitAll(tx, acme.tenantId, 'asset.created', [{ n: 2 }, { n: 3 }])
    await emitAll(tx, acme.tenantId, 'asset.created', [])
  })
  await assert.rejects(
    db.inTransaction(async (tx) => {
      await emit(tx, acme.tenantId, 'page.created', { n: 4 })
      throw new Error('rolled back')
    }),
  )
  assert.deepEqual(await events(acme), [
    { type: 'page.created', data: { n: 1, z: 1, a: { b: '"\\u0000' } } },
    { type: 'asset.created', data: { n: 2 } },
    { type: 'asset.created', data: { n: 3 } },
  ])
  assert.deepEqual(await events(globex), [])
  const all = (await sink.waitFor(3, '/all')).map(({ body }) => JSON.parse(body))
  const [page] = (await sink.waitFor(1, '/pages')).map(({ body }) => JSON.parse(body))
  assert.deepEqual(all.map(({ data }) => data.n).sort(), [1, 2, 3])
  assert.deepEqual(Object.keys(page), ['id', 'type', 'timestamp', 'tenantId', 'data'])
  assert.equal(page.tenantId, acme.tenantId)
  assert.match(page.timestamp, /^\+\d{13}$/)
  assert.deepEqual(
    page,
    all.find(({ data }) => data.n === 1),
    'one event has one id, whoever gets it',
  )
  assert.equal(sink.received.filter((one) => /^\/(off|globex)$/.test(one.path)).length, 0)
})

test('a test event goes to its subscription alone and shows in its log', async () => {
  const { acme, sink } = await world()
  const make = async (name: string) =>
    (await acme.post(path, { url: `${sink.url}/${name}`, events: ['page.created'] })).body
  const { secret, ...subscription } = await make('tested')
  await make('beside')
  const sent = await acme.post(`${path}/${subscription.subscriptionId}/test`)
  assert.equal(sent.status, 200)
  assert.equal(sent.body.type, 'webhook.test')
  const [got] = await sink.waitFor(1, '/tested')
  assert.equal(got?.headers['webhook-id'], sent.body.deliveryId)
  const verified: any = new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)
  assert.deepEqual(verified.data, subscription)
  await logged(acme, subscription.subscriptionId, { status: 'delivered', attempts: 1, responseStatus: 204 })
  assert.equal(sink.received.filter((one) => one.path === '/beside').length, 0)
  await acme.patch(`${path}/${subscription.subscriptionId}`, { active: false })
  assert.equal((await acme.post(`${path}/${subscription.subscriptionId}/test`)).status, 409)
})

test('after a rotation both secrets sign, for a day', async () => {
  const { acme, sink, db } = await world()
  const { subscriptionId, secret: old } = (
    await acme.post(path, { url: `${sink.url}/rotated`, events: ['*'] })
  ).body
  const rotated = await acme.post(`${path}/${subscriptionId}/rotate_secret`)
  assert.equal(rotated.status, 200)
  assert.deepEqual(Object.keys(rotated.body).sort(), ['secret', 'subscriptionId'])
  assert.notEqual(rotated.body.secret, old)
  await acme.post(`${path}/${subscriptionId}/test`)
  const [during] = await sink.waitFor(1, '/rotated')
  const headers = during?.headers as Record<string, string>
  assert.equal(headers['webhook-signature']?.split(' ').length, 2)
  for (const secret of [old, rotated.body.secret])
    assert.ok(new Webhook(secret).verify(during?.body ?? '', headers))
  await db.inTransaction(
    (tx) => tx`update webhook_subscriptions set previous_secret_until = now() - interval '1 second'
      where tenant_id = ${acme.tenantId}`,
  )
  await acme.post(`${path}/${subscriptionId}/test`)
  const after = (await sink.waitFor(2, '/rotated'))[1]
  assert.throws(() => new Webhook(old).verify(after?.body ?? '', after?.headers as Record<string, string>))
  assert.ok(
    new Webhook(rotated.body.secret).verify(after?.body ?? '', after?.headers as Record<string, string>),
  )
})

test('the log pages newest first and a delivery can be sent again under its id', async () => {
  const { acme, sink, db } = await world()
  const { subscriptionId } = (await acme.post(path, { url: `${sink.url}/log`, events: ['*'] })).body
  await db.inTransaction((tx) =>
    emitAll(
      tx,
      acme.tenantId,
      'page.created',
      Array.from({ length: 30 }, (_, n) => ({ n })),
    ),
  )
  await sink.waitFor(30, '/log')
  const log = `${path}/${subscriptionId}/deliveries`
  const first = (await acme.get(`${log}?limit=20`)).body
  assert.equal(first.totalCount, 30)
  const second = (await acme.get(`${log}?limit=20&cursor=${first.nextCursor}`)).body
  const ids = [...first.items, ...second.items].map(({ deliveryId }) => deliveryId)
  assert.equal(new Set(ids).size, 30)
  assert.deepEqual(ids, [...ids].sort().reverse())
  const { subscriptionId: other } = (await acme.post(path, { url: sink.url, events: ['page.deleted'] })).body
  assert.equal((await acme.get(`${path}/${other}/deliveries?cursor=${first.nextCursor}`)).status, 400)

  const again = await acme.post(`${log}/${ids[7]}/resend`)
  assert.equal(again.status, 200)
  assert.equal(again.body.deliveryId, ids[7])
  const received = await sink.waitFor(31, '/log')
  const repeats = received.filter(({ headers }) => headers['webhook-id'] === ids[7])
  assert.equal(repeats.length, 2)
  assert.equal(repeats[0]?.body, repeats[1]?.body)
  assert.equal((await acme.post(`${log}/${newId('delivery')}/resend`)).status, 404)
})

test('what comes due while a subscription is off is given up, and can be resent later', async () => {
  const { acme, sink, db } = await world()
  const { subscriptionId } = (await acme.post(path, { url: `${sink.url}/paused`, events: ['*'] })).body
  sink.answerWith(({ path }) => (path === '/paused' ? 500 : 204))
  const { deliveryId } = (await acme.post(`${path}/${subscriptionId}/test`)).body
  await logged(acme, subscriptionId, { status: 'pending', attempts: 1, responseStatus: 500 })
  await acme.patch(`${path}/${subscriptionId}`, { active: false })
  await db.inTransaction(
    (tx) => tx`update webhook_deliveries set next_try_at = now() where tenant_id = ${acme.tenantId}`,
  )
  await logged(acme, subscriptionId, { status: 'failed', lastError: 'The subscription was switched off.' })
  const resend = `${path}/${subscriptionId}/deliveries/${deliveryId}/resend`
  assert.equal((await acme.post(resend)).status, 409)
  sink.answerWith(() => 204)
  await acme.patch(`${path}/${subscriptionId}`, { active: true })
  assert.equal((await acme.post(resend)).status, 200)
  await logged(acme, subscriptionId, { status: 'delivered' })
  assert.equal((await sink.waitFor(2, '/paused')).length, 2)
})

test('the log keeps 30 days and nothing of what was removed', async () => {
  const { acme, sink, db, events } = await world()
  const kept = (await acme.post(path, { url: `${sink.url}/kept`, events: ['*'] })).body
  const gone = (await acme.post(path, { url: `${sink.url}/removed`, events: ['*'] })).body
  await db.inTransaction((tx) => emitAll(tx, acme.tenantId, 'page.created', [{ n: 1 }, { n: 2 }, { n: 3 }]))
  await Promise.all([sink.waitFor(3, '/kept'), sink.waitFor(3, '/removed')])
  await acme.delete(`${path}/${gone.subscriptionId}`)
  const day = 24 * 3_600_000
  await forgetOldDeliveries(db, Date.now() + 29 * day, 2)
  const log = `${path}/${kept.subscriptionId}/deliveries`
  assert.equal((await acme.get(log)).body.totalCount, 3)
  assert.equal((await events(acme)).length, 3)
  const left = await db.read`select subscription_id from webhook_deliveries
    where tenant_id = ${acme.tenantId} and subscription_id = ${gone.subscriptionId}`
  assert.equal(left.length, 0)
  await forgetOldDeliveries(db, Date.now() + 31 * day, 2)
  assert.deepEqual((await acme.get(log)).body, { items: [], hasMore: false, nextCursor: null, totalCount: 0 })
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

/** Waits until the newest delivery of a subscription looks like this. */
async function logged(
  client: Awaited<ReturnType<typeof world>>['acme'],
  subscriptionId: string,
  expected: object,
) {
  for (let tries = 0; ; tries++) {
    const [delivery] = (await client.get(`${path}/${subscriptionId}/deliveries?limit=1`)).body.items
    try {
      return assert.partialDeepStrictEqual(delivery, expected)
    } catch (error) {
      if (tries === 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
