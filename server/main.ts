import type { Config } from './config/config.ts'
import { consoleAddress, isLocal, issueLink } from './console/links.ts'
import { storeAddress } from './console/queries.ts'
import { type AppContext, createContext } from './context.ts'
import { migrate } from './database/migrate.ts'
import { reachDatabase } from './database/reach.ts'
import { welcome } from './demo/welcome.ts'
import { startPostgres } from './embedded/postgres.ts'
import { type Log, openLog } from './log/log.ts'
import { findSampleLink } from './site/queries.ts'
import { listen } from './start/listen.ts'
import { StartError } from './start/startError.ts'
import { takeStartLock } from './start/startLock.ts'
import { forkWebs } from './start/webProcesses.ts'
import { completeFirstStart, type FirstTenant } from './tenants/first.ts'
import { listAdminKeys } from './tenants/queries.ts'
import { startWorkers } from './workers.ts'

/** What a process does: serve requests, run jobs, or both. */
export type Role = 'both' | 'web' | 'worker'

export type Started = {
  /** Where it is reached; a worker is not. */
  url?: string
  /** Made on a first start; it can't be had again. */
  newKey?: string
  /** Where the console is; on a first start on one's own machine, a link that signs in. */
  consoleUrl?: string
  /** A page of the first tenant to look at, where it has one. */
  sampleUrl?: string
  /** Call once the key has been shown: until then a later start makes another in its place. */
  announced?(): Promise<void>
  stop(): Promise<void>
}

export type Notices = {
  /** Something takes longer than it should; shown to the user who waits. */
  wait(text: string): void
  /** The service can't go on and ends. */
  fail(text: string): void
}

/** Starts the database if none is given, brings it up to date, then serves, works, or both. */
export async function start(config: Config, role: Role, notices: Notices): Promise<Started> {
  const log = openLog(config.logLevel)
  await using undo = new AsyncDisposableStack()
  const { ownerUrl, databaseUrl } = await openPostgres(config, role, notices, undo)
  await migrate(ownerUrl)
  const context = await createContext(config, log, { databaseUrl })
  undo.defer(() => context.close())
  // Before anything is served: once it reports ready, the key and the sample data are there.
  const turn = role === 'worker' ? undefined : await takeStartLock(databaseUrl)
  undo.defer(async () => await turn?.release())
  const first = role === 'worker' ? undefined : await welcome(context)
  if (first?.isGivenKeyRevoked)
    log.warn('FOYER_API_KEY was revoked: set another key, or create one with `foyer keys create`')
  const stopWorkers = role === 'web' ? undefined : await startWorkers(context)
  const serving = role === 'worker' ? undefined : serve(context, databaseUrl, log)
  // A port that is taken ends the start: workers would go on by themselves, without a database.
  const web = await serving?.catch(async (error) => {
    await stopWorkers?.()
    throw error
  })
  // Both at once: they share the time that an orchestrator gives.
  undo.defer(async () => void (await Promise.all([web?.stop(), stopWorkers?.()])))
  const sampleUrl = first && (await findSampleUrl(context, first))
  const consoleUrl = first && (await openConsole(context, first))
  const stack = undo.move()
  return {
    url: web && context.publicUrl(),
    newKey: first?.newKey,
    consoleUrl,
    sampleUrl,
    announced: async () => {
      if (first?.isFirst) await context.db.inTransaction(completeFirstStart)
      await turn?.release()
    },
    stop: () => stack.disposeAsync(),
  }
}

/** Notes where the service is, for `foyer console`, and lets a newcomer in without a key to copy. */
async function openConsole({ db, publicUrl }: AppContext, { tenant, isFirst }: FirstTenant): Promise<string> {
  return await db.inTransaction(async (tx) => {
    await storeAddress(tx, publicUrl())
    const [keyId] = isFirst && isLocal(publicUrl()) ? await listAdminKeys(tx, tenant.tenantId) : []
    return keyId ? await issueLink(tx, publicUrl(), tenant.tenantId, keyId) : consoleAddress(publicUrl())
  })
}

async function findSampleUrl(
  { db, siteUrl }: AppContext,
  { tenant }: FirstTenant,
): Promise<string | undefined> {
  const path = await findSampleLink(db.read, tenant.tenantId)
  return path && siteUrl(tenant.slug) + path
}

/** One of the processes that `forkWebs` makes. */
export async function startFork(config: Config, databaseUrl: string): Promise<Started> {
  const log = openLog(config.logLevel)
  await using undo = new AsyncDisposableStack()
  const context = await createContext(config, log, { databaseUrl })
  undo.defer(() => context.close())
  const web = await listen(context)
  undo.defer(() => web.stop())
  const stack = undo.move()
  return { url: context.publicUrl(), stop: () => stack.disposeAsync() }
}

async function openPostgres(
  config: Config,
  role: Role,
  notices: Notices,
  undo: AsyncDisposableStack,
): Promise<{ ownerUrl: string; databaseUrl: string }> {
  if (config.databaseUrl) {
    await reachDatabase(config.databaseUrl, { tell: notices.wait })
    return { ownerUrl: config.databaseUrl, databaseUrl: config.databaseUrl }
  }
  if (role !== 'both')
    throw new StartError(
      `--role ${role} needs DATABASE_URL: processes with different roles share one database.`,
    )
  const embedded = await startPostgres(config.dataDir)
  undo.defer(() => embedded.stop())
  embedded.whenGone(() =>
    notices.fail(`The database stopped; see ${config.dataDir}/postgres.log. Start Foyer again.`),
  )
  return { ownerUrl: embedded.url, databaseUrl: embedded.serviceUrl }
}

async function serve(context: AppContext, databaseUrl: string, log: Log) {
  const { config } = context
  if (config.webConcurrency === 1) return await listen(context)
  const webs = await forkWebs(config, databaseUrl, log)
  context.listensOn(webs.port)
  return webs
}
