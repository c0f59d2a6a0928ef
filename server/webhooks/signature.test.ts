import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { times } from '../test/effort.ts'
import { openSending } from '../test/sending.ts'
import { writeEvents } from './events.ts'

const alphabet = 'aZ09 {}[]":,\\é漢🎈\n\u2028'

function randomText(length: number) {
  const letters = [...alphabet]
  return Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)]).join('')
}

const count = times(1_000, 100)

test(`of ${count} deliveries the public library accepts every true one and no tampered one`, async (t) => {
  const { db, sink, tenantId, subscribe, sender } = await openSending(t)
  const { secret } = await subscribe(sink.url)
  const things = Array.from({ length: count }, (_, n) => ({ n, text: randomText(n % 50) }))
  await db.inTransaction(async (tx) => writeEvents(tx, tenantId, 'page.created', things))
  await sender().runDue()
  const received = await sink.waitFor(count)
  const webhook = new Webhook(secret)
  for (const [i, { body, headers }] of received.entries()) {
    const given = headers as Record<string, string>
    const event = webhook.verify(body, given) as { id: string; data: { n: number; text: string } }
    assert.deepEqual(event.data, things[event.data.n])
    assert.equal(event.id, given['webhook-id'])
    const at = Math.floor(Math.random() * body.length)
    const tampered = [
      () => webhook.verify(`${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`, given),
      () => webhook.verify(`${body} `, given),
      () => webhook.verify(body.slice(0, at), given),
      () => webhook.verify(body, { ...given, 'webhook-id': 'delivery_00000000000000000000000000' }),
      () =>
        webhook.verify(body, {
          ...given,
          'webhook-timestamp': String(Number(given['webhook-timestamp']) - 1),
        }),
    ]
    assert.throws(tampered[i % tampered.length] as () => void, `${i}: ${body}`)
    assert.throws(tampered[0] as () => void)
  }
})
