import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { appendActivity } from '../activity/queries.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { openSession } from '../database/session.ts'
import { newId } from '../ids.ts'
import type { Arrival } from '../visits/plan.ts'
import { RecentSessions } from '../visits/recent.ts'
import { recordVisits } from '../visits/record.ts'
import { emitAll } from '../webhooks/events.ts'
import type { Client } from './client.ts'
import { sharedDatabaseUrl } from './environment.ts'
import { makePlace, newStay } from './visits.ts'
import { type World, world } from './world.ts'

// What is sent to a Citus cluster, recorded on a PostgreSQL whose catalogue lists the extension. The statements of
// `distributed.sql` have run on a cluster; run `npm run test:cluster` before changing them.

const recorded = join(import.meta.dirname, 'distributed.sql')
const skip = sharedDatabaseUrl !== undefined && 'for PostgreSQL without Citus'

/** A connection of its own, which records its statements. */
async function open(t: TestContext, { databaseUrl }: World) {
  const statements: string[] = []
  const db = openDatabase({
    url: databaseUrl,
    asService: true,
    onStatement: (text) => statements.push(onOneLine(text)),
  })
  t.after(() => db.close())
  return { db, statements }
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim()
}

async function pretendCitus({ databaseUrl }: World) {
  const session = await openSession({ url: databaseUrl })
  await session`
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 99999, 'citus', extowner, extnamespace, false, '0' from pg_extension limit 1`
  await session.end()
}

/** What depends on the distribution: events, activity and visits. */
async function useEach(here: World, client: Client, db: Database) {
  const { tenantId } = client
  const { personId } = (await client.post('/v0/persons', { name: 'Ada' })).body
  const { accountId } = (await client.post('/v0/accounts', { domain: 'initech.example' })).body
  const place = await makePlace(here, client, { personId })
  await here.subscribe(client)
  await db.isDistributed()
  await db.inTransaction(async (tx) => {
    const entry = { type: 'link.opened', source: 'visitor', payload: {} } as const
    appendActivity(tx, tenantId, { ...entry, accountId: null, personId })
    appendActivity(tx, tenantId, { ...entry, accountId, personId: null })
    emitAll(tx, tenantId, 'batch.finished', [
      { batchId: newId('batch') },
      { batchId: newId('batch') },
    ] as never)
  })
  const visitor = randomUUID()
  const stays = [newStay(), newStay()]
  const report = (stay: string | undefined, minute: number, actions: string[] = []): Arrival => ({
    ...place,
    ...{ visitor, formerVisitor: undefined, verdict: 'human', reason: null },
    receivedAtMs: Date.UTC(2026, 10, 15, 12, minute),
    report: {
      ...{ stay: stay as string, age: 0, span: 0, views: 1, visible: 0, scroll: 0 },
      ...{ interactions: minute, actions, submits: 0 },
    },
  })
  const recent = new RecentSessions()
  await recordVisits(db, recent, [report(stays[0], 0, ['book'])])
  await recordVisits(db, recent, [report(stays[0], 1), report(stays[1], 2)])
  await recordVisits(db, new RecentSessions(), [report(stays[0], 5), report(newStay(), 50)])
}

/** Rows of a tenant, without ids and times. */
async function readRows({ context: { db } }: World, { tenantId }: Client) {
  return {
    activity: await db.read`
      select type, source, account_id is null as of_person, person_id is null as of_account from activity
      where tenant_id = ${tenantId} order by activity_id`,
    tallies: await db.read`
      select regexp_replace(scope, '[a-z]+_[0-9a-z]{26}', 'id') as scope, sum(difference) as total from tallies
      where tenant_id = ${tenantId} group by 1 order by 1`,
    deliveries: await db.read`
      select type, count(*) from webhook_deliveries where tenant_id = ${tenantId} group by 1 order by 1`,
    jobs: await db.read`select kind, count(*) from jobs where tenant_id = ${tenantId} group by 1 order by 1`,
    sessions: await db.read`
      select started_at_ms, last_seen_at_ms, views, interactions, action_clicks, revision from visit_sessions
      where tenant_id = ${tenantId} order by number`,
    stays: await db.read`
      select started_at_ms, views, interactions from visit_stays where tenant_id = ${tenantId} order by 1, 3`,
    figures: await db.read`
      select audience_id = '' as of_page, grain, starts_at_ms, sessions, interactions, conversions
      from visit_figures where tenant_id = ${tenantId} order by 1, 2, 3`,
  }
}

test('on Citus the same rows are written, with statements that are recorded as supported', {
  skip,
}, async (t) => {
  const here = await world({}, { works: false })
  const plain = await open(t, here)
  await useEach(here, here.acme, plain.db)
  await pretendCitus(here)
  const distributed = await open(t, here)
  await useEach(here, here.globex, distributed.db)
  assert.deepEqual(await readRows(here, here.globex), await readRows(here, here.acme))
  const known = (await readFile(recorded, 'utf8')).trim().split('\n\n')
  assert.deepEqual([...new Set(distributed.statements)], known)
})
