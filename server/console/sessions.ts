import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import { actorOf, originOf } from '../audit/requests.ts'
import { recordEvent } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { type Caller, Trust } from '../web/auth.ts'
import { SessionCookie } from './cookie.ts'
import { demandOwnOrigin } from './origin.ts'
import { createSession, endSession, findSession, renewSession, type Session } from './queries.ts'
import { newSecret, readSecret } from './secret.ts'

const prefix = '/console/api'
const apiCall = /^\/console\/api\/v0(?=[/?]|$)/

/** The console calls the API under its own path, which is rewritten to the same routes. */
export function rewriteConsoleUrl({ url = '' }: { url?: string | undefined }): string {
  return apiCall.test(url) ? url.slice(prefix.length) : url
}

/** Whether a request to the API came through the console. Only the rewriting above can cause that. */
export function isFromConsole({ originalUrl }: FastifyRequest): boolean {
  return apiCall.test(originalUrl)
}

/** Identifies signed-in users by their cookie. */
export class Sessions {
  readonly #context: Pick<AppContext, 'db' | 'publicUrl'>
  readonly #cookie: SessionCookie
  readonly #trusted: Trust<Session>

  constructor(context: Pick<AppContext, 'db' | 'publicUrl'>) {
    this.#context = context
    this.#cookie = new SessionCookie(context.publicUrl)
    this.#trusted = new Trust(async (_hash, secret) => {
      const kept = readSecret(secret)
      return kept && (await findSession(context.db.read, kept))
    })
  }

  /** The checks and headers of all requests through the console. */
  guard(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    demandOwnOrigin(request, this.#context.publicUrl())
  }

  /** The caller of a request's cookie; renews the session. */
  async identify(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const secret = this.#cookie.read(request)
    const session = secret === undefined ? undefined : await this.#trusted.find(secret)
    if (secret === undefined || !session)
      throw new Problem('session_missing', 'You are not signed in, or your session has ended.')
    if (session.isDue && !reply.raw.headersSent) await this.#renew(request, reply, secret, session)
    const { tenantId, keyId, scopes } = session
    return { tenantId, keyId, scopes }
  }

  async #renew(
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string,
    session: Session,
  ): Promise<void> {
    const kept = readSecret(secret)
    const expiresAt = kept && (await this.#context.db.inTransaction((tx) => renewSession(tx, kept, session)))
    this.#trusted.forget(secret)
    if (expiresAt) this.#cookie.write(request, reply, secret, expiresAt)
  }

  /** Signs in a caller and replaces their previous session. Call `sent` after the commit. */
  async begin(tx: Tx, request: FastifyRequest, { tenantId, keyId }: Caller) {
    await this.#endWithin(tx, request)
    const { secret, ...kept } = newSecret(tenantId, 32)
    const expiresAt = await createSession(tx, kept, keyId)
    return { sent: (reply: FastifyReply) => this.#cookie.write(request, reply, secret, expiresAt) }
  }

  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#context.db.inTransaction(async (tx) => {
      const ended = await this.#endWithin(tx, request)
      if (ended) recordSession(tx, request, ended, 'session.ended')
    })
    this.#cookie.clear(request, reply)
  }

  async #endWithin(tx: Tx, request: FastifyRequest): Promise<Pick<Caller, 'tenantId' | 'keyId'> | undefined> {
    const secret = this.#cookie.read(request)
    const kept = secret === undefined ? undefined : readSecret(secret)
    if (secret === undefined || !kept) return undefined
    const keyId = await endSession(tx, kept)
    this.#trusted.forget(secret)
    return keyId === undefined ? undefined : { tenantId: kept.tenantId, keyId }
  }
}

/** Records that somebody signed in or out. */
export function recordSession(
  tx: Tx,
  request: FastifyRequest,
  caller: Pick<Caller, 'tenantId' | 'keyId'>,
  event: 'session.started' | 'session.ended',
  facts?: { by: 'key' | 'link' },
): void {
  const { requestId, ...details } = originOf(request)
  recordEvent(tx, caller.tenantId, event, {
    actor: actorOf(caller),
    way: 'console',
    objectId: caller.keyId,
    requestId,
    details: { ...details, ...(facts && { facts }) },
  })
}
