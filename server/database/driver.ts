import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/**
 * What is used of the driver beyond its documented API. The driver has no way to send several prepared statements with
 * one sync, which is what a transaction here consists of. `driver.test.ts` fails on a version that it was not tried with.
 */

/** The protocol side of a client, with the statements that the server has parsed and those on their way to it. */
export type DriverConnection = pg.Connection &
  Record<'parsedStatements' | 'submittedNamedStatements', Record<string, string>> & { stream: Socket }

export function driverConnection(client: pg.ClientBase): DriverConnection {
  return (client as unknown as { connection: DriverConnection }).connection
}

/** In a pipeline the driver accepts only subclasses of its own query class. */
export const DriverQuery = pg.Query as unknown as new (
  text: string,
) => EventEmitter & { text: string; name: string | undefined; callback: (error: Error | null) => void }
