import type { Fragment, SqlTag } from './sql.ts'

/**
 * The tenant of rows that a statement is given as `given`. On Citus, where all are of one tenant, it is a value, so that
 * the statement runs on the worker that has the tenant; elsewhere the column `given.tenant_id` of each row.
 */
export function ofTenant(db: SqlTag, rows: readonly { tenantId: string }[]): Fragment {
  if (!db.isDistributed) return db`given.tenant_id`
  const [tenantId, ...others] = new Set(rows.map((row) => row.tenantId))
  if (others.length > 0) throw new Error('On Citus, a statement is about one tenant.')
  return db`${tenantId}::text`
}
