import { openSession } from '../database/session.ts'
import { StartError } from './startError.ts'

const lockKey = 7_069_121
const longestWait = '60s'

export type StartLock = { release(): Promise<void> }

/**
 * Lets processes that start on one database take turns until each has shown what it made, so that none takes the key of
 * another that is about to be shown for one that was lost. The lock goes with the connection, however that ends.
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
