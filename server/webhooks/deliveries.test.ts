import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newId } from '../ids.ts'
import type { Client } from '../test/client.ts'
import { eventually } from '../test/eventually.ts'
import { world } from '../test/world.ts'
import { writeEvents } from './events.ts'
import { forgetOldDeliveries } from './queries.ts'

const path = '/v0/webhook_subscriptions'

/** Waits until the newest delivery of a subscription matches. */
async function logged(client: Client, subscriptionId: string, expected: object) {
  await eventually(async () => {
    const [delivery] = (await client.get(`${path}/${subscriptionId}/deliveries?limit=1`)).body.items
    assert.partialDeepStrictEqual(delivery, expected)
  }, 10_000)
}

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

test('the log is paged newest first, and a delivery can be resent with its id', async () => {
  const { acme, sink, db } = await world()
  const { subscriptionId } = (await acme.post(path, { url: `${sink.url}/log`, events: ['*'] })).body
  await db.inTransaction(async (tx) =>
    writeEvents(
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

test('a delivery that is due while its subscription is off is given up, and can be resent later', async () => {
  const { acme, sink, db } = await world()
  const { subscriptionId } = (await acme.post(path, { url: `${sink.url}/paused`, events: ['*'] })).body
  sink.answerWith(({ path }) => (path === '/paused' ? 500 : 204))
  const { deliveryId } = (await acme.post(`${path}/${subscriptionId}/test`)).body
  await logged(acme, subscriptionId, { status: 'pending', attempts: 1, responseStatus: 500 })
  await acme.patch(`${path}/${subscriptionId}`, { active: false })
  await db.inTransaction((tx) => tx`update jobs set due_at = now() where tenant_id = ${acme.tenantId}`)
  await logged(acme, subscriptionId, { status: 'failed', lastError: 'The subscription was turned off.' })
  const resend = `${path}/${subscriptionId}/deliveries/${deliveryId}/resend`
  assert.equal((await acme.post(resend)).status, 409)
  sink.answerWith(() => 204)
  await acme.patch(`${path}/${subscriptionId}`, { active: true })
  assert.equal((await acme.post(resend)).status, 200)
  await logged(acme, subscriptionId, { status: 'delivered' })
  assert.equal((await sink.waitFor(2, '/paused')).length, 2)
})

test('the log keeps deliveries for 30 days, and none of removed subscriptions', async () => {
  const { acme, sink, db } = await world()
  const kept = (await acme.post(path, { url: `${sink.url}/kept`, events: ['*'] })).body
  const gone = (await acme.post(path, { url: `${sink.url}/removed`, events: ['*'] })).body
  await db.inTransaction(async (tx) =>
    writeEvents(tx, acme.tenantId, 'batch.finished', [{ n: 1 }, { n: 2 }, { n: 3 }]),
  )
  await Promise.all([sink.waitFor(3, '/kept'), sink.waitFor(3, '/removed')])
  await acme.delete(`${path}/${gone.subscriptionId}`)
  const day = 24 * 3_600_000
  await forgetOldDeliveries(db, Date.now() + 29 * day, 2)
  const log = `${path}/${kept.subscriptionId}/deliveries`
  assert.equal((await acme.get(log)).body.totalCount, 3)
  const left = await db.read`select subscription_id from webhook_deliveries
    where tenant_id = ${acme.tenantId} and subscription_id = ${gone.subscriptionId}`
  assert.equal(left.length, 0)
  await forgetOldDeliveries(db, Date.now() + 31 * day, 2)
  assert.deepEqual((await acme.get(log)).body, { items: [], hasMore: false, nextCursor: null, totalCount: 0 })
})
