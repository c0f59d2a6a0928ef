import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import type { Tx } from '../database/database.ts'
import { newSecret, readSecret } from '../secrets/tenantSecret.ts'
import { isStillConfirmed } from '../sso/sessions.ts'
import { notifyAccess } from '../tenants/accessChanges.ts'
import { toMilliseconds } from '../time.ts'
import { hasOwnCredential } from '../users/credentials.ts'
import { shortened } from '../users/device.ts'
import { listProvidersOfUser } from '../users/identities.ts'
import { allows, type Caller, SecretCache } from '../web/auth.ts'
import { SessionCookie } from './cookie.ts'
import { demandOwnOrigin } from './origin.ts'
import { demandWithinTenant } from './providerSessions.ts'
import {
  type ConsoleSession,
  confirmSession,
  copySession,
  createSession,
  endSession,
  findSession,
  renewSession,
  type SignInMethod,
} from './queries.ts'
import { recordOwn } from './record.ts'

const prefix = '/console/api'
const apiCall = /^\/console\/api\/v0(?=[/?]|$)/

/** The console calls the API under a path of its own, which is rewritten to the same routes. */
export function rewriteConsoleUrl({ url = '' }: { url?: string | undefined }): string {
  return apiCall.test(url) ? url.slice(prefix.length) : url
}

/** Whether a request to the API came through the console, which is the only source of rewritten URLs. */
export function isFromConsole({ originalUrl }: FastifyRequest): boolean {
  return apiCall.test(originalUrl)
}

/** How long a proof of identity is sufficient for changes to keys, roles and sign-in methods. */
export const confirmedMs = 10 * 60_000

type SessionContext = Pick<AppContext, 'db' | 'publicUrl' | 'config' | 'findCountry' | 'encryption' | 'log'>

/** Identifies signed-in users by their cookie. */
export class Sessions {
  readonly #context: SessionContext
  readonly #cookie: SessionCookie
  readonly #trusted: SecretCache<ConsoleSession>

  constructor(context: SessionContext) {
    this.#context = context
    this.#cookie = new SessionCookie(context.publicUrl)
    this.#trusted = new SecretCache(async (_hash, secret) => {
      const kept = readSecret(secret)
      return kept && (await findSession(context.db.read, kept, context.config.sessionDays))
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
    if (session.way === 'oidc') demandWithinTenant(request)
    if (session.isDue && !reply.raw.headersSent) await this.#renew(request, reply, secret, session)
    const { confirms, scope } = request.routeOptions.config
    if (confirms && (!scope || allows(session.scopes, scope))) await this.#demandConfirmed(secret, session)
    const { way, expiresAt: _, confirmedAt, isDue, renewableUntil, ...caller } = session
    return caller
  }

  /** Users without passkey, password and provider have no means to confirm their identity, so they are not asked. */
  async #demandConfirmed(secret: string, { tenantId, userId, confirmedAt }: ConsoleSession): Promise<void> {
    if (userId === undefined || isRecent(confirmedAt)) return
    // Another node may have stored the confirmation within the second for which this node caches the session.
    this.#trusted.forget(secret)
    const session = await this.#trusted.find(secret)
    if (isRecent(session?.confirmedAt ?? null)) return
    const { read } = this.#context.db
    const hasProvider = async () => (await listProvidersOfUser(read, tenantId, userId)).length > 0
    if (!(await hasOwnCredential(read, userId)) && !(await hasProvider())) return
    throw new Problem('confirmation_required', 'Confirm that it’s you, then try again.')
  }

  async #renew(
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string,
    session: ConsoleSession,
  ): Promise<void> {
    await this.#demandProvider(request, reply, session)
    const kept = readSecret(secret)
    const expiresAt = kept && (await this.#context.db.inTransaction((tx) => renewSession(tx, kept, session)))
    this.#trusted.forget(secret)
    if (expiresAt) this.#cookie.write(request, reply, secret, expiresAt)
  }

  /** A session started by a provider ends when the provider no longer renews it. */
  async #demandProvider(
    request: FastifyRequest,
    reply: FastifyReply,
    session: ConsoleSession,
  ): Promise<void> {
    const { way, tenantId, sessionId } = session
    if (way !== 'oidc' || sessionId === undefined) return
    if (await isStillConfirmed(this.#context, { tenantId, sessionId })) return
    await this.end(request, reply)
    throw new Problem('session_missing', 'Your session has ended. Sign in again.')
  }

  /** Whether a request's session is valid, read from the database without the cache. */
  async isValid(request: FastifyRequest): Promise<boolean> {
    const secret = this.#cookie.read(request) ?? ''
    this.#trusted.forget(secret)
    return (await this.#trusted.find(secret)) !== undefined
  }

  /** The sign-in method of a request's session. */
  async methodOf(request: FastifyRequest): Promise<SignInMethod | undefined> {
    const secret = this.#cookie.read(request)
    return secret === undefined ? undefined : (await this.#trusted.find(secret))?.way
  }

  /** Signs in a caller and replaces their previous session. Call `sent` after the commit. */
  async begin(tx: Tx, request: FastifyRequest, caller: Caller, way: SignInMethod) {
    const { tenantId, keyId } = caller
    // The console shows more than the pages of such a key, and a user's session could create other keys.
    if (caller.pageIds)
      throw new Problem('page_limited', 'A key that is limited to some pages doesn’t sign in to the console.')
    await this.#endWithin(tx, request)
    recordOwn(tx, request, caller, 'session.started', { facts: { by: way } })
    const { secret, ...kept } = newSecret(tenantId, 32)
    const { config, findCountry } = this.#context
    const { sessionId, expiresAt } = await createSession(tx, kept, config.sessionDays, {
      keyId,
      way,
      userAgent: shortened(request.headers['user-agent']),
      address: request.ip,
      country: findCountry(request.ip) ?? null,
      isConfirmed: way !== 'key' && way !== 'code',
    })
    return { sessionId, sent: (reply: FastifyReply) => this.#cookie.write(request, reply, secret, expiresAt) }
  }

  /** Moves the session of a user to another of their tenants. Its age and proof of identity stay. */
  async move(tx: Tx, request: FastifyRequest, caller: Caller) {
    const { tenantId, keyId } = caller
    const old = this.#storedSecret(request)
    const { secret, ...kept } = newSecret(tenantId, 32)
    const expiresAt = old && (await copySession(tx, old, kept, keyId))
    if (!expiresAt) throw new Problem('session_missing', 'Your session has ended.')
    const left = await this.#endWithin(tx, request)
    if (left) recordOwn(tx, request, left, 'session.ended')
    recordOwn(tx, request, caller, 'session.started', { facts: { by: 'switch' } })
    return { sent: (reply: FastifyReply) => this.#cookie.write(request, reply, secret, expiresAt) }
  }

  /** Records that the sender of this request has just proven their identity. */
  async confirm(request: FastifyRequest): Promise<void> {
    const kept = this.#storedSecret(request)
    if (kept) await this.#context.db.inTransaction((tx) => confirmSession(tx, kept))
    this.#trusted.forget(this.#cookie.read(request) ?? '')
  }

  #storedSecret(request: FastifyRequest) {
    const secret = this.#cookie.read(request)
    return secret === undefined ? undefined : readSecret(secret)
  }

  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#context.db.inTransaction(async (tx) => {
      const ended = await this.#endWithin(tx, request)
      if (!ended) return
      recordOwn(tx, request, ended, 'session.ended')
      notifyAccess(tx, ended.tenantId, ended.keyId)
    })
    this.#cookie.clear(request, reply)
  }

  async #endWithin(tx: Tx, request: FastifyRequest): Promise<Caller | undefined> {
    const secret = this.#cookie.read(request)
    const kept = secret === undefined ? undefined : readSecret(secret)
    if (secret === undefined || !kept) return undefined
    const ended = await endSession(tx, kept)
    this.#trusted.forget(secret)
    return ended
  }
}

function isRecent(confirmedAt: string | null): boolean {
  return confirmedAt !== null && toMilliseconds(confirmedAt) > databaseNow() - confirmedMs
}
