import type { IncomingMessage } from 'node:http'

/** The headers that decide routing and content encoding. */
export type RequestHead = {
  host: string | undefined
  hasSeveralHosts: boolean
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

/**
 * Reads them from the raw headers. Node builds an object of all headers on first access, which takes longer than all
 * other work for a cached page.
 */
export function readRequestHead(request: IncomingMessage): RequestHead {
  const { rawHeaders } = request
  const head: RequestHead = {
    host: undefined,
    hasSeveralHosts: false,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
  }
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    const value = rawHeaders[i + 1]
    if (isName(name, 'host')) {
      if (head.host !== undefined) head.hasSeveralHosts = true
      head.host ??= value
    } else if (isName(name, 'accept-encoding')) {
      // Repeated headers form one list.
      head.acceptEncoding = head.acceptEncoding === undefined ? value : `${head.acceptEncoding}, ${value}`
    } else if (isName(name, 'if-none-match')) head.ifNoneMatch = request.headers['if-none-match']
  }
  return head
}

function isName(name: string, wanted: string): boolean {
  return name.length === wanted.length && (name === wanted || name.toLowerCase() === wanted)
}
