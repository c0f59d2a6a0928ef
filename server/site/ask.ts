import type { App, AppContext } from '../context.ts'
import { Hosts } from './hosts.ts'

/**
 * For a proxy that gets certificates on demand: 200 when pages are shown at this name, 404 when not, so that nobody
 * makes it ask for certificates of names that are none of ours.
 */
export function askRoutes(app: App, context: AppContext) {
  const hosts = new Hosts(context)
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
