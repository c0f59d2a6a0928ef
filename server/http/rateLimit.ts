import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db.ts'
import type { Log } from '../log.ts'
import { Problem } from './problem.ts'

const windowMs = 60_000
const shareEveryMs = 1_000

/** `total` is what all nodes had counted at the last exchange, `own` what this node has, `sent` what it had by then. */
type Count = { own: number; sent: number; total: number; allowance: number }

/**
 * Counts in memory and shares the counts between nodes about once a second. Between two exchanges a node spends at
 * most its even part of what is left; when that runs out it exchanges at once, so the sum over all nodes keeps to
 * the limit and a burst on one node is not cut short. A request costs a map look-up.
 */
export class RateLimiter {
  readonly limit: number
  readonly #db: Database
  readonly #log: Log
  readonly #node = randomUUID()
  readonly #timer: NodeJS.Timeout
  #window = 0
  #counts = new Map<string, Count>()
  #exchanging: Promise<void> | undefined

  constructor(db: Database, log: Log, limit: number) {
    this.#db = db
    this.#log = log
    this.limit = limit
    this.#timer = setInterval(() => void this.#exchange(), shareEveryMs).unref()
  }

  /** Counts one request of a key: how many are left in this window, or -1 when it is over the limit. */
  async take(key: string, now = Date.now()): Promise<{ left: number; resetSeconds: number }> {
    this.#turnTo(Math.floor(now / windowMs))
    const resetSeconds = Math.ceil(((this.#window + 1) * windowMs - now) / 1000)
    let count = this.#countOf(key)
    while (count.allowance <= 0 && this.#left(count) > 0) {
      await this.#exchange()
      count = this.#countOf(key)
    }
    if (count.allowance <= 0) return { left: -1, resetSeconds }
    count.allowance--
    count.own++
    return { left: this.#left(count), resetSeconds }
  }

  async close() {
    clearInterval(this.#timer)
    await this.#exchange()
    await this.#db
      .inTransaction((tx) => tx`delete from rate_nodes where node = ${this.#node}`)
      .catch(() => {})
  }

  #countOf(key: string): Count {
    let count = this.#counts.get(key)
    if (!count) {
      count = { own: 0, sent: 0, total: 0, allowance: 0 }
      this.#counts.set(key, count)
    }
    return count
  }

  #left(count: Count): number {
    return Math.max(0, this.limit - count.total - (count.own - count.sent))
  }

  #turnTo(window: number) {
    if (window === this.#window) return
    this.#window = window
    this.#counts = new Map()
  }

  #exchange(): Promise<void> {
    this.#exchanging ??= this.#exchangeNow()
      .catch((error) => {
        this.#log.warn({ err: error }, 'rate limit counts could not be shared')
        // Without the database nodes can't know of each other; requests that need it fail anyway.
        for (const count of this.#counts.values()) count.allowance = Math.max(count.allowance, 1)
      })
      .finally(() => {
        this.#exchanging = undefined
      })
    return this.#exchanging
  }

  async #exchangeNow() {
    const counts = this.#counts
    const keys = [...counts]
      .filter(([, count]) => count.own > count.sent || count.allowance <= 0)
      .map(([key]) => key)
    const own = keys.map((key) => counts.get(key)?.own ?? 0)
    const window = this.#window
    const rows = await this.#db.inTransaction(async (tx) => {
      await tx`insert into rate_nodes (node, seen_at) values (${this.#node}, now())
        on conflict (node) do update set seen_at = now()`
      if (keys.length === 0) return []
      await tx`insert into rate_counts (minute, key_id, node, count)
        select ${window}, key_id, ${this.#node}, count from unnest(${keys}::text[], ${own}::int[]) as given (key_id, count)
        on conflict (minute, key_id, node) do update set count = excluded.count`
      return await tx<{ keyId: string; total: number; nodes: number }[]>`
        select key_id, sum(count)::int as total,
          (select count(*)::int from rate_nodes where seen_at > now() - interval '5 seconds') as nodes
        from rate_counts where minute = ${window} and key_id = any(${keys}) group by key_id`
    })
    for (const { keyId, total, nodes } of rows) {
      const count = counts.get(keyId)
      if (!count) continue
      count.sent = own[keys.indexOf(keyId)] ?? 0
      count.total = total
      const left = this.limit - total
      const share = left <= 0 ? 0 : Math.max(1, Math.floor(left / Math.max(1, nodes)))
      count.allowance = share - (count.own - count.sent)
    }
  }
}

/** Rows of past minutes and of nodes that are gone are of no use to anyone. */
export async function forgetOldRates(db: Database) {
  await db.inTransaction(async (tx) => {
    await tx`delete from rate_counts where minute < ${Math.floor(Date.now() / windowMs) - 1}`
    await tx`delete from rate_nodes where seen_at < now() - interval '1 minute'`
  })
}

export function limitRates(app: FastifyInstance, limiter: RateLimiter) {
  const policy = `"default";q=${limiter.limit};w=${windowMs / 1000}`
  app.addHook('onRequest', async (request, reply) => {
    const { left, resetSeconds } = await limiter.take(request.caller.keyId)
    reply.header('RateLimit-Policy', policy)
    reply.header('RateLimit', `"default";r=${Math.max(0, left)};t=${resetSeconds}`)
    if (left < 0)
      throw new Problem(
        'rate_limited',
        `This key may make ${limiter.limit} requests a minute.`,
        {},
        {
          'retry-after': String(resetSeconds),
        },
      )
  })
}
