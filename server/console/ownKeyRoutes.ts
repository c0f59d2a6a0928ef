import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { notFound, Problem } from '../../shared/problem.ts'
import { ClosedObject } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { listKeysOf, revokeKey } from '../tenants/keyQueries.ts'
import { demandFuture, issueKey } from '../tenants/keys.ts'
import { ApiKey, ApiKeyInput, NewApiKey } from '../tenants/schema.ts'
import { allows } from '../web/auth.ts'
import { Params } from '../web/schema.ts'
import { recordOwn } from './record.ts'
import type { Sessions } from './sessions.ts'
import { identifyUser } from './userRoutes.ts'

const path = '/console/api/user/keys'
const hide = { hide: true }
const OwnKeys = ClosedObject({ items: Type.Array(ApiKey) })

/** The user's personal keys for the present tenant. Every role may have them. */
export function ownKeyRoutes(app: App, context: AppContext, sessions: Sessions) {
  const { db } = context
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => sessions.guard(request, reply)
  const options = { onRequest, bodyLimit: 4096 }
  const identify = async (request: FastifyRequest, reply: FastifyReply) =>
    (await identifyUser(context, sessions, request, reply)).caller

  app.get(path, { ...options, schema: { ...hide, response: { 200: OwnKeys } } }, async (request, reply) => {
    const { tenantId, userId = '' } = await identify(request, reply)
    return { items: await listKeysOf(db.read, tenantId, userId) }
  })

  app.post(
    path,
    {
      ...options,
      config: { confirms: true },
      schema: { ...hide, body: ApiKeyInput, response: { 201: NewApiKey } },
    },
    async (request, reply) => {
      const caller = await identify(request, reply)
      const { tenantId, userId = '', scopes } = caller
      const { body } = request
      demandFuture(body.expiresAt)
      if (!body.scopes.every((scope) => allows(scopes, scope)))
        throw new Problem(
          'scope_missing',
          `A key of yours can have the scopes of your role: ${scopes.join(', ')}.`,
        )
      const key = await db.inTransaction(async (tx) => {
        const made = await issueKey(tx, tenantId, { ...body, kind: 'personal', userId })
        recordOwn(tx, request, caller, 'own_key.created', { objectId: made.keyId, label: body.name })
        return made
      })
      return await reply.code(201).send(key)
    },
  )

  app.delete(
    `${path}/:key_id`,
    { ...options, config: { confirms: true }, schema: { ...hide, params: Params({ key_id: 'key' }) } },
    async (request, reply) => {
      const caller = await identify(request, reply)
      const { tenantId, userId = '' } = caller
      const { key_id: keyId } = request.params
      const own = await listKeysOf(db.read, tenantId, userId)
      if (!own.some((key) => key.keyId === keyId)) notFound('key of yours', keyId)
      await db.inTransaction(async (tx) => {
        await revokeKey(tx, tenantId, keyId)
        recordOwn(tx, request, caller, 'own_key.revoked', { objectId: keyId })
      })
      return await reply.code(204).send()
    },
  )
}
