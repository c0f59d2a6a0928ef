import { isDatabaseGone } from './db.ts'
import type { Log } from './log.ts'

/**
 * The database driver asks each new connection about array types, and when the connection is lost in that moment
 * nobody is there to hear of it. Whoever waits for the connection is told by other means, so that is no reason to end;
 * any other rejection that nobody handles still is.
 */
export function tolerateLostConnections(log: Log) {
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseGone(error)) throw error
    log.warn({ err: error }, 'a connection to the database was lost while it opened')
  })
}
