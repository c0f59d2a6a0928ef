import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../database/database.ts'
import { RecentSessions } from './recent.ts'
import { recordVisits } from './record.ts'

// The thread of a `Recorder`: records groups of reports and posts a message when each is committed.

export type RecorderSettings = { databaseUrl: string; tellsStatements: boolean }
/** A group to record, with its arrivals as JSON; or a request to close. */
export type RecorderInput = { group: number; arrivals: string } | 'close'
/** The result of a group, or a statement that was sent. */
export type RecorderOutput =
  | { group: number; error?: { message: string; stack: string | undefined; code: unknown } }
  | { statement: string }

/**
 * Every statement of a group looks up a few hundred rows by key. By default PostgreSQL would scan a whole table while
 * it is small, and keep that plan when it has grown: 9 ms per group at 5,000 sessions.
 */
const planByKey = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
}

const port = parentPort as MessagePort
const { databaseUrl, tellsStatements } = workerData as RecorderSettings
const tell = (output: RecorderOutput) => port.postMessage(output)
const db = openDatabase({
  url: databaseUrl,
  asService: true,
  // Two groups are written concurrently; on several Citus workers, two of each tenant.
  poolSize: 8,
  settings: planByKey,
  ...(tellsStatements ? { onStatement: (statement) => tell({ statement }) } : {}),
})
const recent = new RecentSessions()

port.on('message', async (input: RecorderInput) => {
  if (input === 'close') {
    await db.close()
    return port.close()
  }
  const { group, arrivals } = input
  try {
    await db.isDistributed()
    await recordVisits(db, recent, JSON.parse(arrivals))
    tell({ group })
  } catch (error) {
    const { message, stack, code } = error as Error & { code?: unknown }
    tell({ group, error: { message, stack, code } })
  }
})
