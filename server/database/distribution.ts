import type { Database } from './database.ts'
import type { Fragment, SqlTag } from './sql.ts'

// With Citus, tenants are on several workers. A statement then belongs to one tenant, and a failed worker affects only
// its own tenants.

/** The group of tenants that share transactions without Citus. */
export const allTenants = 'all tenants'

/** Work of the same group can be done in one transaction. */
export async function groupOf(db: Database, tenantId: string): Promise<string> {
  return (await db.isDistributed()) ? tenantId : allTenants
}

/** Splits items into groups that one transaction can read or store. */
export async function inGroups<T extends { tenantId: string }>(db: Database, things: T[]): Promise<T[][]> {
  if (!(await db.isDistributed())) return [things]
  return [...Map.groupBy(things, ({ tenantId }) => tenantId).values()]
}

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
