import type { Duplex } from 'node:stream'
import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { toConnectionError } from './errors.ts'
import { Hosts } from './hosts.ts'
import { serviceRoleOf } from './serviceRole.ts'
import { type Row, toCamelCase } from './sql.ts'
import { toParameter, typeParsers } from './types.ts'

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
    types: typeParsers as unknown as pg.CustomTypesConfig,
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
  #isCollecting = false
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
  async query(statement: Pick<Sql, 'text' | 'values'>, { prepared = true } = {}): Promise<Row[]> {
    const { text } = statement
    const name = prepared ? preparedName(text) : undefined
    const { fields, rows } = await this.#send({
      ...{ text, values: statement.values.map(toParameter) as never[] },
      ...(name ? { name } : {}),
      rowMode: 'array',
    })
    return toRows(fields, rows as unknown as unknown[][])
  }

  /** Runs one or several statements without values and returns the tag of the last one, such as `COMMIT`. */
  async execute(text: string, { isAwaited = true } = {}): Promise<string> {
    const result: pg.QueryResult | pg.QueryResult[] = await this.#send({ text }, isAwaited)
    return [result].flat().at(-1)?.command ?? ''
  }

  stopWatching() {
    this.client.off('error', this.#lose)
  }

  /** Ends the connection without waiting for answers. */
  destroy() {
    // The driver's own `end` waits for statements under way, which a server that hangs never answers.
    this.#stream.destroy()
  }

  /** The driver's socket, which its types leave out. */
  get #stream(): Duplex {
    return (this.client as unknown as { connection: { stream: Duplex } }).connection.stream
  }

  /** Sends the statements of one turn of the event loop in one write: a write of its own for each took 40% of CPU time. */
  #collectWrites() {
    if (this.#isCollecting) return
    this.#isCollecting = true
    const stream = this.#stream
    stream.cork()
    setImmediate(() => {
      this.#isCollecting = false
      stream.uncork()
    })
  }

  #lose = (error: Error) => {
    if (this.lost) return
    this.lost = toConnectionError(error) as Error
    this.onLost?.(this.lost)
  }

  async #send(
    query: pg.QueryConfig | pg.QueryArrayConfig,
    isAwaited = true,
  ): Promise<pg.QueryArrayResult & pg.QueryResult> {
    if (this.lost) throw this.lost
    this.#options.onStatement?.(query.text)
    this.#collectWrites()
    if (isAwaited) this.#options.onWaiting?.(1)
    try {
      const timed = { ...query, query_timeout: this.timeoutMs }
      return (await this.client.query(timed)) as unknown as pg.QueryArrayResult & pg.QueryResult
    } catch (error) {
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

const camelNames = new Map<string, string>()

function camelName(column: string): string {
  let name = camelNames.get(column)
  if (name === undefined) {
    name = toCamelCase(column)
    camelNames.set(column, name)
  }
  return name
}

function toRows(fields: pg.FieldDef[], rows: unknown[][]): Row[] {
  const names = fields.map((field) => camelName(field.name))
  return rows.map((cells) => {
    const row: Row = {}
    for (let nth = 0; nth < names.length; nth++) row[names[nth] as string] = cells[nth]
    return row
  })
}
