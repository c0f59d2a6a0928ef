import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { describeCaller } from '../tenants/me.ts'
import { findKeyByHash } from '../tenants/queries.ts'
import { Me } from '../tenants/schema.ts'
import { type Caller, hashKey } from '../web/auth.ts'
import { networkOf } from '../web/network.ts'
import { RateLimiter } from '../web/rateLimit.ts'
import { spendCode } from './queries.ts'
import { SignIn } from './schema.ts'
import { readSecret } from './secret.ts'
import { recordSession, type Sessions } from './sessions.ts'

/** Enough for an office behind one address; guessing 128 random bits is hopeless anyway. */
const attemptsPerMinute = 60

const path = '/console/api/session'

/** Signing in and out of the console. Its other requests use the API. */
export function consoleRoutes(app: App, context: AppContext, sessions: Sessions) {
  const { db, log, sign } = context
  const attempts = new RateLimiter(db, log, attemptsPerMinute)
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => sessions.guard(request, reply)
  const limitAttempts = async (request: FastifyRequest) => {
    const { left, resetSeconds } = await attempts.take(`sign-in ${sign('sign-in', networkOf(request.ip))}`)
    if (left < 0)
      throw new Problem(
        'rate_limited',
        `At most ${attemptsPerMinute} sign-in attempts are allowed per minute.`,
        {},
        { 'retry-after': String(resetSeconds) },
      )
  }

  app.get(path, { schema: { hide: true, response: { 200: Me } }, onRequest }, async (request, reply) =>
    describeCaller(context, await sessions.identify(request, reply)),
  )

  app.post(
    path,
    {
      schema: { hide: true, body: SignIn, response: { 201: Me } },
      bodyLimit: 4096,
      onRequest: [onRequest, limitAttempts],
    },
    async (request, reply) => {
      const { caller, session } = await db.inTransaction(async (tx) => {
        const caller = await findSignedIn(tx, request.body)
        const by = request.body.key === undefined ? 'link' : 'key'
        recordSession(tx, request, caller, 'session.started', { by })
        return { caller, session: await sessions.begin(tx, request, caller) }
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
