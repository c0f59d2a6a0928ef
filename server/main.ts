import { warmUpThreads } from './agent/pool.ts'
import { backUpBeforeUpgrade } from './backup/beforeUpgrade.ts'
import type { Config } from './config/config.ts'
import { consoleAddress, isLocal, issueLink } from './console/links.ts'
import { storeAddress } from './console/queries.ts'
import { type AppContext, createContext } from './context.ts'
import { migrate } from './database/migrate.ts'
import { reachDatabase } from './database/reach.ts'
import { welcome } from './demo/welcome.ts'
import { startPostgres } from './embedded/postgres.ts'
import { openLog } from './log/log.ts'
import { findSampleLink } from './site/queries.ts'
import { syncEnvironmentProvider } from './sso/environment.ts'
import { listen } from './start/listen.ts'
import { StartError } from './start/startError.ts'
import { takeStartLock } from './start/startLock.ts'
import { forkWebs } from './start/webProcesses.ts'
import { startTelemetry } from './telemetry/telemetry.ts'
import { completeFirstStart, type FirstTenant } from './tenants/first.ts'
import { listAdminKeys } from './tenants/keyQueries.ts'
import { warmUpLater } from './threads/warmUp.ts'
import { startWorkers } from './workers.ts'

/** What a process does: serve requests, run jobs, or both. */
export type ProcessRole = 'both' | 'web' | 'worker'

export type Started = {
  /** Undefined for a worker. */
  url?: string
  /** The API key created on a first start, which can't be read again later. */
  newKey?: string
  /** The URL of the console; on a first start on a local machine, a sign-in link. */
  consoleUrl?: string
  /** A page of the first tenant, if it has one. */
  sampleUrl?: string
  /** Call it once the key was shown: otherwise the next start replaces the key. */
  announced?(): Promise<void>
  stop(): Promise<void>
}

export type Notices = {
  /** Called when something takes long; shown to the user. */
  wait(text: string): void
  /** The service can't continue and exits. */
  fail(text: string): void
}

const besideLater =
  'the database was migrated by a later version, beside which this one runs: upgrade this node too'

/** Starts the database if none is configured, migrates it, then serves requests, runs jobs, or both. */
export async function start(config: Config, role: ProcessRole, notices: Notices): Promise<Started> {
  await using undo = new AsyncDisposableStack()
  const { telemetry, log } = await openTelemetryAndLog(config, undo)
  const { ownerUrl, databaseUrl } = await openPostgres(config, role, notices, undo)
  await migrate(ownerUrl, { onLater: (names) => log.warn({ migrations: names }, besideLater) })
  const context = await createContext(config, log, { databaseUrl })
  undo.defer(() => context.close())
  telemetry?.exportMetrics(context.metrics.registry)
  // Before serving: once the service is ready, the key and the sample data exist.
  const turn = role === 'worker' ? undefined : await takeStartLock(databaseUrl)
  undo.defer(async () => await turn?.release())
  const first = role === 'worker' ? undefined : await welcome(context)
  if (first) await syncEnvironmentProvider(context, first.tenant.tenantId)
  if (first?.isGivenKeyRevoked)
    log.warn('FOYER_API_KEY was revoked: set another key, or create one with `foyer keys create`')
  const stopWorkers = role === 'web' ? undefined : await startWorkers(context)
  if (stopWorkers && !config.model) warmUpLater(warmUpThreads)
  const serving = role === 'worker' ? undefined : serve(context, databaseUrl)
  // If the port is taken, the start fails and must stop the workers.
  const web = await serving?.catch(async (error) => {
    await stopWorkers?.()
    throw error
  })
  // Concurrently, as orchestrators limit the total time.
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

/** Stores the URL of the service for `foyer console`, and on a first start issues a sign-in link. */
async function openConsole({ db, publicUrl }: AppContext, { tenant, isFirst }: FirstTenant): Promise<string> {
  return await db.inTransaction(async (tx) => {
    await storeAddress(tx, publicUrl())
    const [keyId] = isFirst && isLocal(publicUrl()) ? await listAdminKeys(tx, tenant.tenantId) : []
    if (!keyId) return consoleAddress(publicUrl())
    return await issueLink(tx, publicUrl(), tenant.tenantId, keyId, { isFirst })
  })
}

async function findSampleUrl(
  { db, siteUrl }: AppContext,
  { tenant }: FirstTenant,
): Promise<string | undefined> {
  const path = await findSampleLink(db.read, tenant.tenantId)
  return path && siteUrl(tenant.slug) + path
}

/** One of the processes of `forkWebs`. */
export async function startFork(config: Config, databaseUrl: string): Promise<Started> {
  await using undo = new AsyncDisposableStack()
  const { telemetry, log } = await openTelemetryAndLog(config, undo)
  const context = await createContext(config, log, { databaseUrl })
  undo.defer(() => context.close())
  telemetry?.exportMetrics(context.metrics.registry)
  const web = await listen(context)
  undo.defer(() => web.stop())
  const stack = undo.move()
  return { url: context.publicUrl(), stop: () => stack.disposeAsync() }
}

/** Opens telemetry first: the log exports its lines through it, and traces include everything that follows. */
async function openTelemetryAndLog(config: Config, undo: AsyncDisposableStack) {
  const telemetry = await startTelemetry(config)
  undo.defer(async () => await telemetry?.close())
  return { telemetry, log: openLog(config.logLevel, telemetry?.takeLine) }
}

async function openPostgres(
  config: Config,
  role: ProcessRole,
  notices: Notices,
  undo: AsyncDisposableStack,
): Promise<{ ownerUrl: string; databaseUrl: string }> {
  if (config.databaseUrl) {
    await reachDatabase(config.databaseUrl, { notify: notices.wait })
    return { ownerUrl: config.databaseUrl, databaseUrl: config.databaseUrl }
  }
  if (role !== 'both')
    throw new StartError(
      `--role ${role} needs DATABASE_URL: processes with different roles share one database.`,
    )
  const embedded = await startPostgres(config.dataDir)
  undo.defer(() => embedded.stop())
  const backup = await backUpBeforeUpgrade(config.dataDir, embedded.url)
  if (backup) notices.wait(`The database is upgraded. A backup of it is in ${backup}.`)
  embedded.onExit(() =>
    notices.fail(`The database stopped; see ${config.dataDir}/postgres.log. Start Foyer again.`),
  )
  return { ownerUrl: embedded.url, databaseUrl: embedded.serviceUrl }
}

async function serve(context: AppContext, databaseUrl: string) {
  const { config } = context
  if (config.webConcurrency === 1) return await listen(context)
  const webs = await forkWebs(context, databaseUrl)
  context.listensOn(webs.port)
  return webs
}
