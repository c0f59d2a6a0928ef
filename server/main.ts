import cluster from 'node:cluster'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type App, type Ground, openGround } from './ground.ts'
import { type Log, openLog } from './log.ts'
import { migrate } from './migrate.ts'
import { StartError, startPostgres } from './postgres.ts'
import { ensureFirstTenant } from './tenants/first.ts'
import { startWorkers } from './workers.ts'

export const roles = ['both', 'web', 'worker'] as const
export type Role = (typeof roles)[number]

/** What a newcomer is told once the service is ready. */
export type Started = { url?: string; newKey?: string; stop(): Promise<void> }

/** Starts the database if none is given, brings it up to date, then serves, works, or both. */
export async function start(config: Config, role: Role): Promise<Started> {
  const log = openLog(config.logLevel)
  const embedded = config.databaseUrl ? undefined : await startPostgres(config.dataDir)
  const databaseUrl = config.databaseUrl ?? (embedded?.url as string)
  const undo: (() => Promise<void>)[] = embedded ? [() => embedded.stop()] : []
  const stop = async () => {
    for (const step of undo.splice(0).reverse())
      await step().catch((error) => log.error({ err: error }, 'stopping'))
  }
  try {
    if (cluster.isPrimary) await migrate(databaseUrl)
    const manyWebs = cluster.isPrimary && role !== 'worker' && config.webConcurrency > 1
    const ground = await openGround(config, log, { databaseUrl, works: role !== 'web' })
    undo.push(() => ground.close())
    const newKey = cluster.isPrimary ? await ensureFirstTenant(ground) : undefined
    if (role !== 'web') undo.push(await startWorkers(ground))
    if (role === 'worker') return { newKey, stop }
    const web = manyWebs ? await forkWebs(config, databaseUrl, log) : await listen(ground)
    undo.push(web.stop)
    ground.listensOn(web.port)
    return { url: ground.publicUrl(), newKey, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Serves in this process. A port that was not asked for gives way to the next free one. */
async function listen(ground: Ground): Promise<{ port: number; stop(): Promise<void> }> {
  const { config } = ground
  const app = await buildApp(ground)
  const lastPort = config.portGiven ? config.port : config.port + 20
  for (let port = config.port; ; port++) {
    try {
      await app.listen({ port, host: config.host })
      const actual = (app.server.address() as { port: number }).port
      ground.listensOn(actual)
      return { port: actual, stop: () => closeApp(app) }
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'EADDRINUSE' && port < lastPort) continue
      await app.close()
      if (code === 'EADDRINUSE')
        throw new StartError(
          `Port ${port} on ${config.host} is taken. Set PORT to a free one, or stop what uses it.`,
        )
      if (code === 'EACCES')
        throw new StartError(`Port ${port} may not be used by this user. Set PORT to one above 1023.`)
      throw error
    }
  }
}

/** What runs may finish, for as long as an orchestrator waits; then connections are cut. */
async function closeApp(app: App) {
  const cut = setTimeout(() => app.server.closeAllConnections(), 25_000).unref()
  await app.close()
  clearTimeout(cut)
}

/** Serves in several processes that share one port; one that dies is replaced. */
async function forkWebs(config: Config, databaseUrl: string, log: Log) {
  let stopping = false
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir }
  cluster.setupPrimary({
    exec: new URL('./cli.ts', import.meta.url).pathname,
    args: ['start', '--role', 'web'],
  })
  cluster.on('exit', (worker) => {
    if (stopping) return
    log.error({ pid: worker.process.pid }, 'a web process died and is replaced')
    cluster.fork(environment)
  })
  for (let i = 0; i < config.webConcurrency; i++) cluster.fork(environment)
  const port = await new Promise<number>((resolve) =>
    cluster.once('listening', (_worker, { port }) => resolve(port)),
  )
  return {
    port,
    async stop() {
      stopping = true
      const workers = Object.values(cluster.workers ?? {})
      await Promise.all(
        workers.map((worker) => {
          const gone = new Promise((resolve) => worker?.once('exit', resolve))
          worker?.process.kill('SIGTERM')
          return gone
        }),
      )
    },
  }
}
