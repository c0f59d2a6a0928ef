import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between the service and its database, and cuts what runs through it: politely, or with a reset. */
export async function openProxy(databaseUrl: string) {
  let target = new URL(databaseUrl)
  const open = new Set<Socket>()
  const server = createServer((client) => {
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
    /** Connections that come from here on lead to another server. */
    leadTo(databaseUrl: string) {
      target = new URL(databaseUrl)
    },
    cut(how: 'destroy' | 'resetAndDestroy') {
      for (const socket of open) socket[how]()
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
