import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Cause, causes } from '../../audit/cause.ts'
import { originOf } from '../../audit/requests.ts'
import type { App, AppContext } from '../../context.ts'
import type { Tx } from '../../database/database.ts'
import { identifyByKey, requireCallers } from '../../web/auth.ts'
import { sendProblem } from '../../web/errors.ts'
import { limitRates, RateLimiter } from '../../web/rateLimit.ts'
import { scanJson } from '../../web/scanJson.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './documents.ts'
import { notFound, ScimError, toDocument } from './error.ts'
import { patchGroup, provisionGroup, removeGroup, replaceGroup, searchGroups, showGroup } from './groups.ts'
import { readFilter, readSlice, toList } from './request.ts'
import { findProvisioner } from './token.ts'
import { patchUser, provisionUser, removeUser, replaceUser, searchUsers, showUser } from './users.ts'

const options = { schema: { hide: true }, config: { scope: 'admin' } } as const
const mediaType = 'application/scim+json'

type ScimCall = { params: { id: string }; query: Record<string, unknown> }
const partsOf = (request: FastifyRequest) => request as unknown as ScimCall

/** Provisioning by SCIM 2.0 (RFC 7643 and 7644). A token only gives access to its own tenant. */
export async function scimRoutes(app: App, context: AppContext) {
  await app.register(
    async (scim) => {
      useScimFormat(scim, context)
      describeService(scim, context)
      userRoutes(scim, context)
      groupRoutes(scim, context)
    },
    { prefix: '/scim/v2' },
  )
}

function useScimFormat(app: App, { db, log, config }: AppContext) {
  const limitFailures = config.rateLimitPerMinute > 0
  requireCallers(
    app,
    identifyByKey((_hash, token) => findProvisioner(db, token), { limitFailures }),
  )
  if (limitFailures) limitRates(app, new RateLimiter(db, log, config.rateLimitPerMinute), undefined)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    try {
      scanJson(bytes)
    } catch (error) {
      return done(error as Error)
    }
    return parse(request, bytes.toString(), done)
  })
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done()
    causes.run(causeOf(request), done)
  })
  app.setErrorHandler((error, request, reply) => {
    const document = toDocument(error)
    if (Number(document.status) >= 500) return sendProblem(request, reply, error)
    return answer(reply.code(Number(document.status)), document)
  })
  app.setNotFoundHandler((_request, reply) =>
    answer(reply.code(404), toDocument(new ScimError(404, 'There is no such endpoint.'))),
  )
}

/** Changes by provisioning are recorded with the provider as the actor. */
function causeOf(request: FastifyRequest): Cause {
  const { id } = partsOf(request).params
  const kind = request.routeOptions.url?.includes('/Groups') ? 'Group' : 'User'
  const verb = { POST: 'provision', DELETE: 'deprovision' }[request.method] ?? 'reprovision'
  return {
    tenantId: request.tenantId,
    actor: { kind: 'provider', id: null, keyId: null },
    way: 'provider',
    action: `${verb}${kind}`,
    ...originOf(request),
    ids: id === undefined ? [] : [id],
    creates: false,
    input: {},
    hidden: [],
    isRecorded: false,
  }
}

function answer(reply: FastifyReply, document: object) {
  return reply.type(mediaType).serializer(JSON.stringify).send(document)
}

function describeService(app: App, { publicUrl }: AppContext) {
  const base = () => `${publicUrl()}/scim/v2`
  const lists = { '/ResourceTypes': resourceTypes, '/Schemas': schemas }
  app.get('/ServiceProviderConfig', options, async (_request, reply) =>
    answer(reply, serviceProviderConfig(base())),
  )
  for (const [path, list] of Object.entries(lists)) {
    app.get(path, options, async (_request, reply) => {
      const all = list(base())
      return answer(reply, toList(all, all.length, { startIndex: 1, count: all.length }))
    })
    app.get(`${path}/:id`, options, async (request, reply) => {
      const { id } = partsOf(request).params
      return answer(reply, list(base()).find((one) => one.id === id) ?? notFound(id))
    })
  }
}

function userRoutes(app: App, { db, publicUrl }: AppContext) {
  const base = () => `${publicUrl()}/scim/v2`
  const change = (work: (tx: Tx, tenantId: string, id: string, body: unknown) => Promise<void>) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const { tenantId, body } = request
      const { id } = partsOf(request).params
      const document = await db.inTransaction(async (tx) => {
        await work(tx, tenantId, id, body)
        return await showUser(tx, base(), tenantId, id)
      })
      return await answer(reply, document)
    }
  }
  app.get('/Users', options, async (request, reply) => {
    const { query } = partsOf(request)
    const found = searchUsers(db.read, base(), request.tenantId, readFilter(query.filter), readSlice(query))
    return answer(reply, await found)
  })
  app.get('/Users/:id', options, async (request, reply) =>
    answer(reply, await showUser(db.read, base(), request.tenantId, partsOf(request).params.id)),
  )
  app.post('/Users', options, async ({ tenantId, body }, reply) => {
    const document = await db.inTransaction(async (tx) =>
      showUser(tx, base(), tenantId, await provisionUser(tx, tenantId, body)),
    )
    return created(reply, document)
  })
  app.put('/Users/:id', options, change(replaceUser))
  app.patch('/Users/:id', options, change(patchUser))
  app.delete('/Users/:id', options, async (request, reply) => {
    await db.inTransaction((tx) => removeUser(tx, request.tenantId, partsOf(request).params.id))
    return await reply.code(204).send()
  })
}

function groupRoutes(app: App, { db, publicUrl }: AppContext) {
  const base = () => `${publicUrl()}/scim/v2`
  const withMembers = ({ excludedAttributes }: Record<string, unknown>) =>
    !String(excludedAttributes ?? '')
      .toLowerCase()
      .split(',')
      .includes('members')
  app.get('/Groups', options, async (request, reply) => {
    const { query } = partsOf(request)
    const [filter, slice] = [readFilter(query.filter), readSlice(query)]
    const found = searchGroups(db.read, base(), request.tenantId, filter, slice, withMembers(query))
    return answer(reply, await found)
  })
  app.get('/Groups/:id', options, async (request, reply) => {
    const { params, query } = partsOf(request)
    return answer(reply, await showGroup(db.read, base(), request.tenantId, params.id, withMembers(query)))
  })
  app.post('/Groups', options, async ({ tenantId, body }, reply) => {
    const document = await db.inTransaction(async (tx) =>
      showGroup(tx, base(), tenantId, await provisionGroup(tx, tenantId, body)),
    )
    return created(reply, document)
  })
  app.put('/Groups/:id', options, async (request, reply) => {
    const { tenantId, body } = request
    const { id } = partsOf(request).params
    const document = await db.inTransaction(async (tx) => {
      await replaceGroup(tx, tenantId, id, body)
      return await showGroup(tx, base(), tenantId, id)
    })
    return answer(reply, document)
  })
  app.patch('/Groups/:id', options, async (request, reply) => {
    const { tenantId, body } = request
    await db.inTransaction((tx) => patchGroup(tx, tenantId, partsOf(request).params.id, body))
    return await reply.code(204).send()
  })
  app.delete('/Groups/:id', options, async (request, reply) => {
    await db.inTransaction((tx) => removeGroup(tx, request.tenantId, partsOf(request).params.id))
    return await reply.code(204).send()
  })
}

function created(reply: FastifyReply, document: object) {
  const { meta } = document as { meta: { location: string } }
  return answer(reply.code(201).header('location', meta.location), document)
}
