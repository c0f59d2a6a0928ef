import { databaseNow } from '../database/clock.ts'
import type { Database, Reader } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { grains } from './figures.ts'

const mostAtOnce = 10_000

/**
 * Deletes salts after two days, after which visitors can't be identified any more; then, in portions, the visitor
 * hashes, and the stays that reports can no longer refer to.
 */
export async function forgetVisitors(db: Database, now = databaseNow(), tenants?: Included): Promise<void> {
  const before = now - 2 * grains.day
  await db.inTransaction(
    (tx) => tx`delete from visit_salts where day <= ${new Date(before).toISOString().slice(0, 10)}::date`,
  )
  const isPast = (db: Reader) => db`started_at_ms < ${before} and last_seen_at_ms < ${before}`
  const withStays = await db.read<{ tenantId: string }[]>`
    -- every tenant: upkeep
    select distinct tenant_id from visit_stays where ${isIncluded(db.read, tenants)} and ${isPast(db.read)}`
  for (const { tenantId } of withStays)
    await db.inTransaction(
      (tx) => tx`
        delete from visit_stays where tenant_id = ${tenantId} and ctid in (
          select ctid from visit_stays where tenant_id = ${tenantId} and ${isPast(tx)}
          limit ${mostAtOnce} for update skip locked)`,
    )
  const withSessions = await db.read<{ tenantId: string }[]>`
    -- every tenant: upkeep
    select distinct tenant_id from visit_sessions
    where ${isIncluded(db.read, tenants)} and visitor is not null and ${isPast(db.read)}`
  for (const { tenantId } of withSessions)
    await db.inTransaction(
      (tx) => tx`
        update visit_sessions set visitor = null, stay_id = null where tenant_id = ${tenantId} and ctid in (
          select ctid from visit_sessions where tenant_id = ${tenantId} and visitor is not null and ${isPast(tx)}
          limit ${mostAtOnce} for update skip locked)`,
    )
}
