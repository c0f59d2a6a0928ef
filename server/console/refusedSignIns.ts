import type { FastifyRequest } from 'fastify'
import { originOf } from '../audit/requests.ts'
import { recordEvent } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { listMembershipsOf } from '../members/queries.ts'
import { findUser } from '../users/queries.ts'

/** Refusals are collected for this long, so that a burst is one row. */
const collectMs = 2_000
/** Minimum interval between two rows of a user. */
const restMs = 10 * 60_000
const mostRemembered = 10_000

type RefusalCount = { times: number; by: string; origin: ReturnType<typeof originOf>; dueMs: number }

/**
 * Records refused sign-ins of known users in the audit logs of their tenants. This happens outside of the requests,
 * which would otherwise take longer for known users than for unknown ones; and at most once in ten minutes per user,
 * so that an attacker can't flood a log.
 * absent → due: refused; written after `collectMs`
 * due → resting: written; further refusals are counted and written after `restMs`
 * resting → absent: nothing was refused meanwhile
 */
export class RefusedSignIns {
  readonly #context: Pick<AppContext, 'db' | 'log'>
  readonly #users = new Map<string, RefusalCount>()
  #timer: NodeJS.Timeout | undefined

  constructor(context: Pick<AppContext, 'db' | 'log'>) {
    this.#context = context
  }

  note(request: FastifyRequest, userId: string, by: string): void {
    const known = this.#users.get(userId)
    if (!known && this.#users.size >= mostRemembered) return
    const dueMs = known?.dueMs ?? databaseNow() + collectMs
    this.#users.set(userId, { times: (known?.times ?? 0) + 1, by, origin: originOf(request), dueMs })
    this.#timer ??= setInterval(() => void this.write(), collectMs).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write(Number.POSITIVE_INFINITY)
  }

  /** Writes the due rows. */
  async write(now = databaseNow()): Promise<void> {
    for (const [userId, refused] of this.#users) {
      if (refused.dueMs > now) continue
      this.#users.delete(userId)
      if (refused.times === 0) continue
      this.#users.set(userId, { ...refused, times: 0, dueMs: databaseNow() + restMs })
      await this.#record(userId, refused).catch((error: unknown) =>
        this.#context.log.warn({ err: error }, 'refused sign-ins were not recorded'),
      )
    }
  }

  async #record(userId: string, { times, by, origin }: RefusalCount): Promise<void> {
    const { requestId, ...details } = origin
    await this.#context.db.inTransaction(async (tx) => {
      const [user, memberships] = await Promise.all([findUser(tx, userId), listMembershipsOf(tx, userId)])
      for (const { tenantId } of memberships)
        recordEvent(tx, tenantId, 'sign_in.refused', {
          actor: { kind: 'system', id: null, keyId: null },
          way: 'console',
          objectId: userId,
          requestId,
          details: { ...details, ...(user && { label: user.name }), facts: { by, times } },
        })
    })
  }
}
