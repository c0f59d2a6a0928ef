import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database, Tx } from '../database/database.ts'
import { lockAudience } from '../versions/queries.ts'
import { until } from './eventually.ts'
import { type World, world } from './world.ts'

/** Waits until another transaction on this database waits for a lock. */
async function untilSomebodyWaits(db: Database): Promise<void> {
  await until('a statement waits for a lock', async () => {
    const rows = await db.read`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`
    return rows.length > 0
  })
}

/**
 * Runs a request while another transaction holds a lock that it needs. `check` then tries, without waiting, to lock the
 * rows that this transaction would lock next: if the request had locked them already, the two could deadlock.
 */
async function runBehind(
  { db }: World,
  {
    lock,
    request,
    check,
  }: Record<'lock' | 'check', (tx: Tx) => Promise<unknown>> & {
    request: () => Promise<{ status: number }>
  },
): Promise<number> {
  const answer = await db.inTransaction(async (tx) => {
    await lock(tx)
    const asked = request()
    await untilSomebodyWaits(db)
    await check(tx)
    return { asked }
  })
  return (await answer.asked).status
}

test('changes of persons and accounts lock their audiences before anything else', async () => {
  const the = await world()
  const { acme } = the
  const { tenantId } = acme
  const { pageId } = (await acme.post('/v0/pages', { name: 'Locks', pageType: 'custom' })).body
  const makePerson = async (email: string) => {
    const { personId } = (await acme.post('/v0/persons', { name: 'Jane', email })).body
    const made = await acme.post(`/v0/pages/${pageId}/audiences`, { personId })
    return { personId, audienceId: made.body.audienceId }
  }
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'locks.example' })).body
  const jane = await makePerson('jane@locks.example')
  const june = await makePerson('june@later.example')
  const at = `/v0/persons/${jane.personId}`
  const cases = [
    { of: jane, status: 200, request: () => acme.patch(at, { name: 'Joan' }) },
    { of: jane, status: 200, request: () => acme.patch(`/v0/accounts/${accountId}`, { name: 'Locks' }) },
    { of: june, status: 201, request: () => acme.post('/v0/accounts', { domain: 'later.example' }) },
    { of: jane, status: 204, request: () => acme.delete(at) },
  ]
  for (const { of, status, request } of cases) {
    const answered = await runBehind(the, {
      lock: (tx) => lockAudience(tx, tenantId, of.audienceId),
      request,
      async check(tx) {
        await tx`
          select from persons where tenant_id = ${tenantId} and person_id = ${of.personId} for share nowait`
        await tx`
          select from accounts where tenant_id = ${tenantId} and account_id = ${accountId} for share nowait`
      },
    })
    assert.equal(answered, status)
  }
})

test('erasing a person locks the delivery jobs before the deliveries', async () => {
  const the = await world()
  const { acme, sink, subscribe, db } = the
  const { tenantId } = acme
  await subscribe(acme, '/locks')
  sink.answerWith(() => 503)
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane' })).body
  await acme.patch(`/v0/persons/${personId}`, { name: 'Joan' })
  const answered = await runBehind(the, {
    lock: (tx) => tx`select from jobs where tenant_id = ${tenantId} and kind = 'webhook_delivery' for update`,
    request: () => acme.delete(`/v0/persons/${personId}`),
    check: (tx) => tx`select from webhook_deliveries where tenant_id = ${tenantId} for update nowait`,
  })
  assert.equal(answered, 204)
  assert.deepEqual(await db.read`select from webhook_deliveries where tenant_id = ${tenantId}`, [])
  sink.answerWith(() => 204)
})
