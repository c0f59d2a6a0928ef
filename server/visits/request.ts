import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { safeHeaders } from '../site/answer.ts'

/** A request to a tenant's site, with its body. */
export type SiteRequest = {
  method: string
  /** The path, without its query. */
  path: string
  headers: IncomingHttpHeaders
  /** Where it came from, once proxies are seen through. */
  address: string
  /** The tenant whose site was asked. */
  tenantId: string
  body: Buffer
}

export type SiteAnswer = { status: number; headers: Record<string, string> }

export function answer(status: number, headers: Record<string, string> = {}): SiteAnswer {
  return { status, headers }
}

/** The body of a request; undefined when it is over the limit, or when the sender went away. */
export function readBody(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length']) > most) return resolve(undefined)
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= most) return void chunks.push(chunk)
      request.removeAllListeners('data').resume()
      resolve(undefined)
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    // Comes in any case, at the latest after an error; nobody is told of that who does not ask.
    request.on('close', () => resolve(undefined))
  })
}

/** What is posted from a page of another site was not sent by anybody who visits this one. */
export function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

const usualHeaders = { ...safeHeaders, 'cache-control': 'no-store' }

export function send(response: ServerResponse, { status, headers }: SiteAnswer): void {
  // Nearly all are reports that were stored, and in nothing there is nothing to be kept or taken for something else.
  if (status === 204) return void response.writeHead(204).end()
  // What is left of a body that is too large is not waited for.
  const closing = status === 413 ? { connection: 'close' } : {}
  response
    .writeHead(status, {
      ...usualHeaders,
      'content-length': '0',
      ...headers,
      ...closing,
    })
    .end()
}
