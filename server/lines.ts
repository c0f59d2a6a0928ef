import type postgres from 'postgres'
import { databaseSilent } from './patience.ts'

/** A connection that is never used again once it is lost: what was said on it has no sequel on another. */
export type Line = {
  sql: postgres.Sql
  bornAt: number
  isLost: boolean
  /** Told when it is lost, by whoever has it. Not a promise: one that lives this long would remember all who waited. */
  onLost?: (error: Error) => void
  idle?: NodeJS.Timeout
}

type Open = (onclose: () => void) => postgres.Sql
type Waiting = { resolve(line: Line): void; reject(error: Error): void }

const idleMs = 60_000
const lifetimeMs = 45 * 60_000
/** How long transactions may take to end when the service stops. */
const closeMs = 5_000

export function lostConnection(): Error {
  return Object.assign(new Error('the connection to the database was lost'), { code: 'CONNECTION_CLOSED' })
}

function refuseSocket(): never {
  throw lostConnection()
}

function closedDatabase(): Error {
  return Object.assign(new Error('the database was closed'), { code: 'CONNECTION_ENDED' })
}

/**
 * Connections for transactions, each lent to one at a time. The driver's own pool goes on with a connection object after
 * its connection was lost, and with it with what was left of the transaction: its rollback is written to no socket,
 * which ends the process, or to the next connection, which belongs to somebody else by then. Here a driver has one
 * connection, and both are done with when it closes.
 */
export class Lines {
  readonly #open: Open
  readonly #most: number
  readonly #all = new Set<Line>()
  readonly #free: Line[] = []
  readonly #waiting: Waiting[] = []
  #closed = false
  #allBack = () => {}

  /** How long an answer of the database is waited for. */
  readonly patienceMs: number

  constructor(open: Open, most: number, patienceMs: number) {
    this.#open = open
    this.#most = most
    this.patienceMs = patienceMs
  }

  async take(): Promise<Line> {
    if (this.#closed) throw closedDatabase()
    const line = this.#free.pop()
    if (line) {
      clearTimeout(line.idle)
      return line
    }
    if (this.#all.size < this.#most) return this.#openLine()
    return await new Promise<Line>((resolve, reject) => {
      const waiting: Waiting = {
        resolve(line) {
          clearTimeout(timer)
          resolve(line)
        },
        reject,
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(databaseSilent())
      }, this.patienceMs)
      this.#waiting.push(waiting)
    })
  }

  /** Takes back a line on which nothing is under way. */
  giveBack(line: Line) {
    if (line.isLost) return
    if (this.#closed || Date.now() - line.bornAt > lifetimeMs) return this.drop(line)
    const next = this.#waiting.shift()
    if (next) return next.resolve(line)
    line.idle = setTimeout(() => this.drop(line), idleMs).unref()
    this.#free.push(line)
  }

  /** Ends a line, whatever is under way on it. */
  drop(line: Line) {
    if (!this.#all.delete(line)) return
    line.isLost = true
    line.onLost?.(lostConnection())
    clearTimeout(line.idle)
    const at = this.#free.indexOf(line)
    if (at >= 0) this.#free.splice(at, 1)
    // For statements that were waiting their turn the driver connects once more, although it is ended in the same moment,
    // and nobody would know of that connection.
    Object.assign(line.sql.options, { socket: refuseSocket })
    // Also rejects what the driver would wait for in vain, if it was written after an error and before the close.
    void line.sql.end({ timeout: 0 }).catch(() => {})
    if (this.#all.size === 0) this.#allBack()
    const next = this.#closed ? undefined : this.#waiting.shift()
    next?.resolve(this.#openLine())
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(closedDatabase())
    for (const line of [...this.#free]) this.drop(line)
    if (this.#all.size === 0) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#allBack = resolve
      timer = setTimeout(resolve, closeMs)
    })
    clearTimeout(timer)
    for (const line of [...this.#all]) this.drop(line)
  }

  #openLine(): Line {
    const sql = this.#open(() => this.drop(line))
    const line: Line = { sql, bornAt: Date.now(), isLost: false }
    this.#all.add(line)
    return line
  }
}
