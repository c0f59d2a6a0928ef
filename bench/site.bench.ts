import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buildApp } from '../server/app.ts'
import { createAudience } from '../server/audiences/change.ts'
import { loadConfig } from '../server/config.ts'
import { type Ground, openGround } from '../server/ground.ts'
import { createLink } from '../server/links/change.ts'
import { openLog } from '../server/log.ts'
import { migrate } from '../server/migrate.ts'
import { createPage } from '../server/pages/change.ts'
import { publishPage } from '../server/pages/state.ts'
import { startPostgres } from '../server/postgres.ts'
import { createTenant } from '../server/tenants/queries.ts'
import { type Bench, type Comparison, compare } from './measure.ts'

const host = 'bench.localhost'
const path = '/hello'
/** Requests of one round: so many connections, each sending so many at once. */
const [connections, each] = [8, 100]

/** A page against the least that can be done: a bare server that writes the same head and bytes, whatever is asked. */
export const bench: Bench = {
  title: `A visitor's page over HTTP, ${connections * each} requests on ${connections} connections`,
  baseline: 'bare node:http',
  subject: 'site',
  async run(folder) {
    const server = await startPostgres(folder)
    try {
      await migrate(server.url)
      const config = loadConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' })
      const ground = await openGround(config, openLog('error'), { databaseUrl: server.url, works: false })
      const app = await buildApp(ground)
      try {
        await showPage(ground)
        const url = await app.listen({ port: 0, host: '127.0.0.1' })
        return await measure(Number(new URL(url).port))
      } finally {
        await app.close()
        await ground.close()
      }
    } finally {
      await server.stop()
    }
  },
}

/** A page from a template, as tenants begin with. */
async function showPage(ground: Ground) {
  const { db } = ground
  await db.inTransaction(async (tx) => {
    const { tenantId } = (await createTenant(tx, 'bench', 'Bench')) ?? { tenantId: '' }
    const { pageId } = await createPage(ground, tx, tenantId, { name: 'Bench', pageType: 'inbound' })
    const { audienceId } = await createAudience(tx, tenantId, pageId, {})
    await publishPage(ground, tx, tenantId, pageId)
    await createLink(tx, tenantId, { path, target: { targetType: 'audience', audienceId } })
  })
}

async function measure(sitePort: number): Promise<Comparison[]> {
  const rows: Comparison[] = []
  for (const encoding of ['br', 'gzip', 'identity']) {
    // The first are drawn, and may come before the node listens for changes.
    for (let i = 0; i < 20; i++) await ask(sitePort, encoding)
    const sent = await ask(sitePort, encoding)
    const bare = await openBare(sent)
    const { port } = bare.address() as AddressInfo
    const [toBare, toSite] = [await openLoad(port, encoding), await openLoad(sitePort, encoding)]
    const name = `${encoding}, ${sent.body.length.toLocaleString('en')} bytes`
    rows.push(await compare(name, toBare.round, toSite.round, { limit: 1.11, rounds: 60, warmUp: 10 }))
    toBare.close()
    toSite.close()
    bare.close()
  }
  return rows
}

type Sent = { head: string[]; body: Buffer }

async function openBare({ head, body }: Sent): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, head)
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Sends requests as bytes and counts the bytes that come back: a client that reads answers takes longer than either server. */
async function openLoad(port: number, encoding: string) {
  const one = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: ${encoding}\r\n\r\n`
  const batch = Buffer.from(one.repeat(each))
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  const [first] = sockets as [Socket]
  first.write(one)
  const length = await settledBytes(first)
  return {
    round: () => Promise.all(sockets.map((socket) => exchange(socket, batch, length * each))),
    close: () => sockets.forEach((socket) => void socket.destroy()),
  }
}

async function settledBytes(socket: Socket): Promise<number> {
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
  }
  socket.on('data', count)
  await new Promise((resolve) => setTimeout(resolve, 300))
  socket.off('data', count)
  return bytes
}

function exchange(socket: Socket, batch: Buffer, expected: number): Promise<void> {
  return new Promise((resolve) => {
    let left = expected
    const count = (chunk: Buffer) => {
      left -= chunk.length
      if (left > 0) return
      socket.off('data', count)
      resolve()
    }
    socket.on('data', count)
    socket.write(batch)
  })
}

/** The head without what the server adds by itself, and the body as it came. */
function ask(port: number, encoding: string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'accept-encoding': encoding }
    const sent = request({ port, path, host: '127.0.0.1', headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`it answered ${answer.statusCode}`))
        const own = Object.entries(answer.headers).filter(
          ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
        )
        resolve({ head: own.flat() as string[], body: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
