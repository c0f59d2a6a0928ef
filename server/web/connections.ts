import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'

/** Idle timeout of connections: longer than proxies keep theirs, so that the proxy closes first. */
const idleSeconds = 72
/** Advertises the timeout, so that clients don't reuse a connection that is about to close. */
export const keepAlive = { 'keep-alive': `timeout=${idleSeconds}` }

const options = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  requestTimeout: 30_000,
  // Node's own timeout would set and clear a timer for every request, which takes a tenth of the time of a cached
  // page. The server's `timeout` achieves the same by moving one timer.
  keepAliveTimeout: 0,
  // Refused by `faultOfHost`, with a request id.
  requireHostHeader: false,
}

export function openServer(handle: RequestListener): Server {
  const server = createServer(options, handle)
  server.timeout = idleSeconds * 1000
  return server
}

/** The idle timeout does not apply while a response is being prepared. */
export function keepWhileAnswering(response: ServerResponse): void {
  response.on('timeout', () => {})
}
