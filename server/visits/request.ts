import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** A request to a tenant's site as its server saw it, whichever kind of server that is. */
export type SiteRequest = {
  method: string
  /** The path, without its query. */
  path: string
  headers: IncomingHttpHeaders
  /** Where it came from, once proxies are seen through. */
  address: string
  /** The tenant whose site was asked. */
  tenantId: string
  body: Uint8Array
}

export type SiteAnswer = { status: number; headers: Record<string, string>; body?: string }

export function answer(status: number, headers: Record<string, string> = {}, body?: string): SiteAnswer {
  const type: Record<string, string> =
    body === undefined ? {} : { 'content-type': 'text/plain; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body }
}

/** Reads a body and passes it on; undefined when it is over the limit. Never calls when the sender went away. */
export function readBody(request: IncomingMessage, most: number, take: (body: Buffer | undefined) => void) {
  if (Number(request.headers['content-length']) > most) return take(undefined)
  let first: Buffer | undefined
  let rest: Buffer[] | undefined
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > most) {
      request.removeAllListeners('end').removeAllListeners('data').resume()
      return take(undefined)
    }
    if (!first) first = chunk
    else if (rest) rest.push(chunk)
    else rest = [chunk]
  })
  request.on('end', () => take(first && !rest ? first : Buffer.concat(first ? [first, ...(rest ?? [])] : [])))
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: SiteAnswer) {
  response.writeHead(status, status === 413 ? { ...headers, connection: 'close' } : headers).end(body)
}
