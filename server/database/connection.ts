import type pg from 'pg'
import { type BatchedStatement, StatementBatch, type StatementResult } from './batch.ts'
import { driverConnection } from './driver.ts'
import { toConnectionError } from './errors.ts'
import { DatabaseHosts } from './hosts.ts'
import { serviceRoleOf } from './serviceRole.ts'
import type { Row } from './sql.ts'
import { toParameter } from './types.ts'

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

export type Outgoing = {
  text: string
  values: readonly unknown[]
  /** False for a statement that is parsed on each execution. */
  prepared?: boolean
  isAwaited?: boolean
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
  const address = new URL(DatabaseHosts.of(url).current)
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
  #collected: BatchedStatement[] = []
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
  async query(statement: Outgoing): Promise<Row[]> {
    const answer = this.#request(statement, this.#collected)
    if (this.#collected.length === 1) setImmediate(() => this.#sendCollected())
    return toRows(await answer)
  }

  /**
   * Sends statements as one batch; the server skips the statements after a failed one. The results are in the same
   * order.
   */
  send(statements: Outgoing[]): Promise<StatementResult>[] {
    const requests: BatchedStatement[] = []
    const answers = statements.map((statement) => this.#request(statement, requests))
    if (requests.length > 0) this.#submit([requests])
    return answers
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
    driverConnection(this.client).stream.destroy()
  }

  #lose = (error: Error) => {
    if (this.lost) return
    this.lost = toConnectionError(error) as Error
    this.onLost?.(this.lost)
  }

  async #request(
    { text, values, prepared = true, isAwaited = true }: Outgoing,
    requests: BatchedStatement[],
  ): Promise<StatementResult> {
    if (this.lost) throw this.lost
    const name = prepared ? preparedName(text) : undefined
    const answer = new Promise<StatementResult>((resolve, reject) => {
      requests.push({ text, name, values: values.map(toParameter), resolve, reject })
    })
    return await this.#answered(text, answer, isAwaited)
  }

  #sendCollected() {
    const requests = this.#collected
    this.#collected = []
    if (requests.length > 0) this.#submit(requests.map((request) => [request]))
  }

  /** Sends the batches in one write; separate writes took 40% of CPU time. */
  #submit(batches: BatchedStatement[][]) {
    const connection = driverConnection(this.client)
    connection.stream.cork()
    for (const batch of batches) this.client.query(new StatementBatch(batch, connection, this.timeoutMs))
    connection.stream.uncork()
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

/**
 * Beyond this number, statements are parsed on each execution, so that dynamic statements can't fill the server's
 * memory.
 */
const mostPrepared = 1_000
const preparedNames = new Map<string, string>()

function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text)
  if (known || preparedNames.size >= mostPrepared) return known
  const name = `s${preparedNames.size}`
  preparedNames.set(text, name)
  return name
}

export function toRows({ columns, rows }: StatementResult): Row[] {
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
