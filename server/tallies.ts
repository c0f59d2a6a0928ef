import type { Database, Reader, Tx } from './database/database.ts'

/** How many rows a list has, by the tallies that the database keeps as rows come and go. */
export async function readTally(db: Reader, tenantId: string, ...scopes: string[]): Promise<number> {
  const [row] = await db<{ total: number }[]>`
    select coalesce(sum(difference), 0)::bigint as total from tallies
    where tenant_id = ${tenantId} and scope = any(${scopes})`
  return row?.total ?? 0
}

/** Folds the tallies of lists that have come to an end, so that nothing is left that names what they were about. */
export async function foldScopes(tx: Tx, tenantId: string, scopes: string[]): Promise<void> {
  await tx`
    with gone as (
      delete from tallies where tenant_id = ${tenantId} and scope = any(${scopes}) returning scope, difference
    )
    insert into tallies (tenant_id, scope, difference)
    select ${tenantId}, scope, sum(difference) from gone group by scope having sum(difference) <> 0`
}

/**
 * Folds the differences of each list into one row, so that reading a tally stays an index look-up of a few rows.
 * Deleting and inserting in one statement keeps every reader's sum exact.
 */
export async function foldTallies(db: Database, most = 50_000): Promise<void> {
  await db.inTransaction(
    (tx) => tx`
      -- every tenant: upkeep
      with crowded as (
        select tenant_id, scope from tallies group by tenant_id, scope having count(*) > 1 limit 1000
      ), gone as (
        delete from tallies where ctid in (
          select t.ctid from tallies t join crowded using (tenant_id, scope) limit ${most} for update of t skip locked
        ) returning tenant_id, scope, difference
      )
      insert into tallies (tenant_id, scope, difference)
      select tenant_id, scope, sum(difference) from gone group by tenant_id, scope having sum(difference) <> 0`,
  )
}
