import type { Database } from '../database/database.ts'
import { talliedLists } from '../transfer/tallies.ts'

/** The expected value of every tally, recounted from the rows of all tenants. */
const lists = talliedLists
  .map(([scope, table, where = 'true']) => `select tenant_id, ${scope} as scope from ${table} where ${where}`)
  .join(' union all ')

export async function findWrongTallies({ read }: Database): Promise<string[]> {
  const rows = await read<{ scope: string; counted: number; told: number }[]>`
    -- every tenant: all of them are counted
    select coalesce(a.scope, b.scope) as scope, coalesce(a.total, 0) as counted, coalesce(b.total, 0) as told
    from (select tenant_id, scope, count(*) as total from (${read.raw(lists)}) as rows group by 1, 2) as a
      full join (select tenant_id, scope, sum(difference)::bigint as total from tallies
        where scope not like '%\\_revision' group by 1, 2) as b
      on a.tenant_id = b.tenant_id and a.scope = b.scope
    where coalesce(a.total, 0) <> coalesce(b.total, 0)`
  return rows.map(({ scope, counted, told }) => `${scope}: ${counted} rows, counted as ${told}`)
}
