import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A proxy between the service and its database. It cuts connections by closing, by a reset or with an error of the server,
 * and can refuse new ones.
 */
export async function openProxy(databaseUrl: string) {
  let target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let refusals = 0
  const server = createServer((client) => {
    if (refusals > 0) {
      refusals--
      client.on('error', () => {})
      client.once('data', () => client.end(errorOf('53300', 'sorry, too many clients already')))
      return
    }
    const onward = connect(Number(target.port), target.hostname)
    const ends: [Socket, Socket][] = [
      [client, onward],
      [onward, client],
    ]
    for (const [one, other] of ends) {
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    open.add(client)
    client.on('close', () => open.delete(client))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  Object.assign(url, { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) })
  return {
    url: url.href,
    /** Directs new connections to another server. */
    leadTo(databaseUrl: string) {
      target = new URL(databaseUrl)
    },
    cut(how: 'destroy' | 'resetAndDestroy') {
      for (const socket of open) socket[how]()
    },
    /** Terminates all connections like `pg_terminate_backend`; the next `refused` new ones get "too many connections". */
    terminate(refused = 0) {
      refusals = refused
      for (const socket of open) {
        socket.end(errorOf('57P01', 'terminating connection due to administrator command'))
        open.delete(socket)
      }
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** The error message of the server before it ends a connection. */
function errorOf(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
