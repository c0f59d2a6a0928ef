import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Bench, type Comparison, compare } from './measure.ts'
import { withPostgres } from './service.ts'
import type { Role } from './siteServer.ts'

const host = 'bench.localhost'
const path = '/hello'
const encodings = ['br', 'gzip', 'identity']
/** Requests of one round: connections, and consecutive requests of each. */
const [connections, each] = [32, 25]

/**
 * A page compared with a bare server that sends the same headers and bytes for every request. Each server has its own
 * process on the same core, and the load comes from another core.
 */
export const bench: Bench = {
  title: `A visitor's page over HTTP, ${connections * each} requests on ${connections} connections`,
  baseline: 'bare node:http',
  subject: 'site',
  run: (folder) =>
    withPostgres(folder, [], async (databaseUrl) => {
      pin(process.pid, 1)
      const site = await startServer({ role: 'site', folder, databaseUrl, path })
      try {
        return await measure(site.ports[0] as number)
      } finally {
        site.stop()
      }
    }),
}

/** Read once, as a pinned process sees only one core. */
const cores = availableParallelism()

/** Pins all threads of a process to one core, if there is a second one and `taskset` is installed. */
function pin(pid: number, core: number) {
  if (cores < 2) return
  try {
    execFileSync('taskset', ['-apc', String(core), String(pid)], { stdio: 'ignore' })
  } catch {
    process.stderr.write('taskset is missing, so servers and load share the cores.\n')
  }
}

async function startServer(role: Role): Promise<{ ports: number[]; stop(): void }> {
  const child = fork(join(import.meta.dirname, 'siteServer.ts'))
  child.send(role)
  const [ports] = (await once(child, 'message')) as [number[]]
  if (child.pid) pin(child.pid, 0)
  return { ports, stop: () => void child.kill('SIGKILL') }
}

async function measure(sitePort: number): Promise<Comparison[]> {
  const sent: Sent[] = []
  for (const encoding of encodings) {
    // The first ones are rendered, and may not be cached until the node listens for changes.
    for (let i = 0; i < 20; i++) await ask(sitePort, encoding)
    sent.push(await ask(sitePort, encoding))
  }
  // One process for all, so that its code is as well compiled as the site's.
  const answers = sent.map(({ head, body }) => ({ head, body: body.toString('base64') }))
  const bare = await startServer({ role: 'bare', answers })
  const rows: Comparison[] = []
  for (const [index, encoding] of encodings.entries()) {
    const toBare = await openLoad(bare.ports[index] as number, encoding)
    const toSite = await openLoad(sitePort, encoding)
    const name = `${encoding}, ${sent[index]?.body.length.toLocaleString('en')} bytes`
    rows.push(await compare(name, toBare.round, toSite.round, { limit: 1.11, rounds: 60, warmUp: 150 }))
    toBare.close()
    toSite.close()
  }
  bare.stop()
  return rows
}

type Sent = { head: string[]; body: Buffer }

/** Sends raw bytes and counts the received bytes: an HTTP client would take longer than either server. */
async function openLoad(port: number, encoding: string) {
  const one = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: ${encoding}\r\n\r\n`
  const bytes = Buffer.from(one)
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
    round: () => Promise.all(sockets.map((socket) => exchange(socket, bytes, length))),
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

function exchange(socket: Socket, asked: Buffer, expected: number): Promise<void> {
  return new Promise((resolve) => {
    let [answers, bytes] = [0, 0]
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes < expected) return
      answers++
      bytes = 0
      if (answers < each) return void socket.write(asked)
      socket.off('data', count)
      resolve()
    }
    socket.on('data', count)
    socket.write(asked)
  })
}

/** The headers without those that the server adds by itself, and the encoded body. */
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
