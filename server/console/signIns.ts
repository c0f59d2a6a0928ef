import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import { roles } from '../../shared/roles.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { listMembershipsOf, type MembershipOfUser } from '../members/queries.ts'
import { mayEnter } from '../sso/required.ts'
import { findKeysUsed } from '../tenants/keyQueries.ts'
import { describeCaller } from '../tenants/me.ts'
import { listKinds } from '../users/credentials.ts'
import { findUser } from '../users/queries.ts'
import { createStep } from '../users/steps.ts'
import type { Caller } from '../web/auth.ts'
import { networkOf } from '../web/network.ts'
import { RateLimiter } from '../web/rateLimit.ts'
import type { SignInMethod } from './queries.ts'
import { RefusedSignIns } from './refusedSignIns.ts'
import type { Sessions } from './sessions.ts'
import { factors } from './signInSchema.ts'

/** Sufficient for an office behind one IP address. */
const attemptsPerNetwork = 60
/** Per e-mail address, from all networks together. Passkeys are not affected. */
const attemptsPerAddress = 10

type Admitted = { caller: Caller; session: { sessionId?: string; sent: (reply: FastifyReply) => void } }
type Pending = { token: string; email: string; factors: Factor[] }
type Factor = (typeof factors)[number]

/** Time limit for the second factor. */
const secondFactorMinutes = 10

/** The parts that all sign-in methods share: limits, the choice of the tenant, and the session. */
export class SignIns {
  readonly #context: AppContext
  readonly #sessions: Sessions
  readonly #ofNetwork: RateLimiter
  readonly #ofAddress: RateLimiter
  readonly refused: RefusedSignIns

  constructor(context: AppContext, sessions: Sessions) {
    const { db, log } = context
    this.#context = context
    this.#sessions = sessions
    this.#ofNetwork = new RateLimiter(db, log, attemptsPerNetwork)
    this.#ofAddress = new RateLimiter(db, log, attemptsPerAddress)
    this.refused = new RefusedSignIns(context)
  }

  /** For `onRequest`: origin and headers, and the limit of the caller's network. */
  readonly guard = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    this.#sessions.guard(request, reply)
    if (request.method === 'GET') return
    const name = this.#context.sign('sign-in', networkOf(request.ip))
    await this.#take(this.#ofNetwork, `sign-in ${name}`, attemptsPerNetwork)
  }

  /** Known and unknown addresses have the same limit. */
  async limitAddress(email: string): Promise<void> {
    const name = this.#context.sign('sign-in address', email.toLowerCase())
    await this.#take(this.#ofAddress, `sign-in ${name}`, attemptsPerAddress)
  }

  async #take(limiter: RateLimiter, key: string, most: number): Promise<void> {
    const { left, resetSeconds } = await limiter.take(key)
    if (left >= 0) return
    const detail = `At most ${most} sign-in attempts are allowed per minute.`
    throw new Problem('rate_limited', detail, {}, { 'retry-after': String(resetSeconds) })
  }

  /**
   * Starts a session in the given tenant or in the last used one, or moves the current session. Undefined if the user
   * is a member of no tenant.
   */
  async admit(
    tx: Tx,
    request: FastifyRequest,
    userId: string,
    way: SignInMethod | 'move',
    tenantId?: string,
  ): Promise<Admitted | undefined> {
    const begun = way === 'move' ? ((await this.#sessions.methodOf(request)) ?? 'key') : way
    const memberships = await enterable(tx, await listMembershipsOf(tx, userId), begun)
    const chosen = tenantId
      ? memberships.find((one) => one.tenantId === tenantId)
      : await lastUsed(tx, userId, memberships)
    if (!chosen) return undefined
    const caller = {
      tenantId: chosen.tenantId,
      keyId: chosen.keyId,
      scopes: [roles[chosen.role].scope],
      userId,
    }
    const session =
      way === 'move'
        ? await this.#sessions.move(tx, request, caller)
        : await this.#sessions.begin(tx, request, caller, way)
    return { caller, session }
  }

  /** After the first factor: begins the session, or asks for the second factor if there is one. */
  async firstFactor(
    request: FastifyRequest,
    { userId }: { userId: string },
    way: SignInMethod,
  ): Promise<Admitted | Pending | undefined> {
    const { db } = this.#context
    const [kinds, user] = await Promise.all([listKinds(db.read, [userId]), findUser(db.read, userId)])
    const held = kinds.get(userId) ?? []
    return await db.inTransaction(async (tx) => {
      if (!held.includes('totp')) return await this.admit(tx, request, userId, way)
      const step = { kind: 'second_factor', userId, data: { way }, minutes: secondFactorMinutes } as const
      const token = await createStep(tx, step)
      return { token, email: user?.email ?? '', factors: factors.filter((factor) => held.includes(factor)) }
    })
  }

  /** Sends the cookie of the session and the user, or the next step. */
  async answer(reply: FastifyReply, outcome: Admitted | Pending) {
    if ('token' in outcome) return await reply.code(200).send({ next: 'second_factor' as const, ...outcome })
    outcome.session.sent(reply)
    return await reply.code(201).send(await describeCaller(this.#context, outcome.caller))
  }
}

/** Omits tenants that require single sign-on, if the user signed in otherwise. */
async function enterable(
  tx: Tx,
  memberships: MembershipOfUser[],
  way: SignInMethod,
): Promise<MembershipOfUser[]> {
  const may = await Promise.all(memberships.map((membership) => mayEnter(tx, membership, way)))
  const left = memberships.filter((_, i) => may[i])
  if (left.length === 0 && memberships.length > 0 && (way === 'invitation' || way === 'code'))
    throw new Problem('provider_refused', 'This team requires single sign-on. Sign in with its provider.')
  return left
}

async function lastUsed(
  tx: Tx,
  userId: string,
  memberships: MembershipOfUser[],
): Promise<MembershipOfUser | undefined> {
  if (memberships.length < 2) return memberships[0]
  const [latest] = await findKeysUsed(tx, userId)
  return memberships.find(({ keyId }) => keyId === latest) ?? memberships[0]
}
