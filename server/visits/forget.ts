import type { Database } from '../db.ts'

const mostAtOnce = 10_000

/**
 * Destroys salts two days after they were made, and with them every chance to tell who a visitor was; then the
 * visitors themselves and the stays that reports can no longer be about, a part at a time.
 */
export async function forgetVisitors(db: Database): Promise<void> {
  await db.inTransaction(
    (tx) => tx`delete from visit_salts where day <= (now() at time zone 'UTC')::date - 2`,
  )
  await db.inTransaction(
    (tx) => tx`
      -- every tenant: upkeep
      delete from visit_stays where ctid in (
        select ctid from visit_stays
        where started_at < now() - interval '48 hours' and last_seen_at < now() - interval '48 hours'
        limit ${mostAtOnce} for update skip locked)`,
  )
  await db.inTransaction(
    (tx) => tx`
      -- every tenant: upkeep
      update visit_sessions set visitor = null where ctid in (
        select ctid from visit_sessions
        where visitor is not null and started_at < now() - interval '48 hours'
          and last_seen_at < now() - interval '48 hours'
        limit ${mostAtOnce} for update skip locked)`,
  )
}
