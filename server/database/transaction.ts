import { join, raw, Sql } from 'sql-template-tag'
import { type Connection, graceMs } from './connection.ts'
import { isAborted, isStalePlan } from './errors.ts'
import type { ConnectionPool } from './pool.ts'
import { createTag, type Fragment, type Row, type SqlTag } from './sql.ts'

/** An insert of rows that another one returned. */
type Following = (returned: Fragment) => Fragment

/** A transaction: demanded by everything that writes. */
export interface Tx extends SqlTag {
  /** Runs a statement written elsewhere, with placeholders of its own. */
  run(text: string, values: readonly unknown[]): Promise<Row[]>
  /** Undoes what the work has done if it fails, and only that. */
  savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Work whose result nobody needs: it is sent together with the commit, which spares a round trip. If it fails, the
   * transaction is rolled back.
   */
  defer(work: PromiseLike<unknown>): void
  /**
   * An insert or update whose result nobody needs, and inserts of what it returned. It is sent before the next
   * statement, or with the commit. Those in a row are sent as one statement, which saves 0.1 ms of CPU time each; they
   * must not write the same row or read what another one wrote. PostgreSQL promises no order among them: rows that are
   * read by their number are deferred instead.
   */
  append(insert: Fragment, ...following: Following[]): void
  /** Sends a notification when the transaction commits; the same one is sent once. */
  notify(channel: string, payload?: string): void
  /** Gives the statements from here on another time limit than the usual one. */
  setStatementTimeout(ms: number): void
}

/**
 * Runs work in a transaction on a connection of its own. Rejects as soon as that is lost, whatever the work is waiting
 * for. The `begin` travels with the first statement, the deferred statements with the commit.
 */
export async function transact<T>(
  pool: ConnectionPool,
  mode: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const connection = await pool.acquire()
  const transaction = new Transaction(connection, mode, pool)
  try {
    return await new Promise<T>((resolve, reject) => {
      connection.onLost = reject
      transaction.run(work).then(resolve, reject)
    })
  } finally {
    pool.release(connection, transaction.isSettled)
  }
}

/**
 * Runs reads that all see one state of the database, with plans made for the values at hand. Nobody waits for the
 * commit of what changed nothing.
 */
export async function readSnapshot<T>(pool: ConnectionPool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = await pool.acquire()
  const transaction = new Transaction(connection, snapshotMode, pool)
  try {
    return await new Promise<T>((resolve, reject) => {
      connection.onLost = reject
      transaction.read(work).then(resolve, reject)
    })
  } finally {
    connection.onLost = undefined
    void transaction.end().finally(() => pool.release(connection, transaction.isSettled))
  }
}

const snapshotMode = 'isolation level repeatable read read only'

/** So that a transaction with many makes few different statements. */
const mostAppended = 16

function joinInserts(
  appended: [insert: Fragment, ...following: Following[]][],
  last?: Fragment,
): Fragment | undefined {
  const parts: Fragment[] = []
  const add = (insert: Fragment): Fragment => {
    const name = raw(`appended_${parts.length}`)
    parts.push(new Sql(['', ' as (', ')'], [name, insert]))
    return name
  }
  // PostgreSQL promises no order but in fact starts with the last; so the first comes last here.
  for (const [insert, ...following] of appended.toReversed()) {
    const returned = add(insert)
    for (const next of following) add(next(returned))
  }
  if (parts.length === 0) return last
  return new Sql(['with ', ' ', ''], [join(parts, ', '), last ?? raw('select')])
}

/** After so many turns of the event loop without a statement, a transaction counts as idle. */
const idleTurns = 5

const emptyMessage = { text: `select pg_logical_emit_message(true, 'foyer', '')`, values: [] }

class Transaction {
  readonly #connection: Connection
  readonly #tx: Tx
  readonly #mode: string
  /** Whether commit or rollback has been answered, so that the connection can be used for something else. */
  isSettled = false
  #hasEnded = false
  #savepoints = 0
  readonly #deferred: Promise<unknown>[] = []
  /** By their place among the deferred. */
  readonly #deferredFailures: unknown[] = []
  /** Whether the commit does not wait for the disk, so that something else must. */
  #mustFlush = false
  /** Inserts that are not sent yet. */
  #appended: [insert: Fragment, ...following: Following[]][] = []
  readonly #notifications = new Map<string, [channel: string, payload: string]>()
  /** The first failure, in the order of the statements: it makes all after it fail. */
  #failure: { error: unknown } | undefined

  readonly #onIdle: ConnectionPool['onIdle']
  #unanswered = 0
  #firstStatement = ''
  #lastStatement = ''

  constructor(
    connection: Connection,
    mode: string,
    { isDistributed, onIdle }: Pick<ConnectionPool, 'isDistributed' | 'onIdle'>,
  ) {
    this.#connection = connection
    this.#onIdle = onIdle
    connection.isTransaction = true
    this.#mode = mode
    this.#tx = this.#openTag(isDistributed)
  }

  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#watch(this.#connection.command(`begin ${this.#mode}`))
    let value: T
    try {
      value = await work(this.#tx)
      // Deferred work that waits for nothing but its turn has sent its statements after this; the commit follows them.
      if (this.#deferred.length > 0) await new Promise<void>(process.nextTick)
      this.#sendAtCommit()
      this.#throwDeferredFailure()
    } catch (error) {
      this.#hasEnded = true
      throw await this.#rollBack(error)
    }
    this.#hasEnded = true
    const commit = Promise.all([this.#connection.command('commit'), this.#flush()])
    const [committed] = await Promise.allSettled([commit, ...this.#deferred])
    // The server skips a commit that was sent with a statement that failed.
    if (committed.status === 'rejected') throw await this.#rollBack(this.#cause() ?? committed.reason)
    this.isSettled = !this.#isStale()
    if (committed.value[0] === 'COMMIT' && this.#cause() === undefined) return value
    throw this.#cause() ?? new Error('The transaction was rolled back.')
  }

  async read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#watch(this.#connection.command(`begin ${this.#mode}`))
    this.#watch(this.#connection.command('set local plan_cache_mode = force_custom_plan'))
    try {
      return await work(this.#tx)
    } catch (error) {
      throw this.#connection.lost ?? (isAborted(error) ? this.#failure?.error : error)
    }
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    try {
      await this.#connection.command('commit', { isAwaited: false })
      this.isSettled = !this.#isStale()
    } catch {
      // The connection is not used again.
    }
  }

  async #rollBack(error: unknown): Promise<unknown> {
    if (this.#connection.lost) return this.#connection.lost
    await this.#connection.rollBack('rollback')
    this.isSettled = !this.#isStale()
    return isAborted(error) ? this.#failure?.error : error
  }

  /** A connection with a statement that has to be prepared anew is not used again. */
  #isStale(): boolean {
    return isStalePlan(this.#failure?.error)
  }

  #throwDeferredFailure() {
    if (this.#deferredFailures.length > 0) throw this.#cause()
  }

  /** Why the transaction can't commit: what deferred work made of its failure, or else the failure itself. */
  #cause(): unknown {
    const deferred = this.#deferredFailures.find((error) => error !== undefined && !isAborted(error))
    return deferred ?? this.#failure?.error
  }

  /** Sends what is left to send before the commit: inserts and notifications. */
  #sendAtCommit() {
    if (this.#notifications.size === 0) return this.#sendAppended()
    const all = [...this.#notifications.values()]
    const [channels, payloads] = [all.map(([channel]) => channel), all.map(([, payload]) => payload)]
    this.#mustFlush = !this.#tx.isDistributed
    const quickCommit = this.#mustFlush
      ? this.#tx`, set_config('synchronous_commit', 'off', true)`
      : this.#tx``
    this.#sendAppended(this.#tx`
      select pg_notify(channel, payload)${quickCommit}
      from unnest(${channels}::text[], ${payloads}::text[]) as given (channel, payload)`)
  }

  /** Sends the appended inserts, and `last` with them. */
  #sendAppended(last?: Fragment) {
    const appended = this.#appended
    this.#appended = []
    const [[only, ...following] = []] = appended
    const isOne = appended.length === 1 && following.length === 0 && !last
    const statement = isOne ? only : joinInserts(appended, last)
    if (statement) this.#keepFailure(this.#watch(this.#connection.query(statement)))
  }

  /**
   * Waits until a commit with notifications is on disk. PostgreSQL lets one such transaction commit at a time, which
   * includes the wait for the disk. They therefore commit without that wait, and a transaction that writes an empty
   * message to the log follows, which PostgreSQL groups with others: with 8 connections, 700 commits/s instead of 240.
   */
  async #flush(): Promise<void> {
    if (this.#mustFlush) await this.#connection.query(emptyMessage)
  }

  /** Remembers the first failure; a rejection that nobody awaits does not end the process. */
  #watch<T>(answer: Promise<T>): Promise<T> {
    this.#unanswered++
    answer.then(
      () => {
        if (--this.#unanswered === 0 && this.#onIdle) this.#watchIdle(idleTurns)
      },
      (error: unknown) => {
        this.#failure ??= { error }
        this.#unanswered--
      },
    )
    return answer
  }

  /** Work that waits for nothing but the database sends its next statement in the turn in which it gets an answer. */
  #watchIdle(turns: number) {
    setImmediate(() => {
      // After a failure or a lost connection it is about to end.
      if (this.#hasEnded || this.#unanswered > 0 || this.#failure || this.#connection.lost) return
      if (turns === 0) this.#onIdle?.(this.#firstStatement, this.#lastStatement)
      else this.#watchIdle(turns - 1)
    })
  }

  #demandOpen() {
    if (this.#connection.lost) throw this.#connection.lost
    if (this.#hasEnded) throw new Error('A statement was sent after the end of its transaction.')
  }

  #openTag(isDistributed: boolean): Tx {
    const query = async (statement: { text: string; values: unknown[] }) => {
      this.#demandOpen()
      this.#sendAppended()
      this.#firstStatement ||= statement.text
      this.#lastStatement = statement.text
      return await this.#watch(this.#connection.query(statement))
    }
    return Object.assign(createTag(query), {
      isDistributed,
      run: (text: string, values: readonly unknown[]) => query({ text, values: [...values] }),
      savepoint: <T>(work: (tx: Tx) => Promise<T>) => this.#savepoint(work),
      defer: (work: PromiseLike<unknown>) => this.#keepFailure(Promise.resolve(work)),
      append: (insert: Fragment, ...following: Following[]) => this.#append(insert, ...following),
      notify: (channel: string, payload = '') => {
        this.#notifications.set(`${channel} ${payload}`, [channel, payload])
      },
      setStatementTimeout: (ms: number) => {
        this.#connection.timeoutMs = ms + graceMs
        this.#execute(`set local statement_timeout = ${ms}`)
      },
    })
  }

  #keepFailure(work: Promise<unknown>) {
    const nth = this.#deferred.length
    this.#deferred.push(
      work.catch((error: unknown) => {
        this.#deferredFailures[nth] = error
      }),
    )
  }

  #append(...inserts: [insert: Fragment, ...following: Following[]]) {
    this.#demandOpen()
    // In its turn, as all statements.
    queueMicrotask(() => {
      this.#appended.push(inserts)
      // Citus would send the results of several inserts to all workers, of which one may be down.
      if (this.#tx.isDistributed || this.#appended.length === mostAppended) this.#sendAppended()
    })
  }

  #execute(text: string): Promise<string> {
    this.#demandOpen()
    this.#sendAppended()
    return this.#watch(this.#connection.command(text))
  }

  async #savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const name = `s${this.#savepoints++}`
    const deferredBefore = this.#deferred.length
    // After the statements that the program came to before.
    await undefined
    this.#execute(`savepoint ${name}`)
    try {
      const value = await work(this.#tx)
      this.#execute(`release ${name}`)
      return value
    } catch (error) {
      const cause = isAborted(error) ? (this.#failure?.error ?? error) : error
      this.#appended = []
      this.#demandOpen()
      await this.#watch(this.#connection.rollBack(`rollback to ${name}`))
      // Everything before the rollback has been answered, so what was deferred is settled and undone.
      await Promise.all(this.#deferred.splice(deferredBefore))
      this.#deferredFailures.splice(deferredBefore)
      this.#failure = undefined
      throw cause
    }
  }
}
