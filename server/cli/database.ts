import { backUpBeforeUpgrade } from '../backup/beforeUpgrade.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { migrate, pendingSteps } from '../database/migrate.ts'
import { reachDatabase } from '../database/reach.ts'
import { joinPostgres } from '../embedded/postgres.ts'
import { StartError } from '../start/startError.ts'
import type { PageOf } from '../web/paging.ts'
import { notice } from './output.ts'

/**
 * Finds the database of a command: the one in DATABASE_URL, or the one under DATA_DIR, which is started and stopped
 * here if no service is running.
 */
export async function withDatabaseUrl<T>(
  work: (url: string, config: Config) => Promise<T>,
  { withinMs = 10_000 } = {},
): Promise<T> {
  const config = loadConfig()
  if (config.databaseUrl) {
    await reachDatabase(config.databaseUrl, { withinMs, notify: notice })
    return await work(config.databaseUrl, config)
  }
  const embedded = await joinPostgres(config.dataDir)
  try {
    if (embedded.owned) {
      await backUpBeforeUpgrade(config.dataDir, embedded.url)
      await migrate(embedded.url)
    }
    return await work(embedded.url, config)
  } finally {
    await embedded.stop()
  }
}

/** Like `withDatabaseUrl`, with an open connection, for commands that need its tables. */
export async function withDatabase<T>(work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  return await withDatabaseUrl(async (url, config) => {
    await demandUpToDate(url)
    const db = openDatabase({ url, asService: true, poolSize: 2 })
    try {
      return await work(db, config)
    } finally {
      await db.close()
    }
  })
}

/** A command does not migrate the database of a service that may still run the previous version. */
export async function demandUpToDate(url: string) {
  const { pending, later } = await pendingSteps(url)
  if (later.some(({ isSafe }) => !isSafe))
    throw new StartError(
      'The database was migrated by a later version of Foyer. Run the command of that version.',
    )
  if (pending.length > 0)
    throw new StartError('The database is not up to date. Run `npx foyer migrate` first, or start Foyer.')
}

/** Reads all pages of a list. */
export async function readAll<T>(
  readPage: (page: PageOf<[string]>) => Promise<T[]>,
  idOf: (row: T) => string,
): Promise<T[]> {
  const limit = 500
  const all: T[] = []
  for (;;) {
    const last = all.at(-1)
    const page = await readPage({ limit, after: last && [idOf(last)] })
    all.push(...page.slice(0, limit))
    if (page.length <= limit) return all
  }
}
