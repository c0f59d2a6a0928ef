import type { Sql } from 'sql-template-tag'
import type { Connection } from './connection.ts'
import { isRetryable } from './errors.ts'
import type { ConnectionPool } from './pool.ts'
import type { Row } from './sql.ts'

type Slot = { connection: Promise<Connection> | undefined; load: number }

/** Runs single statements on a few shared connections, each pipelining many statements. */
export class SharedConnections {
  readonly #pool: ConnectionPool
  readonly #slots: Slot[]
  #isClosed = false

  constructor(pool: ConnectionPool, size: number) {
    this.#pool = pool
    this.#slots = Array.from({ length: size }, () => ({ connection: undefined, load: 0 }))
  }

  async query(statement: Sql): Promise<Row[]> {
    const slot = this.#leastLoaded()
    slot.load++
    try {
      slot.connection ??= this.#open(slot)
      const connection = await slot.connection
      return await connection.query(statement).catch((error) => {
        // A migration changed its tables, or locked them in the opposite order.
        if (isRetryable(error))
          return connection.query({ text: statement.text, values: statement.values, prepared: false })
        throw error
      })
    } finally {
      slot.load--
      if (this.#isClosed) this.#vacate(slot)
    }
  }

  /** Releases each connection once its pending statements are answered. */
  close() {
    this.#isClosed = true
    for (const slot of this.#slots) this.#vacate(slot)
  }

  /** Among equally loaded connections, prefers one that is already open. */
  #leastLoaded(): Slot {
    const [first, ...others] = this.#slots as [Slot, ...Slot[]]
    return others.reduce((best, slot) => {
      if (slot.load !== best.load) return slot.load < best.load ? slot : best
      return slot.connection && !best.connection ? slot : best
    }, first)
  }

  #open(slot: Slot): Promise<Connection> {
    const opening = this.#pool.acquire()
    opening.then(
      (connection) => {
        connection.onLost = () => {
          slot.connection = undefined
          this.#pool.release(connection, false)
        }
      },
      () => {
        slot.connection = undefined
      },
    )
    return opening
  }

  #vacate(slot: Slot) {
    if (slot.load > 0) return
    void slot.connection?.then((connection) => this.#pool.release(connection, true)).catch(() => {})
    slot.connection = undefined
  }
}
