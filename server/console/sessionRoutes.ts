import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { describeBrowser, isPhone } from '../users/device.ts'
import { Params } from '../web/schema.ts'
import { recordOwn } from './record.ts'
import { endOtherSessions, endSessionOf, listSessionsOf } from './sessionQueries.ts'
import type { Sessions } from './sessions.ts'
import { identifyUser } from './userRoutes.ts'
import { OwnSessions } from './userSchema.ts'

const path = '/console/api/user/sessions'
const hide = { hide: true }

/** The user's sessions. Ended sessions stop working within a second, on every node. */
export function sessionRoutes(app: App, context: AppContext, sessions: Sessions) {
  const { db, config } = context
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => sessions.guard(request, reply)
  const options = { onRequest }
  const identify = async (request: FastifyRequest, reply: FastifyReply) =>
    (await identifyUser(context, sessions, request, reply)).caller

  app.get(
    path,
    { ...options, schema: { ...hide, response: { 200: OwnSessions } } },
    async (request, reply) => {
      const { userId = '', sessionId } = await identify(request, reply)
      const items = (await listSessionsOf(db.read, userId)).map(({ userAgent, tenantId: _, ...session }) => ({
        ...session,
        browser: describeBrowser(userAgent),
        isPhone: isPhone(userAgent),
        isThis: session.sessionId === sessionId,
      }))
      return { items, idleDays: config.sessionDays.idle, mostDays: config.sessionDays.most }
    },
  )

  app.delete(path, { ...options, schema: hide }, async (request, reply) => {
    const caller = await identify(request, reply)
    const { userId = '', sessionId } = caller
    await db.inTransaction(async (tx) => {
      await endOtherSessions(tx, userId, sessionId)
      recordOwn(tx, request, caller, 'sessions.ended')
    })
    return await reply.code(204).send()
  })

  app.delete(
    `${path}/:session_id`,
    { ...options, schema: { ...hide, params: Params({ session_id: 'session' }) } },
    async (request, reply) => {
      const caller = await identify(request, reply)
      const { session_id: sessionId } = request.params
      await db.inTransaction(async (tx) => {
        if (!(await endSessionOf(tx, caller.userId ?? '', sessionId))) notFound('session', sessionId)
        recordOwn(tx, request, caller, 'sessions.ended')
      })
      return await reply.code(204).send()
    },
  )
}
