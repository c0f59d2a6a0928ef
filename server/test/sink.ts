import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number }

/** An HTTP server that records received webhooks; `answer` determines its responses. */
export async function openSink() {
  const received: Received[] = []
  let answer: (request: Received) => number | Promise<number> = () => 204
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const got = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      at: Date.now(),
    }
    received.push(got)
    response.writeHead(await answer(got)).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith(how: typeof answer) {
      answer = how
    },
    /** Waits for this many requests of a path, and returns them. */
    async waitFor(count: number, path = '/', withinMs = 10_000): Promise<Received[]> {
      const deadline = Date.now() + withinMs
      for (;;) {
        const found = received.filter((one) => one.path === path)
        if (found.length >= count) return found
        if (Date.now() > deadline) throw new Error(`${found.length} of ${count} webhooks arrived at ${path}`)
        await sleep(10)
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Sink = Awaited<ReturnType<typeof openSink>>
