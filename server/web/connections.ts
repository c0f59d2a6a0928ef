import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'

/** How long a connection may be quiet: longer than proxies keep theirs, so that they are the ones to close. */
export const idleSeconds = 72
/** Tells clients, so that they don't use a connection that is about to be closed. */
export const keepAlive = { 'keep-alive': `timeout=${idleSeconds}` }

const options = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  requestTimeout: 30_000,
  // It would set and clear a timer for every request, which takes a tenth of the time of a cached page. The server's
  // `timeout` does the same by moving one timer.
  keepAliveTimeout: 0,
  // Refused by `faultOfHost`, with a request id.
  requireHostHeader: false,
}

export function openServer(handle: RequestListener): Server {
  const server = createServer(options, handle)
  server.timeout = idleSeconds * 1000
  return server
}

/** A connection is not quiet while its answer is worked on, however long that takes. */
export function keepWhileAnswering(response: ServerResponse): void {
  response.on('timeout', () => {})
}
