import type { FastifyInstance } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import { type Database, isDiskFull } from '../database/database.ts'
import { findLaterSteps, listSteps, shipped } from '../database/laterSteps.ts'
import { withTimeout } from '../database/timeout.ts'
import { WorkerHealth } from '../database/workerHealth.ts'
import { reportQueueDepth } from '../queue/depth.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { offerMetrics, readMetrics } from './metrics.ts'

/** Orchestrators expect a response within two seconds. */
const readyMs = 1_000
const workersMs = 700

/**
 * A read would succeed on a standby, so readiness is checked with a write. One row is updated in place even on a full
 * disk; with `needsSpace` the write allocates new pages.
 */
async function demandWritable(db: Database, { needsSpace }: { needsSpace: boolean }): Promise<void> {
  await db.inTransaction((tx) =>
    needsSpace
      ? tx`update readiness set checked_at = now(), filler = repeat('0', 65536)`
      : tx`update readiness set checked_at = now()`,
  )
}

/** Counted by the site itself, because the metrics library would take a large part of the time of a cached page. */
export type SiteCounts = {
  /** Responses by status. */
  answers: ReadonlyMap<number, number>
  /** The number of visit reports written. */
  reports(): number
}

/** Liveness, readiness and metrics. */
export function operationRoutes(
  app: FastifyInstance,
  { db, metrics }: Pick<AppContext, 'db' | 'metrics'>,
  isStopping: () => boolean,
  site: SiteCounts,
) {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  // True until a write that allocates space succeeds; true again when a request finds the disk full.
  let isSpaceDoubtful = true
  const workers = new WorkerHealth(db)
  const known = listSteps(shipped)
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) isSpaceDoubtful = true
  })
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (isStopping()) throw new Problem('unavailable', 'The service is stopping.', {}, { 'retry-after': '5' })
    const needsSpace = isSpaceDoubtful
    const read = async () => await findLaterSteps(db.read, await known)
    const checks = Promise.all([read(), demandWritable(db, { needsSpace })])
    const [later] = await withTimeout(readyMs, checks)
    if (needsSpace) isSpaceDoubtful = false
    const unreachableWorkers = await workers.findUnreachable(workersMs)
    return {
      // Still 200: tenants on the other workers are served.
      ...(unreachableWorkers.length === 0 ? { status: 'ready' } : { status: 'degraded', unreachableWorkers }),
      // An upgrade is under way, and this process is of the previous version.
      ...(later.length > 0 && { laterMigrations: later.map(({ name }) => name) }),
    }
  })

  const { registry } = metrics
  metrics.readProcess()
  offerMetrics(registry)
  reportQueueDepth(metrics, db.read)
  reportSite(metrics, site)
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the URL: each id would create a time series.
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    const labels = { method: request.method, route, status }
    metrics.observe('foyer_http_request_duration_seconds', labels, reply.elapsedTime / 1000)
    if (status >= 400) metrics.count('foyer_problems_total', { status })
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await readMetrics(registry)),
  )
}

function reportSite(metrics: Metrics, { answers, reports }: SiteCounts) {
  const byStatus = {
    name: 'foyer_site_answers_total',
    help: 'Answers to visitors of sites, by status.',
    labelNames: ['status'],
  }
  metrics.read('counter', byStatus, () => [...answers].map(([status, count]) => [{ status }, count] as const))
  const written = { name: 'foyer_visit_reports_total', help: 'Reports of visits that are written.' }
  metrics.read('counter', written, () => [[{}, reports()]])
}
