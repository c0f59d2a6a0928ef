import type { Database } from './database.ts'
import type { Fragment, SqlTag } from './sql.ts'

/** The tenants that a cross-tenant statement covers; undefined means all. */
export type Included = readonly string[] | undefined

/** The condition that a row, or `column`, belongs to one of these tenants. */
export function isIncluded(db: SqlTag, tenants: Included, column: Fragment = db`tenant_id`): Fragment {
  return tenants ? db`${column} = any(${tenants}::text[])` : db`true`
}

/**
 * The tenants that are on other workers than these. Citus contacts no workers for tenants that a statement excludes.
 */
export async function findTenantsElsewhere(
  db: Database,
  unreachable: readonly string[],
): Promise<{ tenants: string[]; waiting: number }> {
  const rows = await db.read<{ tenantId: string; isReachable: boolean }[]>`
    -- every tenant: upkeep
    select t.tenant_id, not (n.nodename || ':' || n.nodeport = any(${unreachable}::text[])) as is_reachable
    from tenants t
      join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('tallies', t.tenant_id)
      join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`
  const tenants = rows.filter(({ isReachable }) => isReachable).map(({ tenantId }) => tenantId)
  return { tenants, waiting: rows.length - tenants.length }
}
