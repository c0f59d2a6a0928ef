import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { type Answer, Batch, type DriverConnection, type Request } from './batch.ts'
import { toConnectionError } from './errors.ts'
import { Hosts } from './hosts.ts'
import { serviceRoleOf } from './serviceRole.ts'
import type { Row } from './sql.ts'
import { type Parameter, toParameter } from './types.ts'

export type ConnectionOptions = {
  url: string
  /** Another database of the same server than the one the address names. */
  database?: string | undefined
  applicationName?: string | undefined
  /** Whether statements run as the role of the service, which owns nothing, instead of as the user of the address. */
  asService?: boolean
  /** How long the server works on a statement; 0 sets no limit. */
  statementTimeoutMs?: number
  connectTimeoutMs?: number
  /** Settings of PostgreSQL for all sessions. */
  settings?: Record<string, string> | undefined
  onStatement?: ((text: string) => void) | undefined
  /** Called with 1 when an answer is waited for, and with -1 when it is no longer. */
  onWaiting?: ((change: 1 | -1) => void) | undefined
  /** Called when a transaction waits for something other than its statements; with its first and last one so far. */
  onIdle?: ((first: string, last: string) => void) | undefined
}

/** A server that hangs reports no timeout, so the client waits this much longer and then gives up itself. */
export const graceMs = 2_000

export function clientConfig({
  url,
  database,
  applicationName = 'foyer',
  asService = false,
  statementTimeoutMs = 10_000,
  connectTimeoutMs = 10_000,
  settings = {},
}: ConnectionOptions): pg.ClientConfig {
  const address = new URL(Hosts.of(url).current)
  const given = address.searchParams.get('options')
  address.searchParams.delete('options')
  if (database) address.pathname = `/${database}`
  const all = {
    TimeZone: 'UTC',
    statement_timeout: statementTimeoutMs,
    // A frozen process loses its transactions before its leases, so that others can take up its work within 30 s.
    idle_in_transaction_session_timeout: 10_000,
    ...(asService ? { role: serviceRoleOf(url, database) } : {}),
    ...settings,
  }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
  return {
    connectionString: address.href,
    options: [...(given ? [given] : []), ...options].join(' '),
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    pipeline: true,
  }
}

/**
 * A connection with a pipeline: statements are sent at once and answered in order. When it is lost, everything under
 * way rejects and it is never used again.
 */
export class Connection {
  readonly client: pg.ClientBase
  readonly #options: ConnectionOptions
  /** How long an answer is waited for. */
  timeoutMs: number
  /**
   * Whether all statements belong to one transaction. Those of one turn of the event loop are then sent as one batch,
   * as after a failure the others would be refused anyway.
   */
  isTransaction = false
  #collected: Request[] = []
  lost: Error | undefined
  onLost: ((error: Error) => void) | undefined

  constructor(client: pg.ClientBase, options: ConnectionOptions) {
    this.client = client
    this.#options = options
    this.timeoutMs = timeoutOf(options)
    client.on('error', this.#lose)
  }

  resetTimeout() {
    this.timeoutMs = timeoutOf(this.#options)
  }

  /** Runs a statement as a prepared one and returns its rows. */
  async query({ text, values }: Pick<Sql, 'text' | 'values'>, { prepared = true } = {}): Promise<Row[]> {
    return toRows(await this.#send(text, values.map(toParameter), prepared))
  }

  /** Runs a statement without values and returns its tag, such as `COMMIT`. */
  async command(text: string, { isAwaited = true } = {}): Promise<string> {
    const { tag } = await this.#send(text, [], true, isAwaited)
    return tag
  }

  /** Runs a rollback. It gets a batch of its own, as the server skips what follows a failure in the same one. */
  rollBack(text: string): Promise<string> {
    this.#sendCollected()
    return this.command(text)
  }

  /** Runs one or several statements without values, unprepared. */
  async execute(text: string): Promise<void> {
    if (this.lost) throw this.lost
    this.#sendCollected()
    await this.#answered(text, this.client.query({ text, query_timeout: this.timeoutMs } as pg.QueryConfig))
  }

  stopWatching() {
    this.client.off('error', this.#lose)
  }

  /** Ends the connection without waiting for answers. */
  destroy() {
    // The driver's own `end` waits for statements under way, which a server that hangs never answers.
    this.#driver.stream.destroy()
  }

  /** The driver's connection, which its types leave out. */
  get #driver(): DriverConnection {
    return (this.client as unknown as { connection: DriverConnection }).connection
  }

  #lose = (error: Error) => {
    if (this.lost) return
    this.lost = toConnectionError(error) as Error
    this.onLost?.(this.lost)
  }

  /** Sends the statements of one turn of the event loop in one write: a write of its own for each took 40% of CPU time. */
  async #send(text: string, values: Parameter[], prepared: boolean, isAwaited = true): Promise<Answer> {
    if (this.lost) throw this.lost
    const name = prepared ? preparedName(text) : undefined
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#collected.push({ text, name, values, resolve, reject })
    })
    if (this.#collected.length === 1) setImmediate(() => this.#sendCollected())
    return await this.#answered(text, answer, isAwaited)
  }

  #sendCollected() {
    const requests = this.#collected
    if (requests.length === 0) return
    this.#collected = []
    const batches = this.isTransaction ? [requests] : requests.map((request) => [request])
    const { stream } = this.#driver
    stream.cork()
    for (const batch of batches) this.client.query(new Batch(batch, this.#driver, this.timeoutMs))
    stream.uncork()
  }

  async #answered<T>(text: string, answer: Promise<T>, isAwaited = true): Promise<T> {
    this.#options.onStatement?.(text)
    if (isAwaited) this.#options.onWaiting?.(1)
    try {
      return await answer
    } catch (error) {
      // So that the stack leads to the caller and not to the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw toConnectionError(error)
    } finally {
      if (isAwaited) this.#options.onWaiting?.(-1)
    }
  }
}

function timeoutOf({ statementTimeoutMs = 10_000 }: ConnectionOptions): number {
  return statementTimeoutMs === 0 ? 0 : statementTimeoutMs + graceMs
}

/** More texts than this are not prepared by name, so that statements of varying shape can't fill the server's memory. */
const mostPrepared = 1_000
const preparedNames = new Map<string, string>()

function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text)
  if (known || preparedNames.size >= mostPrepared) return known
  const name = `s${preparedNames.size}`
  preparedNames.set(text, name)
  return name
}

function toRows({ columns, rows }: Answer): Row[] {
  return rows.map((cells) => {
    const row: Row = {}
    for (let nth = 0; nth < columns.length; nth++) {
      const { name, parse } = columns[nth] as Answer['columns'][number]
      const text = cells[nth] as string | null
      row[name] = text === null ? null : parse(text)
    }
    return row
  })
}
