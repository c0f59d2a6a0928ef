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
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(body === undefined ? {} : { 'content-type': 'text/plain; charset=utf-8' }),
      ...headers,
    },
    body,
  }
}

/** Reads a body up to a limit: undefined when there is more, null when the sender went away in the middle of it. */
export function readBody(request: IncomingMessage, most: number): Promise<Buffer | undefined | null> {
  if (Number(request.headers['content-length']) > most) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= most) chunks.push(chunk)
      else resolve(undefined)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('close', () => resolve(null))
  })
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: SiteAnswer) {
  response.writeHead(status, status === 413 ? { ...headers, connection: 'close' } : headers).end(body)
}
