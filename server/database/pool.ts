import pg from 'pg'
import { Connection, type ConnectionOptions, clientConfig } from './connection.ts'
import { ConnectionError, toConnectionError } from './errors.ts'
import { DatabaseHosts } from './hosts.ts'

const idleMs = 60_000
const lifetimeSeconds = 45 * 60
/** How long to wait for pending work when the pool closes. */
const closeMs = 5_000

/** Lends connections. A connection that was lost, or is returned in an unknown state, is closed and replaced. */
export class ConnectionPool {
  readonly #pool: pg.Pool
  readonly #options: ConnectionOptions
  readonly #hosts: DatabaseHosts
  readonly #lent = new Set<Connection>()
  readonly #waiting = new Set<(error: Error) => void>()
  /** Whether tenants are on several Citus workers; copied to the tags of transactions. */
  isDistributed = false
  #isClosed = false
  #onAllReturned = () => {}

  constructor(options: ConnectionOptions, size: number) {
    this.#options = options
    const hosts = DatabaseHosts.of(options.url)
    this.#hosts = hosts
    this.#pool = new pg.Pool({
      ...clientConfig(options),
      // Each connection may use a different host.
      Client: class extends pg.Client {
        constructor() {
          super(clientConfig(options))
          // During checkout the connection has no other error listener, and an unhandled `error` event would end the
          // process.
          this.on('error', () => {})
        }
      },
      verify: (client, done) => void hosts.demandWrites(client).then(() => done(), done),
      max: size,
      idleTimeoutMillis: idleMs,
      maxLifetimeSeconds: lifetimeSeconds,
    })
    // An idle connection was lost: the pool has removed it already.
    this.#pool.on('error', () => {})
  }

  get onIdle() {
    return this.#options.onIdle
  }

  get state(): { busy: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  acquire(): Promise<Connection> {
    if (this.#isClosed) return Promise.reject(new ConnectionError('CONNECTION_CLOSED'))
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      this.#connect().then(
        (client) => {
          if (!this.#waiting.delete(reject)) return client.release(true)
          const connection = new Connection(client, this.#options)
          this.#lent.add(connection)
          resolve(connection)
        },
        (error) => {
          this.#waiting.delete(reject)
          reject(error)
        },
      )
    })
  }

  #connect(): Promise<pg.PoolClient> {
    return this.#hosts.connect(() =>
      this.#pool.connect().catch((error: unknown) => {
        throw toTimeout(error)
      }),
    )
  }

  /** Returns a connection; `reusable` means that it has no pending statement and no open transaction. */
  release(connection: Connection, reusable: boolean) {
    if (!this.#lent.delete(connection)) return
    const isKept = reusable && !connection.lost && !this.#isClosed
    connection.onLost = undefined
    connection.resetTimeout()
    ;(connection.client as pg.PoolClient).release(isKept ? undefined : true)
    connection.stopWatching()
    if (!isKept) connection.destroy()
    if (this.#lent.size === 0) this.#onAllReturned()
  }

  /** Waits for pending work, then closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const reject of this.#waiting) reject(new ConnectionError('CONNECTION_CLOSED'))
    this.#waiting.clear()
    if (this.#lent.size > 0) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        this.#onAllReturned = resolve
        timer = setTimeout(resolve, closeMs)
      })
      clearTimeout(timer)
      for (const connection of [...this.#lent]) {
        connection.onLost?.(new ConnectionError('CONNECTION_CLOSED'))
        this.release(connection, false)
      }
    }
    await this.#pool.end()
  }
}

/** The driver's errors without a code: no connection became free, or none could be opened, in time. */
function toTimeout(error: unknown): unknown {
  const known = toConnectionError(error)
  return known === error ? error : new ConnectionError('CONNECTION_TIMEOUT', error)
}
