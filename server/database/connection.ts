import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { Batch, type DriverConnection, type Request, type StatementResult } from './batch.ts'
import { toConnectionError } from './errors.ts'
import { Hosts } from './hosts.ts'
import { serviceRoleOf } from './serviceRole.ts'
import type { Row } from './sql.ts'
import { type Parameter, toParameter } from './types.ts'

export type ConnectionOptions = {
  url: string
  /** Connects to another database of the same server. */
  database?: string | undefined
  applicationName?: string | undefined
  /** Runs statements as the service role, which owns no tables, instead of as the user in the URL. */
  asService?: boolean
  /** Statement timeout on the server; 0 means no limit. */
  statementTimeoutMs?: number
  connectTimeoutMs?: number
  /** PostgreSQL settings for all sessions. */
  settings?: Record<string, string> | undefined
  onStatement?: ((text: string) => void) | undefined
  /** Called with 1 when a statement is sent, and with -1 when its result arrives. */
  onWaiting?: ((change: 1 | -1) => void) | undefined
  /** Called when a transaction waits for something other than its statements, with its first and latest statement. */
  onIdle?: ((first: string, last: string) => void) | undefined
}

/** A hanging server reports no timeout, so the client gives up this much later than the server should. */
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
    // The transactions of a frozen process end before its leases do, so another process can resume its work within 30
    // s.
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
 * A pipelined connection: statements are sent immediately and answered in order. When the connection is lost, all
 * pending statements reject and it is never reused.
 */
export class Connection {
  readonly client: pg.ClientBase
  readonly #options: ConnectionOptions
  /** How long to wait for a result. */
  timeoutMs: number
  /**
   * Whether all statements belong to one transaction. The statements of one event loop turn are then sent as one batch,
   * because after a failure the server would reject the rest anyway.
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

  /** Runs a prepared statement and returns its rows. */
  async query({ text, values }: Pick<Sql, 'text' | 'values'>, { prepared = true } = {}): Promise<Row[]> {
    return toRows(await this.#send(text, values.map(toParameter), prepared))
  }

  /** Runs a statement without values and returns its command tag, such as `COMMIT`. */
  async command(text: string, { isAwaited = true } = {}): Promise<string> {
    const { tag } = await this.#send(text, [], true, isAwaited)
    return tag
  }

  /** Runs a rollback in a separate batch, because the server skips statements that follow a failure in the same batch. */
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

  /** Closes the connection without waiting for results. */
  destroy() {
    // The driver's own `end` waits for pending statements, which a hanging server never answers.
    this.#driver.stream.destroy()
  }

  /** The driver's connection, which its types don't declare. */
  get #driver(): DriverConnection {
    return (this.client as unknown as { connection: DriverConnection }).connection
  }

  #lose = (error: Error) => {
    if (this.lost) return
    this.lost = toConnectionError(error) as Error
    this.onLost?.(this.lost)
  }

  /** Sends the statements of one event loop turn in one write; separate writes took 40% of CPU time. */
  async #send(
    text: string,
    values: Parameter[],
    prepared: boolean,
    isAwaited = true,
  ): Promise<StatementResult> {
    if (this.lost) throw this.lost
    const name = prepared ? preparedName(text) : undefined
    const answer = new Promise<StatementResult>((resolve, reject) => {
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
      // Makes the stack trace show the caller instead of the socket.
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

/** Beyond this number, statements are not prepared by name, so that dynamic statements can't fill the server's memory. */
const mostPrepared = 1_000
const preparedNames = new Map<string, string>()

function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text)
  if (known || preparedNames.size >= mostPrepared) return known
  const name = `s${preparedNames.size}`
  preparedNames.set(text, name)
  return name
}

function toRows({ columns, rows }: StatementResult): Row[] {
  return rows.map((cells) => {
    const row: Row = {}
    for (let nth = 0; nth < columns.length; nth++) {
      const { name, parse } = columns[nth] as StatementResult['columns'][number]
      const text = cells[nth] as string | null
      row[name] = text === null ? null : parse(text)
    }
    return row
  })
}
