import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { toCamelCase } from './sql.ts'
import { type Parameter, type Parse, parserOf } from './types.ts'

/** A statement that waits for its answer. */
export type Request = {
  text: string
  /** Under which the server keeps the statement; one without a name is parsed each time. */
  name: string | undefined
  values: Parameter[]
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

export type Answer = {
  columns: readonly Column[]
  rows: (string | null)[][]
  /** What was done, such as `COMMIT`. */
  tag: string
}

type Column = { name: string; parse: Parse }

/** The driver's connection, with what its types leave out: the statements that the server keeps or is about to. */
export type DriverConnection = pg.Connection &
  Record<'parsedStatements' | 'submittedNamedStatements', Record<string, string>>

/** The driver accepts only classes derived from its own in a pipeline; its types leave out how. */
const Query = pg.Query as unknown as new (
  text: string,
) => EventEmitter & { text: string; name: string | undefined; callback: (error: Error | null) => void }

/** By statement. They can't change while the server keeps the statement, so it is asked for them once. */
const columnsOf = new WeakMap<pg.Connection, Map<string, Column[]>>()

/**
 * Statements that are sent together, followed by one sync. The server answers them in one write, and skips those after
 * one that failed.
 */
export class Batch extends Query {
  /** The name the driver expects. */
  readonly query_timeout: number
  readonly #requests: readonly Request[]
  readonly #answers: Answer[] = []
  readonly #known: Map<string, Column[]>
  readonly #connection: DriverConnection
  #columns: Column[] = []
  #rows: Answer['rows'] = []

  constructor(requests: readonly Request[], connection: DriverConnection, timeoutMs: number) {
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

  /** The driver takes note of what the server has parsed by these fields. */
  #expectNext() {
    const next = this.#requests[this.#answers.length]
    this.name = next?.name
    this.text = next?.text ?? ''
    this.#columns = this.#known.get(next?.name ?? '') ?? []
    this.#rows = []
  }

  /** An error after the last answer is one of the commit that the sync stands for, outside a transaction. */
  #settle(error: Error | null) {
    const failed = error ? Math.min(this.#answers.length, this.#requests.length - 1) : this.#requests.length
    for (const [nth, { name, resolve, reject }] of this.#requests.entries()) {
      if (nth < failed) resolve(this.#answers[nth] as Answer)
      else reject(nth === failed || !(error instanceof pg.DatabaseError) ? error : skipped())
      if (nth >= failed && name) delete this.#connection.submittedNamedStatements[name]
    }
  }
}

/** What the server says to a statement of a transaction in which another one has failed. */
function skipped(): Error {
  return Object.assign(new Error('An earlier statement of the transaction failed.'), { code: '25P02' })
}
