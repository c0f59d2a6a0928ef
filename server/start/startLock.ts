import { openSession } from '../database/session.ts'
import { StartError } from './startError.ts'

const lockKey = 7_069_121
const longestWait = '60s'

export type StartLock = { release(): Promise<void> }

/**
 * Serialises processes that start with the same database until each has printed the keys it created, so that none
 * mistakes a key that is about to be printed for a lost one. The lock ends with the connection.
 */
export async function takeStartLock(databaseUrl: string): Promise<StartLock> {
  const session = await openSession({ url: databaseUrl })
  const release = () => session.end()
  try {
    await session`select set_config('lock_timeout', ${longestWait}, false)`
    await session`select pg_advisory_lock(${lockKey}::bigint)`
    return { release }
  } catch (error) {
    await release()
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new StartError('Another process on this database has been starting for a minute. Try again.')
  }
}
