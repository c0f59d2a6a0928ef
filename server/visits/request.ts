import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { safeHeaders } from '../site/answer.ts'

export { isFromElsewhere, readBody } from '../site/body.ts'

/** A request to a tenant's site, with its body. */
export type SiteRequest = {
  method: string
  /** The path, without its query. */
  path: string
  headers: IncomingHttpHeaders
  /** The client address, behind trusted proxies. */
  address: string
  /** The tenant of the requested site. */
  tenantId: string
  body: Buffer
}

export type SiteAnswer = { status: number; headers: Record<string, string> }

export function answer(status: number, headers: Record<string, string> = {}): SiteAnswer {
  return { status, headers }
}

const usualHeaders = { ...safeHeaders, 'cache-control': 'no-store' }

export function send(response: ServerResponse, { status, headers }: SiteAnswer): void {
  // Nearly all are stored reports. A 204 has no body, so it needs no cache or content-type headers.
  if (status === 204) return void response.writeHead(204).end()
  // The rest of an oversized body is not read.
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
