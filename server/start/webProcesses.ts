import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { AppContext } from '../context.ts'
import { shareMetrics } from '../web/metrics.ts'
import { takePort, type Web } from './listen.ts'
import { StartError } from './startError.ts'

/** A process that exits early is replaced after a pause, so that a recurring fault doesn't exhaust the machine. */
const pauseMs = 1_000

/** Serves in several processes that share one port; one that exits is replaced. */
export async function forkWebs(
  { config, log, metrics }: Pick<AppContext, 'config' | 'log' | 'metrics'>,
  databaseUrl: string,
): Promise<Web> {
  const port = await takePort(config, probe(config.host))
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, PORT: String(port) }
  let stopping = false
  // Each process accepts its own connections. If the primary accepted and passed them on, a connection in transit to a
  // killed process would stay open without a response.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../../bin/foyer.js', import.meta.url)),
    args: ['start', '--role', 'web'],
  })
  shareMetrics(metrics.registry)

  const first = Array.from({ length: config.webConcurrency }, () => cluster.fork(environment))
  const stop = async () => {
    stopping = true
    const living = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(living.map(endWorker))
  }
  try {
    await Promise.all(first.map(isListening))
  } catch (error) {
    await stop()
    throw error
  }
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return
    log.error({ pid: worker.process.pid, code, signal }, 'a web process ended and is replaced')
    setTimeout(() => stopping || cluster.fork(environment), pauseMs)
  })
  return { port, stop }
}

/** Binds a port briefly, to check that it is free and to resolve port 0 to a number. */
function probe(host: string) {
  return async (port: number) => {
    const server = createServer().listen({ port, host, exclusive: true })
    await once(server, 'listening')
    const found = (server.address() as AddressInfo).port
    await new Promise((resolve) => server.close(resolve))
    return found
  }
}

async function isListening(worker: Worker): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.once('listening', () => resolve())
    worker.once('exit', () => reject(new StartError('A web process did not start. See the error above.')))
  })
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const gone = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await gone
}
