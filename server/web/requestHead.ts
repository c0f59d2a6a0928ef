import type { IncomingMessage } from 'node:http'

/** The headers that decide where a request goes and in which form it is answered. */
export type RequestHead = {
  host: string | undefined
  hasSeveralHosts: boolean
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

/**
 * Reads them from the headers as they came. Node makes an object of all headers when it is first asked for one, which
 * takes longer than everything else that a cached page needs.
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
      // Sent twice, it is one list.
      head.acceptEncoding = head.acceptEncoding === undefined ? value : `${head.acceptEncoding}, ${value}`
    } else if (isName(name, 'if-none-match')) head.ifNoneMatch = request.headers['if-none-match']
  }
  return head
}

function isName(name: string, wanted: string): boolean {
  return name.length === wanted.length && (name === wanted || name.toLowerCase() === wanted)
}
