import type { DatabaseSession } from '../server/database/session.ts'

/** What PostgreSQL has to be started with to count blocks by statement. */
export const countingBlocks = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.max=10000']

/** The blocks of 8 KB that the service has read since the last call, from memory or disk. Other load doesn't change them. */
export async function takeBlocks(owner: DatabaseSession): Promise<number> {
  const [row] = await owner<{ blocks: number }[]>`
    select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as blocks
    from pg_stat_statements where userid <> current_user::regrole`
  await owner.execute('select pg_stat_statements_reset()')
  return row?.blocks ?? 0
}
