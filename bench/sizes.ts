import { type Database, openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { startPostgres } from '../server/embedded/postgres.ts'
import { type Comparison, compare } from './measure.ts'

type Works<T> = [name: string, work: (tenant: T) => Promise<unknown>][]

export type Sizes<T> = {
  /** Fills a small and a large tenant, on a connection without a statement timeout. */
  fill: (owner: Database) => Promise<[small: T, large: T]>
  /** The measured work. */
  works: (db: Database) => Works<T>
}

/** Compares the same work for a small and a large tenant: its cost must not grow with the number of rows. */
export async function compareSizes<T>(folder: string, { fill, works }: Sizes<T>): Promise<Comparison[]> {
  const server = await startPostgres(folder, ['fsync=off', 'maintenance_work_mem=512MB', 'max_wal_size=4GB'])
  const owner = openDatabase({ url: server.url, poolSize: 1, statementTimeoutMs: 0 })
  const db = openDatabase({ url: server.url, asService: true })
  try {
    await migrate(server.url)
    const [small, large] = await fill(owner)
    const rows: Comparison[] = []
    for (const [name, work] of works(db)) {
      const both = [() => work(small), () => work(large)] as const
      rows.push(await compare(name, ...both, { limit: 1.5, rounds: 40, warmUp: 10 }))
    }
    return rows
  } finally {
    await db.close()
    await owner.close()
    await server.stop()
  }
}

/** Fills tables without their text indexes, which take a tenth of the time when they are built at once afterwards. */
export async function withoutTextIndexes<T>(
  owner: Database,
  tables: string[],
  fill: () => Promise<T>,
): Promise<T> {
  const indexes = await owner.read<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = any(${tables}) and indexdef like '%gin%'`
  for (const { name } of indexes) await owner.read`drop index ${owner.read.identifier(name)}`
  const filled = await fill()
  for (const { definition } of indexes) await owner.read`${owner.read.raw(definition)}`
  for (const table of [...tables, 'pages', 'tallies'])
    await owner.read`vacuum analyze ${owner.read.identifier(table)}`
  return filled
}
