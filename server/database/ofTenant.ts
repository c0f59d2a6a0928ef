import type { Fragment, SqlTag } from './sql.ts'

/**
 * The tenant id for rows passed to a statement as `given`. On Citus, where all rows belong to one tenant, it is a
 * constant, so that the statement is routed to that tenant's worker; otherwise it is the column `given.tenant_id`.
 */
export function ofTenant(db: SqlTag, rows: readonly { tenantId: string }[]): Fragment {
  if (!db.isDistributed) return db`given.tenant_id`
  const [tenantId, ...others] = new Set(rows.map((row) => row.tenantId))
  if (others.length > 0) throw new Error('On Citus, a statement is about one tenant.')
  return db`${tenantId}::text`
}
