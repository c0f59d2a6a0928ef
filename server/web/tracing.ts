import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, type Span, startSpan } from '../telemetry/trace.ts'

/** Requested by machines every few seconds. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Gives each request of the API and the console a span, which continues the trace of its caller. Call it before other
 * hooks, so that they belong to the span. Of the URL, only the route's pattern is recorded.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()
  const continueSpan = (request: FastifyRequest, next: () => void) => {
    const span = spans.get(request)
    if (span) span.run(next)
    else next()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route && untraced.has(route)) return done()
    const { traceparent } = request.headers
    const span = startSpan(request.method, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': request.method, ...(route ? { 'http.route': route } : {}) },
    })
    if (route) span?.rename(`${request.method} ${route}`)
    if (span) spans.set(request, span)
    continueSpan(request, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': statusCode, 'foyer.request_id': request.id })
    if (request.tenantId) span?.set({ 'foyer.tenant_id': request.tenantId })
    if (statusCode >= 500) span?.fail(String(statusCode))
    span?.end()
    continueSpan(request, done)
  })
}
