import type { Fragment, Reader } from '../database/database.ts'
import { firstIdAt } from '../ids.ts'
import type { PageOf } from '../web/paging.ts'
import type { AuditFilters } from './schema.ts'
import type { AccessPath, ActorKind } from './words.ts'

export type AuditRow = {
  eventId: string
  at: string
  actorKind: ActorKind
  actorId: string | null
  keyId: string | null
  keyName: string | null
  /** The person to whom the key belongs; null for keys of services. */
  keyUserId: string | null
  model: string | null
  way: AccessPath
  action: string
  objectId: string | null
  aboutId: string | null
  requestId: string | null
  /** JSON; null once it was erased. */
  details: string | null
  salt: Buffer | null
  detailsDigest: Buffer
  number: number | null
  hash: Buffer | null
}

/** Columns of rows called `e`, and of their keys called `k`. */
const columns = (db: Reader) => db`
  e.event_id, e.at, e.actor_kind, e.actor_id, e.key_id, k.name as key_name, case when k.kind <> 'service' then k.user_id end as key_user_id, e.model, e.way, e.action, e.object_id,
  e.about_id, e.request_id, e.details::text as details, e.salt, e.details_digest, e.number, e.hash`

const source = (db: Reader, tenantId: string) => db`
  audit_events e left join api_keys k on k.tenant_id = ${tenantId} and k.key_id = e.key_id`

/** Nodes of the service generate the ids, and their clocks differ from the database's by less than this. */
const clockDifferenceMs = 24 * 3_600_000

/** The keys of a user. Deferred work is recorded with the key that requested it. */
const keysOf = (db: Reader, tenantId: string, userId: string) => db`array(
  select key_id from api_keys where tenant_id = ${tenantId} and user_id = ${userId} and kind <> 'service')`

/** Conditions on rows called `e`. Types of objects and times are ranges of ids, so that indexes find them. */
function matching(db: Reader, tenantId: string, filters: AuditFilters): Fragment {
  const { startDate, endDate, actorId, actorKind, action, objectId, objectType, way } = filters
  // Redundant condition, because the index is partial and has the same one.
  const isIndexed =
    (way !== undefined && way !== 'console' && way !== 'api') ||
    (actorKind !== undefined && actorKind !== 'user' && actorKind !== 'key')
  const [start, end] = [startDate, endDate].map((date) => (date === undefined ? undefined : Date.parse(date)))
  return db`
    e.tenant_id = ${tenantId}
    ${start === undefined ? db`` : db`and e.at >= ${startDate} and e.event_id >= ${firstIdAt('audit_event', start - clockDifferenceMs)}`}
    ${end === undefined ? db`` : db`and e.at < ${endDate} and e.event_id < ${firstIdAt('audit_event', end + clockDifferenceMs)}`}
    ${actorId === undefined ? db`` : db`and e.actor_id = any(${actorId}::text || ${keysOf(db, tenantId, actorId)})`}
    ${actorKind === undefined ? db`` : db`and e.actor_kind = ${actorKind}`}
    ${action === undefined ? db`` : db`and e.action = ${action}`}
    ${objectId === undefined ? db`` : db`and e.object_id = ${objectId}`}
    ${objectType === undefined ? db`` : db`and e.object_id >= ${`${objectType}_0`} and e.object_id < ${`${objectType}_8`}`}
    ${way === undefined ? db`` : db`and e.way = ${way}`}
    ${isIndexed ? db`and e.way not in ('console', 'api')` : db``}`
}

/** Newest first. */
export async function listEvents(
  db: Reader,
  tenantId: string,
  filters: AuditFilters,
  { limit, after }: PageOf<[string]>,
): Promise<AuditRow[]> {
  return await db<AuditRow[]>`
    select ${columns(db)} from ${source(db, tenantId)}
    where ${matching(db, tenantId, filters)} ${after ? db`and e.event_id < ${after[0]}` : db``}
    order by e.event_id desc limit ${limit + 1}`
}

export async function findEvent(
  db: Reader,
  tenantId: string,
  eventId: string,
): Promise<AuditRow | undefined> {
  const [row] = await db<AuditRow[]>`
    select ${columns(db)} from ${source(db, tenantId)} where e.tenant_id = ${tenantId} and e.event_id = ${eventId}`
  return row
}

/** Oldest first, after an id. */
export async function listEventsFrom(
  db: Reader,
  tenantId: string,
  filters: AuditFilters,
  after: string,
  limit: number,
): Promise<AuditRow[]> {
  return await db<AuditRow[]>`
    select ${columns(db)} from ${source(db, tenantId)}
    where ${matching(db, tenantId, filters)} and e.event_id > ${after} order by e.event_id limit ${limit}`
}

const mostCounted = 10_000

/** The number of matches; null if there are too many to count. All rows are counted by the chain. */
export async function countEvents(
  db: Reader,
  tenantId: string,
  filters: AuditFilters,
): Promise<number | null> {
  if (Object.values(filters).every((value) => value === undefined)) {
    const { number, removedNumber } = await readHead(db, tenantId)
    return number - removedNumber + (await countWaiting(db, tenantId))
  }
  const [row] = await db<{ total: number }[]>`
    select count(*) as total from (
      select from audit_events e where ${matching(db, tenantId, filters)} limit ${mostCounted + 1}) as matches`
  const total = row?.total ?? 0
  return total > mostCounted ? null : total
}

export async function countWaiting(db: Reader, tenantId: string): Promise<number> {
  const [row] = await db<{ total: number }[]>`
    select count(*) as total from audit_events where tenant_id = ${tenantId} and number is null`
  return row?.total ?? 0
}

export type ChainHead = {
  number: number
  hash: Buffer
  chainedAt: string | null
  removedNumber: number
  removedHash: Buffer
}

export async function readHead(db: Reader, tenantId: string): Promise<ChainHead> {
  const [head] = await db<ChainHead[]>`
    select number, hash, chained_at, removed_number, removed_hash from audit_heads where tenant_id = ${tenantId}`
  const nothing = Buffer.alloc(0)
  return head ?? { number: 0, hash: nothing, chainedAt: null, removedNumber: 0, removedHash: nothing }
}

/**
 * Rows that can join the chain. A transaction that commits later could add an earlier row, so rows wait for all
 * transactions that were running when they were written. After an hour they wait no longer, because a restored
 * database may start its transaction numbers again.
 */
export async function listWaiting(db: Reader, tenantId: string, limit: number): Promise<AuditRow[]> {
  // In a separate statement: with Citus, rows have the transaction number of the coordinator.
  const [running] = await db<{ oldest: string }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`
  return await db<AuditRow[]>`
    select ${columns(db)} from ${source(db, tenantId)}
    where e.tenant_id = ${tenantId} and e.number is null
      and (e.xid < ${running?.oldest ?? '0'}::xid8 or e.at < now() - interval '1 hour')
    order by e.event_id limit ${limit}`
}

/** Rows of the chain in its order. */
export async function listChained(
  db: Reader,
  tenantId: string,
  after: number,
  limit: number,
): Promise<AuditRow[]> {
  return await db<AuditRow[]>`
    select ${columns(db)} from ${source(db, tenantId)}
    where e.tenant_id = ${tenantId} and e.number > ${after} order by e.number limit ${limit}`
}

/** Rows that should have joined the chain long before it was last extended. */
export async function listLate(db: Reader, tenantId: string): Promise<AuditRow[]> {
  return await db<AuditRow[]>`
    select ${columns(db)} from ${source(db, tenantId)}
    where e.tenant_id = ${tenantId} and e.number is null and e.at < (
      select chained_at - interval '1 hour' from audit_heads where tenant_id = ${tenantId})
    order by e.event_id limit 100`
}
