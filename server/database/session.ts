import pg from 'pg'
import { Connection, type ConnectionOptions, clientConfig } from './connection.ts'
import { toConnectionError } from './errors.ts'
import { DatabaseHosts } from './hosts.ts'
import { createTag, type SqlTag } from './sql.ts'

/** A dedicated connection for migrations, session locks and administration. */
export interface DatabaseSession extends SqlTag {
  /** Runs one or several statements without values. */
  execute(text: string): Promise<void>
  end(): Promise<void>
}

export async function openSession(given: ConnectionOptions): Promise<DatabaseSession> {
  const options = {
    ...{ applicationName: 'foyer session', statementTimeoutMs: 0, connectTimeoutMs: 30_000 },
    ...given,
  }
  const hosts = DatabaseHosts.of(options.url)
  const { client, connection } = await hosts.connect(() => connect(options, hosts))
  return Object.assign(
    createTag((statement) => connection.query(statement)),
    {
      execute: (text: string) => connection.execute(text),
      async end() {
        if (!connection.lost) await client.end()
      },
    },
  )
}

async function connect(options: ConnectionOptions, hosts: DatabaseHosts) {
  const client = new pg.Client(clientConfig(options))
  const connection = new Connection(client, options)
  try {
    await client.connect()
    await hosts.demandWrites(client)
    return { client, connection }
  } catch (error) {
    connection.destroy()
    throw toConnectionError(error)
  }
}
