import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { Type } from 'typebox'
import { Problem } from '../../shared/problem.ts'
import { recordOwn } from '../console/record.ts'
import type { Sessions } from '../console/sessions.ts'
import type { App, AppContext } from '../context.ts'
import { newId } from '../ids.ts'
import { getTenant } from '../tenants/queries.ts'
import { findUser } from '../users/queries.ts'
import { allows, type Caller } from '../web/auth.ts'
import { createConnection, isAppOf } from './queries.ts'
import { type AppScope, appScopes, Decision } from './schema.ts'
import { subjectOf } from './subject.ts'

const path = '/console/api/connect/:uid'
const params = Type.Object({ uid: Type.String({ maxLength: 100 }) })

type ConsentRequest = { params: { uid: string } }

/**
 * The consent screen, where a user decides whether an app may act for them. The library's cookie has this path, so
 * only the browser in which the app asked can decide.
 */
export function consentRoutes(app: App, context: AppContext, sessions: Sessions, provider: Provider) {
  const { db } = context
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => sessions.guard(request, reply)

  app.get(path, { schema: { hide: true, params } }, async (request, reply) =>
    reply.redirect(`/console/connect/${encodeURIComponent((request as ConsentRequest).params.uid)}`, 303),
  )

  app.get(`${path}/request`, { onRequest, schema: { hide: true, params } }, async (request, reply) => {
    const caller = await identifyPerson(sessions, request, reply)
    const appRequest = await readRequest(provider, request, reply)
    const [tenant, user] = await Promise.all([
      getTenant(db.read, caller.tenantId),
      findUser(db.read, caller.userId),
    ])
    const isForeign =
      !appRequest.isConfirmed && !(await isAppOf(db.read, caller.tenantId, appRequest.clientId))
    const scopes = appRequest.scopes.filter((scope) => allows(caller.scopes, scope))
    return { ...appRequest, scopes, isForeign, tenantName: tenant.name ?? tenant.slug, user }
  })

  app.post(
    `${path}/decision`,
    { onRequest, bodyLimit: 4096, schema: { hide: true, params, body: Decision } },
    async (request, reply) => {
      const caller = await identifyPerson(sessions, request, reply)
      const appRequest = await readRequest(provider, request, reply)
      const { scope } = request.body
      const result =
        scope === null
          ? { error: 'access_denied', error_description: 'The person did not allow it.' }
          : await allow(context, provider, request, { caller, appRequest, scope })
      return { location: await provider.interactionResult(request.raw, reply.raw, result) }
    },
  )
}

type ConsentingUser = Caller & { userId: string }

async function identifyPerson(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ConsentingUser> {
  const caller = await sessions.identify(request, reply)
  const { userId } = caller
  if (userId === undefined)
    throw new Problem('user_required', 'Sign in as a person: an app acts as the person who lets it in.')
  return { ...caller, userId }
}

type AppRequest = {
  clientId: string
  name: string
  /** The host of the app: that of its metadata, or else of its redirect URL. */
  host: string
  /** Whether that host has confirmed the app by publishing its metadata. */
  isConfirmed: boolean
  redirectUri: string
  resource: string
  scopes: AppScope[]
  oidcScope: string
}

async function readRequest(
  provider: Provider,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<AppRequest> {
  const { params } = await provider.interactionDetails(raw, reply.raw).catch(() => {
    throw new Problem(
      'step_unknown',
      'This request has expired, or began in another browser. Start again in the app.',
    )
  })
  const clientId = String(params.client_id)
  const client = await provider.Client.find(clientId)
  if (!client) throw new Problem('not_found', 'This app is no longer registered.')
  const isConfirmed = clientId.startsWith('https://')
  const redirectUri = String(params.redirect_uri)
  const requested = String(params.scope ?? '').split(' ')
  const wanted = appScopes.filter((scope) => requested.includes(scope))
  return {
    clientId,
    name: (client.clientName ?? 'An app').slice(0, 100),
    host: new URL(isConfirmed ? clientId : redirectUri).host || redirectUri,
    isConfirmed,
    redirectUri,
    resource: String([params.resource].flat()[0] ?? ''),
    scopes: wanted.length > 0 ? [...wanted] : [...appScopes],
    oidcScope: requested.includes('offline_access') ? 'offline_access' : '',
  }
}

type Allowed = { caller: ConsentingUser; appRequest: AppRequest; scope: AppScope }

async function allow(
  { db, publicUrl }: AppContext,
  provider: Provider,
  request: FastifyRequest,
  { caller, appRequest, scope }: Allowed,
) {
  const { tenantId, userId, keyId, scopes } = caller
  const { clientId, name, host, isConfirmed } = appRequest
  if (!appRequest.scopes.includes(scope) || !allows(scopes, scope))
    throw new Problem('scope_missing', `The scope ${scope} is not asked for, or not yours.`)
  if (!isConfirmed && !(await isAppOf(db.read, tenantId, clientId)))
    throw new Problem('not_found', 'This app is registered by another team.')
  const accountId = subjectOf(tenantId, userId)
  const grant = new provider.Grant({ accountId, clientId })
  grant.jti = newId('connection')
  const resource = appRequest.resource || `${publicUrl()}/mcp`
  for (const each of appRequest.scopes)
    if (allows([scope], each)) grant.addResourceScope(resource, each)
    else grant.rejectResourceScope(resource, each)
  if (appRequest.oidcScope) grant.addOIDCScope(appRequest.oidcScope)
  const grantId = await grant.save()
  await db.inTransaction(async (tx) => {
    await createConnection(tx, tenantId, grantId, { userId, keyId, clientId, name, host, scope })
    recordOwn(tx, request, caller, 'app.connected', { facts: { app: name, host, scope } })
  })
  return { login: { accountId, remember: false }, consent: { grantId } }
}
