import type { FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { Problem } from '../../shared/problem.ts'
import type { Sessions } from '../console/sessions.ts'
import type { App, AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import type { Caller } from '../web/auth.ts'
import { safeHeaders } from '../web/errors.ts'
import { MinuteCounts, secondsLeft } from '../web/minuteCounts.ts'
import { networkOf } from '../web/network.ts'
import { consentRoutes } from './consent.ts'
import { deleteConnection, findConnectionCaller, touchConnection } from './queries.ts'
import { appScopes } from './schema.ts'
import { tenantOf } from './subject.ts'

const mostRequests = 120
const hidden = { schema: { hide: true } }

export type FindTokenCaller = (token: string) => Promise<Caller | undefined>

/**
 * OAuth 2.1 for users' clients of `/mcp`. Off until PUBLIC_URL is set, because tokens and URLs contain it. Returns a
 * function that finds the caller of a token.
 */
export async function oauthRoutes(
  app: App,
  context: AppContext,
  sessions: Sessions,
): Promise<FindTokenCaller | undefined> {
  if (context.config.publicUrl === undefined) return undefined
  // Imported on demand, because it includes a web framework of its own.
  const { openProvider } = await import('./provider.ts')
  const provider = await openProvider(context)
  followGrants(provider, context)
  describeResource(app, context)
  await app.register(async (scope) => serveProvider(scope, provider, context))
  consentRoutes(app, context, sessions, provider)
  return async (token) => {
    const found = await provider.AccessToken.find(token)
    if (!found?.isValid || !found.grantId || !found.accountId) return undefined
    return await findConnectionCaller(context.db.read, tenantOf(found.accountId), found.grantId)
  }
}

/** Metadata of the protected resource (RFC 9728), at both paths that clients try. */
function describeResource(app: App, { publicUrl }: AppContext) {
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
    app.get(path, hidden, async (_request, reply) =>
      reply.headers({ ...safeHeaders, 'access-control-allow-origin': '*' }).send({
        resource: `${publicUrl()}/mcp`,
        authorization_servers: [publicUrl()],
        scopes_supported: [...appScopes],
        bearer_methods_supported: ['header'],
        resource_name: 'Foyer',
      }),
    )
}

function serveProvider(app: App, provider: Provider, { publicUrl, config }: AppContext) {
  const answer = provider.callback()
  const counts = new MinuteCounts(mostRequests)
  const { host, protocol } = new URL(publicUrl())
  app.removeAllContentTypeParsers()
  // The library reads the body itself.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const paths = ['/oauth/*', '/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']
  for (const url of paths)
    app.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url,
      ...hidden,
      handler: async (request, reply) => {
        if (config.rateLimitPerMinute > 0) limitNetwork(request, counts)
        const { headers } = request.raw
        Object.assign(headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) })
        // Every authorisation starts over, because the console determines who is signed in.
        if (request.url.startsWith('/oauth/authorize?')) {
          delete headers.cookie
          request.raw.url = withScopes(request.url)
        }
        reply.hijack()
        await answer(request.raw, reply.raw)
      },
    })
}

/**
 * A client that requests no scopes gets all to choose from: the user decides, and the library would reject an empty
 * list.
 */
function withScopes(url: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const params = new URLSearchParams(query)
  if (!params.get('scope')) params.set('scope', appScopes.join(' '))
  return `${path}?${params}`
}

function limitNetwork({ ip }: FastifyRequest, counts: MinuteCounts): void {
  const now = databaseNow()
  if (counts.take(networkOf(ip), now)) return
  const detail = `There were ${mostRequests} requests from this network within a minute.`
  throw new Problem('rate_limited', detail, {}, { 'retry-after': String(secondsLeft(now)) })
}

/** Deletes a connection when its tokens are revoked, which the library also does if a refresh token is used twice. */
function followGrants(provider: Provider, { db, log }: AppContext) {
  const warn = (error: unknown) => log.warn({ err: error }, 'a connection could not be updated')
  provider.on('grant.success', ({ oidc }) => {
    const { accountId, grantId } = oidc.entities.AccessToken ?? {}
    if (accountId && grantId)
      db.inTransaction((tx) => touchConnection(tx, tenantOf(accountId), grantId)).catch(warn)
  })
  provider.on('grant.revoked', ({ oidc }, grantId) => {
    const accountId = oidc.entities.RefreshToken?.accountId ?? oidc.entities.AccessToken?.accountId
    if (accountId) db.inTransaction((tx) => deleteConnection(tx, tenantOf(accountId), grantId)).catch(warn)
  })
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'authorisation failed'))
}
