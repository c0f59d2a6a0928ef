import type { FastifyInstance } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import { databaseNow } from '../database/clock.ts'
import type { Database } from '../database/database.ts'
import { withTimeout } from '../database/timeout.ts'
import type { Log } from '../log/log.ts'

const windowMs = 60_000
/**
 * A request that can't be counted within this time is allowed: its own statements have a timeout that reports the
 * cause.
 */
const longestWaitMs = 2_000

/** A node's share of a key's requests in a minute. */
type Lease = {
  /** Requests that the node may allow without querying the database. */
  tokens: number
  used: number
  waiting: number
  /** Unreserved requests at the last query; at 0, no query is sent until the next minute. */
  spare: number
}

/**
 * Limits the requests of a key per minute across all nodes. A node reserves requests in advance, a few at first and
 * more as needed, but at most a tenth of the remaining ones: so the sum can't exceed the limit, little is reserved but
 * unused, and most requests cost a map lookup. At 3,000 a minute one node sends about 40 queries.
 */
export class RateLimiter {
  readonly limit: number
  readonly #db: Database
  readonly #log: Log
  #minute = 0
  #leases = new Map<string, Lease>()
  #renewal: Promise<void> | undefined

  constructor(db: Database, log: Log, limit: number) {
    this.#db = db
    this.#log = log
    this.limit = limit
  }

  /** Counts one request of a key. Returns how many are left in this minute, or -1 over the limit. */
  async take(key: string, now = databaseNow()): Promise<{ left: number; resetSeconds: number }> {
    const minute = Math.floor(now / windowMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#leases = new Map()
    }
    const resetSeconds = Math.ceil(((minute + 1) * windowMs - now) / 1000)
    const lease = this.#leaseOf(key)
    lease.waiting++
    while (lease.tokens === 0 && lease.spare > 0) {
      await this.#renew()
      // A new minute has begun; the request counts in the new one.
      if (this.#minute !== minute) return await this.take(key, Math.max(now, this.#minute * windowMs))
    }
    lease.waiting--
    if (lease.tokens === 0) return { left: -1, resetSeconds }
    lease.tokens--
    lease.used++
    return { left: lease.tokens + lease.spare, resetSeconds }
  }

  #leaseOf(key: string): Lease {
    let lease = this.#leases.get(key)
    if (!lease) {
      lease = { tokens: 0, used: 0, waiting: 0, spare: this.limit }
      this.#leases.set(key, lease)
    }
    return lease
  }

  /** Queries for every key that has run out. One query runs at a time, so that concurrent requests share the next one. */
  #renew(): Promise<void> {
    this.#renewal ??= this.#ask(this.#minute, this.#leases).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #ask(minute: number, leases: Map<string, Lease>) {
    const asked = [...leases]
      .filter(([, { tokens, waiting, spare }]) => tokens === 0 && waiting > 0 && spare > 0)
      .map(([key, lease]) => ({ key, lease, wanted: this.#wantedBy(lease) }))
    if (asked.length === 0) return
    const keys = asked.map(({ key }) => key)
    const wanted = asked.map(({ wanted }) => wanted)
    try {
      const counting = this.#db.inTransaction(
        (tx) => tx<{ keyId: string; count: number }[]>`
          insert into rate_counts as present (minute, key_id, count)
          select ${minute}, key_id, wanted
          from unnest(${keys}::text[], ${wanted}::int[]) as asked (key_id, wanted) order by key_id
          on conflict (minute, key_id) do update set count = present.count + excluded.count
          where present.count < ${this.limit}
          returning key_id, count`,
      )
      const rows = await withTimeout(longestWaitMs, counting)
      const counts = new Map(rows.map(({ keyId, count }) => [keyId, count]))
      for (const { key, lease, wanted } of asked) this.#settle(lease, wanted, counts.get(key))
    } catch (error) {
      this.#log.warn({ err: error }, 'requests are not counted')
      // Without the database nodes can't share counts; requests that need it fail anyway.
      for (const { lease, wanted } of asked) lease.tokens = wanted
    }
  }

  #wantedBy({ used, waiting, spare }: Lease): number {
    const few = Math.ceil(this.limit / 200)
    return Math.min(Math.max(used, waiting, few), Math.max(few, Math.floor(spare / 10)))
  }

  /**
   * Of the requests from `count - wanted` to `count`, those up to the limit are reserved; without a count, none were
   * left.
   */
  #settle(lease: Lease, wanted: number, count: number | undefined) {
    const before = count === undefined ? this.limit : count - wanted
    lease.tokens = Math.max(0, Math.min(wanted, this.limit - before))
    lease.spare = Math.max(0, this.limit - before - wanted)
  }
}

/** Deletes the rows of past minutes. */
export async function forgetOldRates(db: Database) {
  await db.inTransaction(
    (tx) => tx`delete from rate_counts where minute < ${Math.floor(databaseNow() / windowMs) - 1}`,
  )
}

/** Limits the requests of each key, and of all keys of a tenant together. The response headers describe the key's limit. */
export function limitRates(app: FastifyInstance, ofKey: RateLimiter, ofTenant: RateLimiter | undefined) {
  const policy = `"default";q=${ofKey.limit};w=${windowMs / 1000}`
  app.addHook('onRequest', async ({ caller }, reply) => {
    const { left, resetSeconds } = await ofKey.take(caller.keyId)
    reply.header('RateLimit-Policy', policy)
    reply.header('RateLimit', `"default";r=${Math.max(0, left)};t=${resetSeconds}`)
    if (left < 0) throw tooManyRequests('This key is', ofKey, resetSeconds)
    const tenant = await ofTenant?.take(caller.tenantId)
    if (ofTenant && tenant && tenant.left < 0)
      throw tooManyRequests('All keys of this tenant together are', ofTenant, tenant.resetSeconds)
  })
}

function tooManyRequests(who: string, { limit }: RateLimiter, resetSeconds: number): Problem {
  const detail = `${who} limited to ${limit} requests per minute.`
  return new Problem('rate_limited', detail, {}, { 'retry-after': String(resetSeconds) })
}
