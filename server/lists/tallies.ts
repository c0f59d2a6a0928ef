import type { Database, Fragment, Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'

/**
 * Adds to the tallies of lists. The statement is sent at once without waiting for its result; later reads of the
 * transaction see it.
 */
export function count(tx: Tx, tenantId: string, differences: Record<string, number>): void {
  const changed = Object.entries(differences).filter(([, difference]) => difference !== 0)
  if (changed.length === 0) return
  tx.append(tx`
    insert into tallies (tenant_id, scope, difference)
    select ${tenantId}, scope, difference
    from unnest(${changed.map(([scope]) => scope)}::text[], ${changed.map(([, difference]) => difference)}::bigint[])
      as given (scope, difference)`)
}

/** Counts a row that has moved between lists; `always` are tallies that count every change. */
export function recount(
  tx: Tx,
  tenantId: string,
  before: readonly string[],
  after: readonly string[],
  ...always: string[]
): void {
  const differences: Record<string, number> = {}
  for (const scope of before) differences[scope] = (differences[scope] ?? 0) - 1
  for (const scope of [...after, ...always]) differences[scope] = (differences[scope] ?? 0) + 1
  count(tx, tenantId, differences)
}

/**
 * The end of a statement that begins with `with changed as (…)`, which returns `tenant_id`: adds to the tallies of the
 * changed rows. Each part selects tenant, scope and difference `from changed`.
 */
export function countChanged(db: Reader, ...parts: Fragment[]): Fragment {
  const changes = parts.reduce((all, part) => db`${all} union all ${part}`)
  return db`
    insert into tallies (tenant_id, scope, difference)
    select tenant_id, scope, sum(difference) from (${changes}) as changes (tenant_id, scope, difference)
    group by tenant_id, scope having sum(difference) <> 0`
}

/** The number of rows of a list: the sum of its tallies. */
export async function readTally(db: Reader, tenantId: string, ...scopes: string[]): Promise<number> {
  const [row] = await db<{ total: number }[]>`
    select coalesce(sum(difference), 0)::bigint as total from tallies
    where tenant_id = ${tenantId} and scope = any(${scopes})`
  return row?.total ?? 0
}

/** Folds the tallies of deleted lists, whose scopes contain ids of erased objects. */
export async function foldScopes(tx: Tx, tenantId: string, scopes: string[]): Promise<void> {
  await tx`
    with gone as (
      delete from tallies where tenant_id = ${tenantId} and scope = any(${scopes}) returning scope, difference
    )
    insert into tallies (tenant_id, scope, difference)
    select ${tenantId}, scope, sum(difference) from gone group by scope having sum(difference) <> 0`
}

const mostFolded = 50_000

/**
 * Folds the differences of each list into one row, so that reading a tally stays an index lookup of a few rows. One
 * statement deletes and inserts, so that readers always see the exact sum.
 */
export async function foldTallies(db: Database, tenants?: Included): Promise<void> {
  const crowded = await db.read<{ tenantId: string; scope: string }[]>`
    -- every tenant: upkeep
    select tenant_id, scope from tallies where ${isIncluded(db.read, tenants)} group by tenant_id, scope having count(*) > 1 limit 1000`
  for (const [tenantId, theirs] of Map.groupBy(crowded, (one) => one.tenantId)) {
    const scopes = theirs.map(({ scope }) => scope)
    await db.inTransaction(
      (tx) => tx`
        with gone as (
          delete from tallies where tenant_id = ${tenantId} and ctid in (
            select ctid from tallies where tenant_id = ${tenantId} and scope = any(${scopes}::text[])
            limit ${mostFolded} for update skip locked
          ) returning scope, difference
        )
        insert into tallies (tenant_id, scope, difference)
        select ${tenantId}, scope, sum(difference) from gone group by scope having sum(difference) <> 0`,
    )
  }
}
