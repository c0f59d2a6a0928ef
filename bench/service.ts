import { buildApp } from '../server/app.ts'
import { loadConfig } from '../server/config/config.ts'
import { createContext } from '../server/context.ts'
import type { Database } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { startPostgres } from '../server/embedded/postgres.ts'
import { openLog } from '../server/log/log.ts'
import { issueKey } from '../server/tenants/keys.ts'
import { createTenant } from '../server/tenants/queries.ts'

/** Runs the work with a migrated database, which is stopped afterwards. */
export async function withPostgres<T>(
  folder: string,
  options: string[],
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const server = await startPostgres(folder, options)
  try {
    await migrate(server.url)
    return await work(server.url)
  } finally {
    await server.stop()
  }
}

/** Starts the service in this process, without workers. */
export async function openService(
  databaseUrl: string,
  folder: string,
  settings: Record<string, string> = {},
) {
  const config = loadConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', ...settings })
  const context = await createContext(config, openLog('error'), { databaseUrl })
  const app = await buildApp(context)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(url).port)
  context.listensOn(port)
  const close = async () => {
    await app.close()
    await context.close()
  }
  return { context, url, port, close }
}

export async function openTenant(db: Database, slug = 'bench') {
  return await db.inTransaction(async (tx) => {
    const { tenantId } = (await createTenant(tx, slug, 'Bench')) as { tenantId: string }
    const { key } = await issueKey(tx, tenantId, { name: 'bench', scopes: ['admin'] })
    return { tenantId, key }
  })
}
