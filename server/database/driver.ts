import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/**
 * The undocumented parts of the driver that are used here. The driver can't send several prepared statements with one
 * sync, which transactions here need. `driver.test.ts` fails on a version with which this was not tested.
 */

/** The protocol side of a client, with the statements that the server has parsed and those being sent to it. */
export type DriverConnection = pg.Connection &
  Record<'parsedStatements' | 'submittedNamedStatements', Record<string, string>> & { stream: Socket }

export function driverConnection(client: pg.ClientBase): DriverConnection {
  return (client as unknown as { connection: DriverConnection }).connection
}

/** In a pipeline the driver accepts only subclasses of its own query class. */
export const DriverQuery = pg.Query as unknown as new (
  text: string,
) => EventEmitter & { text: string; name: string | undefined; callback: (error: Error | null) => void }
