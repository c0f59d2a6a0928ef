import type { Database } from '../database/database.ts'
import { grains } from './figures.ts'

const mostAtOnce = 10_000

/**
 * Destroys salts two days after they were made, and with them every chance to tell who a visitor was; then the
 * visitors themselves and the stays that reports can no longer be about, a part at a time.
 */
export async function forgetVisitors(db: Database, now = Date.now()): Promise<void> {
  const before = now - 2 * grains.day
  await db.inTransaction(
    (tx) => tx`delete from visit_salts where day <= ${new Date(before).toISOString().slice(0, 10)}::date`,
  )
  await db.inTransaction(
    (tx) => tx`
      -- every tenant: upkeep
      delete from visit_stays where ctid in (
        select ctid from visit_stays
        where started_at_ms < ${before} and last_seen_at_ms < ${before}
        limit ${mostAtOnce} for update skip locked)`,
  )
  await db.inTransaction(
    (tx) => tx`
      -- every tenant: upkeep
      update visit_sessions set visitor = null, stay_id = null where ctid in (
        select ctid from visit_sessions
        where visitor is not null and started_at_ms < ${before} and last_seen_at_ms < ${before}
        limit ${mostAtOnce} for update skip locked)`,
  )
}
