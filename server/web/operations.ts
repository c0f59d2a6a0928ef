import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { Problem } from '../../shared/problem.ts'
import { type Database, isDiskFull } from '../database/database.ts'
import { withTimeout } from '../database/timeout.ts'
import { WorkerHealth } from '../database/workerHealth.ts'
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

/** Number of site responses by status. */
export type AnswerCounts = ReadonlyMap<number, number>

/** Liveness, readiness and metrics. */
export function operationRoutes(
  app: FastifyInstance,
  db: Database,
  isStopping: () => boolean,
  siteAnswers: AnswerCounts,
) {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  // True until a write that allocates space succeeds; true again when a request finds the disk full.
  let isSpaceDoubtful = true
  const workers = new WorkerHealth(db)
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) isSpaceDoubtful = true
  })
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (isStopping()) throw new Problem('unavailable', 'The service is stopping.', {}, { 'retry-after': '5' })
    const needsSpace = isSpaceDoubtful
    await withTimeout(readyMs, demandWritable(db, { needsSpace }))
    if (needsSpace) isSpaceDoubtful = false
    const unreachableWorkers = await workers.findUnreachable(workersMs)
    // Still 200: tenants on the other workers are served.
    return unreachableWorkers.length === 0 ? { status: 'ready' } : { status: 'degraded', unreachableWorkers }
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  offerMetrics(registry)
  const seconds = new Histogram({
    name: 'foyer_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const problems = new Counter({
    name: 'foyer_problems_total',
    help: 'Requests that ended in a problem, by status.',
    labelNames: ['status'],
    registers: [registry],
  })
  new Counter({
    name: 'foyer_site_answers_total',
    help: 'Answers to visitors of sites, by status.',
    labelNames: ['status'],
    registers: [registry],
    // Counted by the site itself: the metrics library would take a large part of the time of a cached page.
    collect() {
      this.reset()
      for (const [status, count] of siteAnswers) this.inc({ status }, count)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the URL: each id would create a time series.
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (reply.statusCode >= 400) problems.inc({ status: reply.statusCode })
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await readMetrics(registry)),
  )
}
