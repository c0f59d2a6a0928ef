import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../test/world.ts'
import { createLog } from './logs.ts'

const kinds = ['account', 'person'] as const

/** An owner of each kind with the path of its logs; both kinds have the same guarantees. */
async function setUp(kind: (typeof kinds)[number]) {
  const here = await world()
  const { acme } = here
  const account = (await acme.post('/v0/accounts', { domain: 'initech.com' })).body
  const person = (await acme.post('/v0/persons', { name: 'Peter', email: 'p@initech.com' })).body
  const ownerId = kind === 'account' ? account.accountId : person.personId
  const path = `/v0/${kind}s/${ownerId}/logs`
  const entries = async () =>
    (await acme.get(`/v0/accounts/${account.accountId}/activity?includePersonActivity=1&includeDeleted=1`))
      .body.items
  return { ...here, account, person, ownerId, path, entries, id: `${kind}LogId` }
}

for (const kind of kinds) {
  test(`a log of the ${kind} has exactly its fields, appears in the activity, and sends an event`, async () => {
    const { acme, account, person, ownerId, path, entries, id, subscribe, events } = await setUp(kind)
    await subscribe(acme)
    const made = await acme.post(path, { text: 'Asked for <b>prices</b>.', idempotencyKey: 'n-1' })
    assert.equal(made.status, 201)
    const { createdAt, [id]: logId } = made.body
    const times = { createdAt, updatedAt: createdAt, deletedAt: null }
    const text = 'Asked for <b>prices</b>.'
    assert.deepEqual(made.body, { [id]: logId, [`${kind}Id`]: ownerId, text, author: 'user', ...times })
    const [entry, ...others] = await entries()
    assert.equal(others.length, 0)
    assert.deepEqual(entry, {
      activityId: entry.activityId,
      accountId: account.accountId,
      accountLogId: kind === 'account' ? logId : null,
      personId: kind === 'account' ? null : person.personId,
      personLogId: kind === 'account' ? null : logId,
      personName: kind === 'account' ? null : 'Peter',
      source: 'user',
      type: `${kind}_log.created`,
      payload: { text },
      idempotencyKey: 'n-1',
      ...times,
    })
    assert.deepEqual([...(await events(acme))], [{ type: `${kind}_log.created`, data: made.body }])
  })

  test(`replacing a log of the ${kind} replaces only its text and that of its entry`, async () => {
    const { acme, db, path, entries, id, subscribe, events } = await setUp(kind)
    const { body: log } = await acme.post(path, { text: 'First.' })
    const { body: other } = await acme.post(path, { text: 'Other.' })
    const [otherBefore, before] = await entries()
    await subscribe(acme)
    const answer = await acme.patch(`${path}/${log[id]}`, { text: 'Second "\\u0041" \n 😀.' })
    assert.deepEqual([answer.status, answer.body], [200, { success: true }])
    const [otherAfter, after] = await entries()
    assert.deepEqual(otherAfter, otherBefore)
    assert.deepEqual(after, {
      ...before,
      payload: { text: 'Second "\\u0041" \n 😀.' },
      updatedAt: after.updatedAt,
    })
    assert.ok(after.updatedAt > before.updatedAt)
    const [event] = await events(acme)
    assert.deepEqual(event, {
      type: `${kind}_log.updated`,
      data: { ...log, text: 'Second "\\u0041" \n 😀.', updatedAt: after.updatedAt },
    })
    const rows = await db.read<{ text: string }[]>`
      select text from ${db.read.identifier(`${kind}_logs`)} where tenant_id = ${acme.tenantId} order by created_at`
    assert.deepEqual(
      rows.map(({ text }) => text),
      ['Second "\\u0041" \n 😀.', other.text],
    )
  })

  test(`only logs of the ${kind} that people wrote can be replaced`, async () => {
    const { acme, db, path, ownerId, entries, id } = await setUp(kind)
    for (const author of ['agent', 'system'] as const) {
      const log: any = await db.inTransaction((tx) =>
        createLog(tx, acme.tenantId, { kind, ownerId }, { text: 'Made.', author }),
      )
      const refused = await acme.patch(`${path}/${log[id]}`, { text: 'Changed.' })
      assert.deepEqual([refused.status, refused.body.code], [409, 'log_not_replaceable'])
      const [entry] = await entries()
      assert.deepEqual([entry.source, entry.payload.text], [author, 'Made.'])
    }
  })

  test(`a removed log of the ${kind} is marked as removed in both places and then deleted`, async () => {
    const { acme, path, entries, id, subscribe, events } = await setUp(kind)
    const { body: log } = await acme.post(path, { text: 'Wrong.' })
    const [before] = await entries()
    await subscribe(acme)
    assert.equal((await acme.delete(`${path}/${log[id]}`)).status, 204)
    const [after] = await entries()
    assert.match(after.deletedAt, /^\+\d+$/)
    assert.deepEqual(after, { ...before, deletedAt: after.deletedAt, updatedAt: after.deletedAt })
    const [event] = await events(acme)
    assert.deepEqual(event, {
      type: `${kind}_log.updated`,
      data: { ...log, deletedAt: after.deletedAt, updatedAt: after.deletedAt },
    })
    assert.equal((await acme.patch(`${path}/${log[id]}`, { text: 'Again.' })).status, 404)
    assert.equal((await acme.delete(`${path}/${log[id]}`)).status, 404)
  })

  test(`a removed log of the ${kind} can be restored unchanged, once, and an event is sent`, async () => {
    const { acme, path, entries, id, subscribe, events } = await setUp(kind)
    const { body: log } = await acme.post(path, { text: 'Kept after all.' })
    const [before] = await entries()
    const restore = `${path}/${log[id]}/restore`
    assert.deepEqual((await acme.post(restore)).body, log, 'it was not removed')
    await acme.delete(`${path}/${log[id]}`)
    await subscribe(acme)
    const restored = await acme.post(restore, {})
    assert.equal(restored.status, 200)
    assert.deepEqual(restored.body, { ...log, updatedAt: restored.body.updatedAt })
    const [after] = await entries()
    assert.deepEqual(after, { ...before, updatedAt: restored.body.updatedAt })
    assert.deepEqual([...(await events(acme))], [{ type: `${kind}_log.updated`, data: restored.body }])
    assert.deepEqual((await acme.post(restore, {})).body, restored.body)
    assert.equal((await events(acme)).length, 1)
    assert.equal((await acme.patch(`${path}/${log[id]}`, { text: 'Again.' })).status, 200)
  })

  test(`an idempotency key creates one log of the ${kind}: twenty parallel repeats return it, other content is refused`, async () => {
    const { acme, path, entries, subscribe, events } = await setUp(kind)
    await subscribe(acme)
    const body = { text: 'Once.', idempotencyKey: 'k' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => acme.post(path, body)))
    for (const answer of answers) {
      assert.equal(answer.status, 201)
      assert.deepEqual(answer.body, answers[0]?.body)
    }
    assert.equal((await entries()).length, 1)
    assert.equal((await events(acme)).length, 1)
    const refused = await acme.post(path, { ...body, text: 'Twice.' })
    assert.deepEqual([refused.status, refused.body.code], [422, 'key_reused'])
    assert.equal((await acme.post(path, { text: 'Once.' })).status, 201, 'without a key it is a new log')
    assert.equal((await entries()).length, 2)
  })

  test(`a text of a log of the ${kind} has 1 to 100,000 characters`, async () => {
    const { acme, path, id } = await setUp(kind)
    for (const body of [
      {},
      { text: '' },
      { text: null },
      { text: 'x'.repeat(100_001) },
      { text: 'a', author: 'agent' },
    ])
      assert.equal((await acme.post(path, body)).status, 400)
    const made = await acme.post(path, { text: '😀'.repeat(100_000) })
    assert.equal(made.status, 201)
    for (const body of [{}, { text: '' }, { text: 5 }, { text: 'x'.repeat(100_001) }])
      assert.equal((await acme.patch(`${path}/${made.body[id]}`, body)).status, 400)
  })

  test(`a log is found only under the ${kind} it belongs to`, async () => {
    const { acme, path, id } = await setUp(kind)
    const { body: log } = await acme.post(path, { text: 'Mine.' })
    const second =
      kind === 'account'
        ? (await acme.post('/v0/accounts', { domain: 'second.com' })).body.accountId
        : (await acme.post('/v0/persons', { name: 'Second' })).body.personId
    const wrong = `/v0/${kind}s/${second}/logs/${log[id]}`
    assert.equal((await acme.patch(wrong, { text: 'Stolen.' })).status, 404)
    assert.equal((await acme.delete(wrong)).status, 404)
  })
}
