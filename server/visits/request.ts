import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { safeHeaders } from '../site/answer.ts'

export { isFromElsewhere, readBody } from '../site/body.ts'

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
