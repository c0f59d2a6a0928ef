import { type Connection, graceMs, type Outgoing, toRows } from './connection.ts'
import { isAborted, isStalePlan } from './errors.ts'
import { type DependentInsert, Outbox, type WrittenRows } from './outbox.ts'
import type { ConnectionPool } from './pool.ts'
import { createTag, type Fragment, type Row, type SqlTag } from './sql.ts'

/** A transaction, required by all functions that write. */
export interface Tx extends SqlTag {
  /** Runs statement text that has its own placeholders. */
  run(text: string, values: readonly unknown[]): Promise<Row[]>
  /** Rolls back only the changes of this work if it fails. */
  savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Work whose result is not needed: it is sent together with the commit, which saves a round trip. If it fails, the
   * transaction is rolled back.
   */
  defer(work: PromiseLike<unknown>): void
  /**
   * An insert or update whose result is not needed. It is sent before the next statement, or with the commit.
   * Consecutive ones are sent as one statement, which saves 0.1 ms of CPU time each; they must not write the same row
   * or read each other's writes. PostgreSQL guarantees no order among them, so rows that are read in order of their
   * number use `defer` instead.
   */
  append(insert: Fragment): void
  /**
   * Like `append`, for an insert followed by inserts that read the rows it wrote, which their `from` clause calls `d`.
   * On Citus they are sent one by one: as one statement it would send the rows to all workers, one of which may be
   * down.
   */
  appendWithRows(written: WrittenRows, ...following: DependentInsert[]): void
  /** Sends a notification on commit; duplicates are sent once. */
  notify(channel: string, payload?: string): void
  /** Sets the timeout of the following statements. */
  setStatementTimeout(ms: number): void
  /** Whether it has sent or deferred a statement that can change rows. */
  hasWritten(): boolean
}

/**
 * Runs work in a transaction on a connection of its own. Rejects as soon as the connection is lost, whatever the work
 * is awaiting. `begin` is sent with the first statement, deferred statements with the commit.
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

/** Runs reads in one snapshot, with plans made for the actual values. Does not await the commit, as nothing was written. */
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

/** A transaction counts as idle after this many event loop turns without a statement. */
const idleTurns = 5

/** By statement text: a program has a few hundred statements, and each is examined once. */
const writing = new Map<string, boolean>()
const mostKnown = 2_000

function canWrite(text: string): boolean {
  let known = writing.get(text)
  if (known === undefined) {
    if (writing.size >= mostKnown) writing.clear()
    known = /\b(?:insert into|update|delete from)\b/.test(text.replaceAll(/for (?:no key )?update/g, ''))
    writing.set(text, known)
  }
  return known
}

const emptyMessage = { text: `select pg_logical_emit_message(true, 'foyer', '')`, values: [] }

class Transaction {
  readonly #connection: Connection
  readonly #outbox: Outbox
  readonly #tx: Tx
  readonly #mode: string
  /** Whether commit or rollback was answered, so that the connection can be reused. */
  isSettled = false
  #hasEnded = false
  #savepoints = 0
  readonly #deferred: Promise<unknown>[] = []
  /** By position in `#deferred`. */
  readonly #deferredFailures: unknown[] = []
  /** Whether the commit skips the wait for the disk, so that a flush must follow. */
  #mustFlush = false
  readonly #notifications = new Map<string, [channel: string, payload: string]>()
  /** The first failure in statement order; it makes all later statements fail. */
  #failure: { error: unknown } | undefined

  readonly #onIdle: ConnectionPool['onIdle']
  #hasWritten = false
  #unanswered = 0
  #firstStatement = ''
  #lastStatement = ''

  constructor(connection: Connection, mode: string, pool: Pick<ConnectionPool, 'isDistributed' | 'onIdle'>) {
    this.#connection = connection
    this.#outbox = new Outbox(connection, pool)
    this.#onIdle = pool.onIdle
    this.#mode = mode
    this.#tx = this.#openTag(pool.isDistributed)
  }

  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#watch(this.#command(`begin ${this.#mode}`))
    let value: T
    try {
      value = await work(this.#tx)
      // Deferred work that awaits only its turn has sent its statements after this tick; the commit follows them.
      if (this.#deferred.length > 0) await new Promise<void>(process.nextTick)
      this.#sendNotifications()
      this.#throwDeferredFailure()
    } catch (error) {
      this.#hasEnded = true
      throw await this.#rollBack(error)
    }
    this.#hasEnded = true
    const commit = Promise.all([this.#command('commit'), this.#flush()])
    const [committed] = await Promise.allSettled([commit, ...this.#deferred])
    // The server skips a commit sent in the same batch as a failed statement.
    if (committed.status === 'rejected') throw await this.#rollBack(this.#cause() ?? committed.reason)
    this.isSettled = !this.#isStale()
    if (committed.value[0] === 'COMMIT' && this.#cause() === undefined) return value
    throw this.#cause() ?? new Error('The transaction was rolled back.')
  }

  async read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#watch(this.#command(`begin ${this.#mode}`))
    this.#watch(this.#command('set local plan_cache_mode = force_custom_plan'))
    try {
      return await work(this.#tx)
    } catch (error) {
      throw this.#connection.lost ?? (isAborted(error) ? this.#failure?.error : error)
    }
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    try {
      await this.#command('commit', { isAwaited: false })
      this.isSettled = !this.#isStale()
    } catch {
      // The connection is not used again.
    }
  }

  async #rollBack(error: unknown): Promise<unknown> {
    if (this.#connection.lost) return this.#connection.lost
    await this.#runRollback('rollback')
    this.isSettled = !this.#isStale()
    return isAborted(error) ? this.#failure?.error : error
  }

  /** A connection with a stale prepared statement is not reused. */
  #isStale(): boolean {
    return isStalePlan(this.#failure?.error)
  }

  #throwDeferredFailure() {
    if (this.#deferredFailures.length > 0) throw this.#cause()
  }

  /** Why the transaction can't commit: the error that deferred work threw, or else the statement's failure. */
  #cause(): unknown {
    const deferred = this.#deferredFailures.find((error) => error !== undefined && !isAborted(error))
    return deferred ?? this.#failure?.error
  }

  #sendNotifications() {
    if (this.#notifications.size === 0) return
    const all = [...this.#notifications.values()]
    const [channels, payloads] = [all.map(([channel]) => channel), all.map(([, payload]) => payload)]
    this.#mustFlush = !this.#tx.isDistributed
    const quickCommit = this.#mustFlush
      ? this.#tx`, set_config('synchronous_commit', 'off', true)`
      : this.#tx``
    const notify = this.#tx`
      select pg_notify(channel, payload)${quickCommit}
      from unnest(${channels}::text[], ${payloads}::text[]) as given (channel, payload)`
    this.#keepFailure(this.#watch(this.#outbox.appendLast(notify)))
  }

  /**
   * Waits until a commit with notifications is on disk. PostgreSQL commits one such transaction at a time, including
   * the wait for the disk. They therefore commit without that wait, followed by a transaction that writes an empty
   * message to the log, which PostgreSQL groups with others: with 8 connections, 700 commits/s instead of 240.
   */
  async #flush(): Promise<void> {
    if (this.#mustFlush) await this.#outbox.add(emptyMessage)
  }

  /** Records the first failure and marks the rejection as handled, so that it does not end the process. */
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

  /** Work that waits only for the database sends its next statement in the turn in which it receives a result. */
  #watchIdle(turns: number) {
    setImmediate(() => {
      // After a failure or a lost connection the transaction is about to end.
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
    const query = async (statement: Outgoing & { place?: number }) => {
      this.#demandOpen()
      this.#firstStatement ||= statement.text
      this.#lastStatement = statement.text
      this.#hasWritten ||= canWrite(statement.text)
      return toRows(await this.#watch(this.#outbox.add(statement, statement.place)))
    }
    const tag: Tx = Object.assign(createTag(query), {
      isDistributed,
      run: (text: string, values: readonly unknown[]) => query({ text, values }),
      savepoint: <T>(work: (tx: Tx) => Promise<T>) => this.#savepoint(work),
      defer: (work: PromiseLike<unknown>) => {
        this.#hasWritten = true
        this.#keepFailure(Promise.resolve(work))
      },
      append: (insert: Fragment) => this.#append(insert),
      appendWithRows: ({ insert, returning, again }: WrittenRows, ...following: DependentInsert[]) => {
        if (!isDistributed) return this.#append(tag`${insert} returning ${returning}`, ...following)
        for (const statement of [insert, ...following.map((next) => next(again))])
          tag.defer(tag`${statement}`)
      },
      notify: (channel: string, payload = '') => {
        this.#notifications.set(`${channel} ${payload}`, [channel, payload])
      },
      setStatementTimeout: (ms: number) => {
        this.#connection.timeoutMs = ms + graceMs
        this.#execute(`set local statement_timeout = ${ms}`)
      },
      hasWritten: () => this.#hasWritten,
    })
    return tag
  }

  #keepFailure(work: Promise<unknown>) {
    const nth = this.#deferred.length
    this.#deferred.push(
      work.catch((error: unknown) => {
        this.#deferredFailures[nth] = error
      }),
    )
  }

  #append(insert: Fragment, ...following: DependentInsert[]) {
    this.#demandOpen()
    this.#hasWritten = true
    // Only tests watch, and making the text costs time.
    if (this.#onIdle) this.#lastStatement = insert.text
    this.#keepFailure(this.#watch(this.#outbox.append(insert, following)))
  }

  #execute(text: string): Promise<string> {
    this.#demandOpen()
    return this.#watch(this.#command(text))
  }

  /** Runs a statement without values and returns its command tag, such as `COMMIT`. */
  async #command(text: string, { isAwaited = true } = {}): Promise<string> {
    return (await this.#outbox.add({ text, values: [], isAwaited })).tag
  }

  /** In a batch of its own, because the server skips what follows a failure in the same batch. */
  #runRollback(text: string): Promise<string> {
    this.#outbox.send()
    return this.#command(text)
  }

  async #savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const name = `s${this.#savepoints++}`
    const deferredBefore = this.#deferred.length
    this.#execute(`savepoint ${name}`)
    try {
      const value = await work(this.#tx)
      this.#execute(`release ${name}`)
      return value
    } catch (error) {
      const cause = isAborted(error) ? (this.#failure?.error ?? error) : error
      this.#demandOpen()
      await this.#watch(this.#runRollback(`rollback to ${name}`))
      // Everything before the rollback was answered, so deferred work is settled and rolled back.
      await Promise.all(this.#deferred.splice(deferredBefore))
      this.#deferredFailures.splice(deferredBefore)
      this.#failure = undefined
      throw cause
    }
  }
}
