import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { arrayTypes } from './arrays.ts'
import { Lines } from './lines.ts'
import { type Listener, type Listening, listenTo } from './notices.ts'
import { openReads } from './reads.ts'
import { fromPostgres } from './time.ts'
import { transact } from './transactions.ts'

type Types = { count: number; timestamp: string }

/** A pool or a transaction: enough to read. */
export type Reader = postgres.ISql<Types>
/** A transaction: demanded by everything that writes. */
export type Tx = postgres.TransactionSql<Types>

export type Closing<T> = (tx: Tx, value: T) => Promise<unknown>[]

export type Database = {
  /** The pool, for reads outside a transaction. */
  read: postgres.Sql<Types>
  /**
   * `closing` is for statements whose answers nobody needs: they are sent together with the commit, which spares a round
   * trip while they hold their rows. One that fails undoes everything.
   */
  inTransaction<T>(work: (tx: Tx) => Promise<T>, closing?: Closing<T>): Promise<T>
  /**
   * Reads that must agree with each other: all see one state of the database. Plans are made for the values at hand,
   * as what is cheap for a rare word or a small tenant is not for a common word or a large one.
   */
  inSnapshot<T>(read: (db: Reader) => Promise<T>): Promise<T>
  /** Hears what is told by NOTIFY, over a connection of its own. */
  listen(channel: string, listener: Listener): Listening
  close(): Promise<void>
}

export type DatabaseOptions = {
  url: string
  /** The role statements run as. The service's own role owns no table; migrations run as the owner. */
  role?: string
  /** How many transactions run at once. Single statements have connections of their own, up to four. */
  poolSize?: number
  statementTimeoutMs?: number
  onStatement?: (text: string) => void
}

export const serviceRole = 'foyer_service'

/** The only place where snake_case meets camelCase and PostgreSQL's text forms become ours. */
export function openDatabase({
  url,
  role,
  poolSize = 8,
  statementTimeoutMs = 10_000,
  onStatement,
}: DatabaseOptions): Database {
  const options = {
    connect_timeout: 10,
    idle_timeout: undefined,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    debug: onStatement ? (_connection, text) => onStatement(text) : undefined,
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: undefined },
    types: {
      count: { to: 20, from: [20], serialize: String, parse: Number },
      timestamp: { to: 1184, from: [1184], serialize: String, parse: fromPostgres },
      ...arrayTypes,
    },
    connection: {
      application_name: 'foyer',
      TimeZone: 'UTC',
      statement_timeout: statementTimeoutMs,
      // A frozen process loses its transactions before its leases, so that others can take up its work within 30 s.
      idle_in_transaction_session_timeout: 10_000,
      ...(role ? { role } : {}),
    },
  } satisfies postgres.Options<Record<string, postgres.PostgresType>>
  const connect = (max: number) => (onclose: () => void) =>
    postgres(url, { ...options, max, onclose }) as unknown as postgres.Sql
  // A little more than the database itself waits before it ends a statement.
  const patienceMs = statementTimeoutMs + 2_000
  const reads = openReads(connect(Math.min(poolSize, 4)), patienceMs)
  const lines = new Lines(connect(1), poolSize, patienceMs)
  return {
    read: reads.read as unknown as postgres.Sql<Types>,
    inTransaction: (work, closing) =>
      withRetry(() =>
        transact(
          lines,
          '',
          (tx) => work(tx as unknown as Tx),
          closing && ((tx, value) => closing(tx as unknown as Tx, value)),
        ),
      ),
    inSnapshot: (work) =>
      transact(lines, 'isolation level repeatable read read only', async (tx) => {
        const plain = tx`set local plan_cache_mode = force_custom_plan`
        const [, result] = await Promise.all([plain, work(tx as unknown as Reader)])
        return result
      }),
    listen: (channel, listener) =>
      listenTo(
        channel,
        (on) =>
          postgres(url, {
            ...options,
            ...on,
            max: 1,
          }) as postgres.Sql,
        listener,
      ),
    close: async () => void (await Promise.all([reads.close(), lines.close()])),
  }
}

/** Thrown by work that finds that somebody else was quicker: the transaction is undone and run again. */
export class TooLate extends Error {
  readonly code = '40001'
}

/** On a busy machine four were not always enough for two nodes that take reports of the same visitors. */
const mostTries = 8

/** Deadlocks and serialisation failures undo the whole transaction, so running it again is safe. */
async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const code = (error as { code?: string }).code
      if (tries === mostTries || (code !== '40P01' && code !== '40001')) throw error
      // Two that collide again and again would go on doing so in step.
      if (tries > 1) await sleep(Math.random() * 10 * tries)
    }
  }
}

/** Names the constraint a failed statement ran into, if that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError && error.code.startsWith('23')
    ? error.constraint_name
    : undefined
}

/** Why the database could not do its part just now, if a statement failed for that. */
export function whyUnavailable(error: unknown): string | undefined {
  const code = (error as { code?: string } | undefined)?.code ?? ''
  return passingFaults[code]
}

const diskFull = '53100'
const passingFaults: Record<string, string> = {
  '57014': 'The database took too long.',
  [diskFull]: 'The disk of the database is full.',
  '25006': 'The database is read-only.',
}

export function isDiskFull(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === diskFull
}

export function isDatabaseGone(error: unknown): boolean {
  const code = (error as { code?: string } | undefined)?.code ?? ''
  return /^(CONNECT|CONNECTION_|ECONN|EPIPE|ETIMEDOUT|57P0[123]|53300|3D000|08)/.test(code)
}
