import type postgres from 'postgres'
import { impatient } from './patience.ts'

type Open = (onclose: () => void) => postgres.Sql

/** How long what was asked before may still take, on the connections that are left. */
const drainSeconds = 10

/**
 * A pool for single statements, pipelined. The driver keeps what was under way on a lost connection and may take the
 * next one's greeting for its answer; so a pool that lost a connection is asked nothing more, and ends when what it was
 * asked before is answered. Its connections do not age: whenever one closes, it was lost.
 */
export function openReads(open: Open, patienceMs: number) {
  let isClosed = false
  let current = openOne()

  function openOne(): postgres.Sql {
    const pool = open(() => replace(pool))
    return pool
  }

  function replace(pool: postgres.Sql) {
    if (isClosed || pool !== current) return
    current = openOne()
    void pool.end({ timeout: drainSeconds }).catch(() => {})
  }

  // Listening is told to the driver once and comes back by itself; it opens a connection when it is asked to.
  const listener = open(() => {})
  const read = new Proxy((() => {}) as unknown as postgres.Sql, {
    apply: (_target, _this, given: Parameters<typeof current>) => {
      const pool = current
      return impatient(pool(...given), patienceMs, () => replace(pool))
    },
    get: (_target, name) => Reflect.get(name === 'listen' ? listener : current, name),
  })
  return {
    read,
    async close() {
      isClosed = true
      await Promise.all([current.end({ timeout: 5 }), listener.end({ timeout: 5 })])
    },
  }
}
