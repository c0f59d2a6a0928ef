import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionOptions } from './connection.ts'
import { isRemovedMeanwhile, isRetryable } from './errors.ts'
import { DatabaseListener, type Subscriber, type Subscription } from './listener.ts'
import { ConnectionPool } from './pool.ts'
import { SharedConnections } from './sharedConnections.ts'
import { createTag, type SqlTag } from './sql.ts'
import { readSnapshot, type Tx, transact } from './transaction.ts'

export {
  isDatabaseGone,
  isDiskFull,
  isInfrastructureFault,
  TooLate,
  violatedConstraint,
  whyUnavailable,
} from './errors.ts'
export type { Fragment, Row } from './sql.ts'
export type { Tx } from './transaction.ts'

/** A pool or a transaction, for reads. */
export type Reader = SqlTag

export type Database = {
  /** Single statements outside a transaction, for reads. */
  read: Reader
  /**
   * Called with the result of a transaction's work, before it commits. The function it returns is called after the
   * commit.
   */
  beforeCommit?: (tx: Tx, result: unknown) => (() => void) | undefined
  /** Runs work in a transaction and retries it after a conflict with another one. */
  inTransaction<T>(work: (tx: Tx) => PromiseLike<T>): Promise<T>
  /**
   * Runs reads in one snapshot. Plans are made for the actual values, because a plan that is cheap for a rare word or a
   * small tenant is expensive for a common word or a large one.
   */
  inSnapshot<T>(work: (db: Reader) => PromiseLike<T>): Promise<T>
  /**
   * Whether Citus distributes tenants over several workers. Work for several tenants then runs tenant by tenant, so
   * that a failed worker affects only its own tenants. Queried once, when a process or thread starts.
   */
  isDistributed(): Promise<boolean>
  /** Receives notifications sent with `notify`, over a dedicated connection. */
  listen(channel: string, subscriber: Subscriber): Subscription
  /** How busy the connections are. */
  pools(): PoolState[]
  close(): Promise<void>
}

export type PoolState = { pool: 'transactions' | 'statements'; busy: number; idle: number; waiting: number }

export type DatabaseOptions = ConnectionOptions & {
  /** Maximum number of concurrent transactions. Single statements use up to four additional connections. */
  poolSize?: number
}

export function openDatabase({ poolSize = 8, ...options }: DatabaseOptions): Database {
  const readSize = Math.min(poolSize, 4)
  const readPool = new ConnectionPool(options, readSize)
  const shared = new SharedConnections(readPool, readSize)
  const pool = new ConnectionPool(options, poolSize)
  const listener = new DatabaseListener(options)
  const read = createTag((statement) => shared.query(statement))
  let distributed: Promise<boolean> | undefined
  const database: Database = {
    read,
    isDistributed() {
      distributed ??= hasCitus(read).then(
        (isThere) => {
          read.isDistributed = pool.isDistributed = isThere
          return isThere
        },
        (error: unknown) => {
          distributed = undefined
          throw error
        },
      )
      return distributed
    },
    async inTransaction(work) {
      let afterCommit: (() => void) | undefined
      const result = await withRetry(() =>
        transact(pool, '', async (tx) => {
          const value = await work(tx)
          afterCommit = database.beforeCommit?.(tx, value)
          return value
        }),
      )
      afterCommit?.()
      return result
    },
    inSnapshot: (work) => withRetry(() => readSnapshot(pool, async (tx) => await work(tx))),
    listen: (channel, subscriber) => listener.subscribe(channel, subscriber),
    pools: () => [
      { pool: 'transactions', ...pool.state },
      { pool: 'statements', ...readPool.state },
    ],
    async close() {
      shared.close()
      await Promise.all([readPool.close(), pool.close(), listener.close()])
    },
  }
  return database
}

async function hasCitus(db: Reader): Promise<boolean> {
  const [row] = await db`select from pg_extension where extname = 'citus'`
  return row !== undefined
}

/** On a busy machine, four attempts were not always enough for two nodes that record events of the same visitors. */
const mostTries = 8

async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const helps = isRetryable(error) || (tries === 1 && isRemovedMeanwhile(error))
      if (tries === mostTries || !helps) throw error
      // The pause is random, because transactions that retry in step would collide again.
      if (tries > 1) await sleep(Math.random() * 10 * tries)
    }
  }
}
