import type { App, AppContext } from '../context.ts'
import { SiteHosts } from './hosts.ts'

/**
 * For a proxy that requests certificates on demand: 200 if pages are served at this name, otherwise 404, so that it
 * doesn't request certificates for arbitrary names.
 */
export function askRoutes(app: App, context: AppContext) {
  const hosts = new SiteHosts(context)
  app.get('/internal/ask', { schema: { hide: true } }, async (request, reply) => {
    const { domain } = request.query as Record<string, unknown>
    const host = typeof domain === 'string' && !domain.includes(':') ? await hosts.find(domain) : undefined
    return await reply
      .code(host ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(host ? 'yes' : 'no')
  })
}
