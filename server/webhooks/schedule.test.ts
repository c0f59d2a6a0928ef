import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openSending } from '../test/sending.ts'
import { toMilliseconds } from '../time.ts'
import { writeEvents } from './events.ts'
import { readRetryAfter, retryInMs, schedule } from './schedule.ts'

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes
const waits = [5 * seconds, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 10 * hours]

type Delivery = {
  status: string
  attempts: number
  nextTryAt: string | null
  responseStatus: number | null
  lastError: string | null
}

/** A sender whose clock stands still until it is advanced. */
async function openFake(t: TestContext, { random = 0.5 } = {}) {
  const sending = await openSending(t)
  let now = Date.now()
  const sender = sending.sender({ clock: () => new Date(now), random: () => random })
  const subscription = await sending.subscribe(sending.sink.url)
  return {
    ...sending,
    ...subscription,
    async emit() {
      await sending.db.inTransaction(async (tx) =>
        writeEvents(tx, sending.tenantId, 'page.created', [{ n: 1 }]),
      )
      now = Math.max(now, Date.now())
    },
    async moveOn(ms: number) {
      now += ms
      await sender.runDue()
    },
    now: () => now,
    deliveries: async () => [
      ...(await sending.db.read<Delivery[]>`
        select status, attempts, next_try_at, response_status, last_error from webhook_deliveries
        where tenant_id = ${sending.tenantId} order by delivery_id`),
    ],
    activity: async () => [
      ...(await sending.db.read`
        select source, type, account_id, payload from activity where tenant_id = ${sending.tenantId}`),
    ],
    async isActive() {
      const [row] = await sending.db.read<{ active: boolean }[]>`
        select active from webhook_subscriptions where tenant_id = ${sending.tenantId}`
      return row?.active
    },
  }
}

for (const [random, factor] of [
  [0, 0.8],
  [0.5, 1],
  [1, 1.2],
] as const)
  test(`attempts follow the schedule and then end, with every wait at ${factor} of its length`, async (t) => {
    const { emit, moveOn, sink, deliveries, now } = await openFake(t, { random })
    sink.answerWith(() => 500)
    await emit()
    await moveOn(0)
    assert.equal(sink.received.length, 1)
    for (const [i, wait] of waits.entries()) {
      const [delivery] = await deliveries()
      assert.equal(delivery?.status, 'pending')
      assert.equal(toMilliseconds(delivery?.nextTryAt as string), now() + wait * factor)
      await moveOn(wait * factor - 1)
      assert.equal(sink.received.length, i + 1, 'not a millisecond too early')
      await moveOn(1)
      assert.equal(sink.received.length, i + 2)
    }
    assert.deepEqual(await deliveries(), [
      {
        status: 'failed',
        attempts: 8,
        nextTryAt: null,
        responseStatus: 500,
        lastError: 'The receiver responded with 500.',
      },
    ])
    await moveOn(100 * hours)
    assert.equal(sink.received.length, 8)
    assert.equal(new Set(sink.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.equal(new Set(sink.received.map(({ body }) => body)).size, 1)
    const times = new Set(sink.received.map(({ headers }) => headers['webhook-timestamp']))
    assert.equal(times.size, 8, 'each try is signed for its own time')
  })

test('the waits are spread over the whole of ±20%', () => {
  const first = Array.from({ length: 2000 }, () => retryInMs(schedule, 1) as number)
  assert.ok(Math.min(...first) >= 4000 && Math.min(...first) < 4050)
  assert.ok(Math.max(...first) <= 6000 && Math.max(...first) > 5950)
})

test('Retry-After makes a wait longer, never shorter, and no longer than a day', async (t) => {
  const now = new Date('2026-11-15T00:00:00Z')
  assert.equal(readRetryAfter('120', now), 120_000)
  assert.equal(readRetryAfter('Sun, 15 Nov 2026 01:00:00 GMT', now), hours)
  for (const nonsense of [undefined, '', '-5', 'soon', '1.5', '99999999999', 'Sat, 14 Nov 2026 01:00:00 GMT'])
    assert.equal(readRetryAfter(nonsense, now), 0)
  assert.equal(retryInMs(schedule, 1, 0, 0.5), 5 * seconds)
  assert.equal(retryInMs(schedule, 1, 1 * seconds, 0.5), 5 * seconds)
  assert.equal(retryInMs(schedule, 1, 120 * seconds, 0.5), 120 * seconds)
  assert.equal(retryInMs(schedule, 1, 365 * 24 * hours, 0.5), 24 * hours)
  assert.equal(retryInMs(schedule, 8, 120 * seconds, 0.5), undefined)

  const busy = createServer((_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end())
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  t.after(() => busy.close())
  const fake = await openFake(t)
  await fake.db.inTransaction(
    (tx) => tx`update webhook_subscriptions
      set url = ${`http://127.0.0.1:${(busy.address() as AddressInfo).port}`}
      where tenant_id = ${fake.tenantId}`,
  )
  await fake.emit()
  await fake.moveOn(0)
  const [delivery] = await fake.deliveries()
  assert.equal(toMilliseconds(delivery?.nextTryAt as string), fake.now() + hours)
})

test('a redirect is a failure and is not followed', async (t) => {
  const { emit, moveOn, sink, deliveries, db, tenantId } = await openFake(t)
  const redirecting = createServer((_request, response) =>
    response.writeHead(302, { location: `${sink.url}/elsewhere` }).end(),
  )
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
  t.after(() => redirecting.close())
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`
  await db.inTransaction(
    (tx) => tx`update webhook_subscriptions set url = ${url} where tenant_id = ${tenantId}`,
  )
  await emit()
  await moveOn(0)
  assert.partialDeepStrictEqual(await deliveries(), [
    {
      status: 'pending',
      responseStatus: 302,
      lastError: 'The receiver responded with 302; redirects are not followed.',
    },
  ])
  assert.equal(sink.received.length, 0)
})

test('410 switches the subscription off at once', async (t) => {
  const { emit, moveOn, sink, deliveries, isActive, activity, subscriptionId } = await openFake(t)
  sink.answerWith(() => 410)
  await emit()
  await moveOn(0)
  assert.partialDeepStrictEqual(await deliveries(), [{ status: 'failed', attempts: 1, responseStatus: 410 }])
  assert.equal(await isActive(), false)
  await emit()
  assert.equal((await deliveries()).length, 1, 'nothing is kept for it any more')
  assert.deepEqual(await activity(), [
    {
      source: 'system',
      type: 'webhook.disabled',
      accountId: null,
      payload: { subscriptionId, reason: 'gone' },
    },
  ])
})

test('five days of nothing but failures switch a subscription off; one success in between does not', async (t) => {
  const { emit, moveOn, sink, isActive, activity, subscriptionId } = await openFake(t)
  const day = 24 * hours
  sink.answerWith(() => 500)
  const failFor = async (days: number) => {
    for (let passed = 0; passed < days; passed += 0.5) {
      await emit()
      await moveOn(day / 2)
    }
  }
  await emit()
  await moveOn(0)
  await failFor(4.5)
  assert.equal(await isActive(), true)
  sink.answerWith(() => 200)
  await moveOn(day / 4)
  sink.answerWith(() => 500)
  await failFor(5)
  assert.equal(await isActive(), true)
  assert.deepEqual(await activity(), [])
  await failFor(0.5)
  assert.equal(await isActive(), false)
  assert.partialDeepStrictEqual(await activity(), [{ payload: { subscriptionId, reason: 'failing' } }])
})
