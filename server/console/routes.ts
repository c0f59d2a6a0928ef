import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { readSecret } from '../secrets/tenantSecret.ts'
import { findKeyByHash } from '../tenants/keyQueries.ts'
import { describeCaller } from '../tenants/me.ts'
import { Me } from '../tenants/schema.ts'
import { type Caller, hashKey } from '../web/auth.ts'
import { emailRoutes } from './emailRoutes.ts'
import { invitationPages } from './invitationRoutes.ts'
import { logoutRoutes } from './logoutRoutes.ts'
import { ownKeyRoutes } from './ownKeyRoutes.ts'
import { passkeyRoutes, passkeySignIn } from './passkeyRoutes.ts'
import { pictureRoutes } from './pictureRoutes.ts'
import { providerRoutes } from './providerRoutes.ts'
import { spendCode } from './queries.ts'
import { SignIn } from './schema.ts'
import { secondFactorRoutes, secondFactorSignIn } from './secondFactorRoutes.ts'
import { sessionRoutes } from './sessionRoutes.ts'
import type { Sessions } from './sessions.ts'
import { sessionWatchRoute } from './sessionWatch.ts'
import { signInRoutes } from './signInRoutes.ts'
import { SignIns } from './signIns.ts'
import { userRoutes } from './userRoutes.ts'

const path = '/console/api/session'

/** Signing in and out of the console. Its other requests use the API. */
export function consoleRoutes(app: App, context: AppContext, sessions: Sessions) {
  const { db } = context
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => sessions.guard(request, reply)
  const signIns = new SignIns(context, sessions)
  app.addHook('onClose', async () => signIns.refused.close())
  signInRoutes(app, context, signIns)
  invitationPages(app, context, sessions, signIns)
  userRoutes(app, context, sessions, signIns)
  ownKeyRoutes(app, context, sessions)
  providerRoutes(app, context, sessions, signIns)
  void logoutRoutes(app, context)
  sessionRoutes(app, context, sessions)
  sessionWatchRoute(app, context, sessions)
  void pictureRoutes(app, context, sessions)
  emailRoutes(app, context, sessions, signIns)
  passkeySignIn(app, context, signIns)
  passkeyRoutes(app, context, sessions)
  secondFactorSignIn(app, context, signIns)
  secondFactorRoutes(app, context, sessions)

  app.get(path, { schema: { hide: true, response: { 200: Me } }, onRequest }, async (request, reply) =>
    describeCaller(context, await sessions.identify(request, reply)),
  )

  app.post(
    path,
    {
      schema: { hide: true, body: SignIn, response: { 201: Me } },
      bodyLimit: 4096,
      onRequest: signIns.guard,
    },
    async (request, reply) => {
      const { caller, session } = await db.inTransaction(async (tx) => {
        const caller = await findSignedIn(tx, request.body)
        const way = request.body.key === undefined ? 'code' : 'key'
        return { caller, session: await sessions.begin(tx, request, caller, way) }
      })
      session.sent(reply)
      return await reply.code(201).send(await describeCaller(context, caller))
    },
  )

  app.delete(path, { schema: { hide: true }, onRequest }, async (request, reply) => {
    await sessions.end(request, reply)
    return await reply.code(204).send()
  })

  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/console/api/*',
    schema: { hide: true },
    onRequest: async (request) => {
      const shown = request.originalUrl.split('?', 1)[0]?.slice(0, 200)
      throw new Problem('route_not_found', `No route matches ${shown}.`)
    },
    handler: async () => {},
  })
}

async function findSignedIn(tx: Parameters<typeof spendCode>[0], { key, code }: SignIn): Promise<Caller> {
  if ((key === undefined) === (code === undefined)) throw invalid('', 'must have either key or code')
  if (key !== undefined) {
    const caller = await findKeyByHash(tx, hashKey(key))
    return caller ?? refuse('key_unknown', 'The key is unknown or was revoked.')
  }
  const kept = readSecret(code as string)
  const caller = kept && (await spendCode(tx, kept))
  return caller ?? refuse('code_unknown', 'The link has been used, has expired, or its key was revoked.')
}

function refuse(code: 'key_unknown' | 'code_unknown', detail: string): never {
  throw new Problem(code, detail)
}
