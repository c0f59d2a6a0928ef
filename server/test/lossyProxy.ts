import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request: its answer gets lost after the service has acted, or another answer replaces the service's. */
type Fault = 'lose the answer' | { status: number; headers?: Record<string, string> }

/** An HTTP proxy before a service that loses or replaces the answers to its next requests. */
export async function openLossyProxy(serviceUrl: string) {
  const faults: Fault[] = []
  const seen: string[] = []
  const forward = async (incoming: IncomingMessage, answer: ServerResponse, isLost: boolean) => {
    const { method, url, headers } = incoming
    const onward = request(new URL(url ?? '', serviceUrl), { method: method ?? 'GET', headers })
    incoming.pipe(onward)
    const [given] = (await once(onward, 'response')) as [IncomingMessage]
    if (isLost) {
      for await (const _ of given);
      return void answer.destroy()
    }
    answer.writeHead(given.statusCode ?? 500, given.headers)
    given.pipe(answer)
  }
  const server = createServer(async (incoming, answer) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    const fault = faults.shift()
    if (fault === undefined || fault === 'lose the answer')
      return await forward(incoming, answer, fault !== undefined)
    incoming.resume()
    answer.writeHead(fault.status, fault.headers).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests that arrived, with method and path. */
    seen,
    /** Applies to the next requests, one each. */
    failNext(...next: Fault[]) {
      faults.push(...next)
    },
    /** Ends open connections, such as event streams. */
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
