import pg from 'pg'
import { type DriverConnection, DriverQuery } from './driver.ts'
import { toCamelCase } from './sql.ts'
import { type Parse, parserOf, type StatementParameter } from './types.ts'

/** A statement awaiting its result. */
export type BatchedStatement = {
  text: string
  /** The name of the prepared statement; undefined for one that is parsed on each execution. */
  name: string | undefined
  values: StatementParameter[]
  resolve: (answer: StatementResult) => void
  reject: (error: unknown) => void
}

export type StatementResult = {
  columns: readonly Column[]
  rows: (string | null)[][]
  /** The command tag, such as `COMMIT`. */
  tag: string
}

type Column = { name: string; parse: Parse }

/** Column descriptions by statement. They can't change while the statement is prepared, so each is requested once. */
const columnsOf = new WeakMap<pg.Connection, Map<string, Column[]>>()

/**
 * Statements that are sent together, followed by one sync. The server sends all results in one write and skips the
 * statements after a failed one.
 */
export class StatementBatch extends DriverQuery {
  /** The name the driver expects. */
  readonly query_timeout: number
  readonly #requests: readonly BatchedStatement[]
  readonly #answers: StatementResult[] = []
  readonly #known: Map<string, Column[]>
  readonly #connection: DriverConnection
  #columns: Column[] = []
  #rows: StatementResult['rows'] = []

  constructor(requests: readonly BatchedStatement[], connection: DriverConnection, timeoutMs: number) {
    super('')
    this.query_timeout = timeoutMs
    this.callback = (error) => this.#settle(error)
    this.#requests = requests
    this.#connection = connection
    this.#known = columnsOf.get(connection) ?? new Map()
    columnsOf.set(connection, this.#known)
    this.#expectNext()
  }

  submit() {
    const connection = this.#connection
    const { parsedStatements, submittedNamedStatements } = connection
    for (const { text, name = '', values } of this.#requests) {
      if (!parsedStatements[name] && !submittedNamedStatements[name]) {
        connection.parse({ text, name, types: [] }, true)
        if (name) submittedNamedStatements[name] = text
      }
      connection.bind({ statement: name, values }, true)
      if (!this.#known.has(name)) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
    }
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
    this.#columns = fields.map((field) => ({
      name: toCamelCase(field.name),
      parse: parserOf(field.dataTypeID),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { text: string }) {
    if (this.name) this.#known.set(this.name, this.#columns)
    this.#answers.push({ columns: this.#columns, rows: this.#rows, tag: text })
    this.#expectNext()
  }

  handleEmptyQuery() {
    this.handleCommandComplete({ text: '' })
  }

  /** The driver reads these fields to record which statements the server has parsed. */
  #expectNext() {
    const next = this.#requests[this.#answers.length]
    this.name = next?.name
    this.text = next?.text ?? ''
    this.#columns = this.#known.get(next?.name ?? '') ?? []
    this.#rows = []
  }

  /** Outside a transaction, the sync commits; an error after the last result is an error of that commit. */
  #settle(error: Error | null) {
    const failed = error ? Math.min(this.#answers.length, this.#requests.length - 1) : this.#requests.length
    for (const [nth, { name, resolve, reject }] of this.#requests.entries()) {
      if (nth < failed) resolve(this.#answers[nth] as StatementResult)
      else reject(nth === failed || !(error instanceof pg.DatabaseError) ? error : skipped())
      if (nth >= failed && name) delete this.#connection.submittedNamedStatements[name]
    }
  }
}

/** The server's error for a statement in an aborted transaction. */
function skipped(): Error {
  return Object.assign(new Error('An earlier statement of the transaction failed.'), { code: '25P02' })
}
