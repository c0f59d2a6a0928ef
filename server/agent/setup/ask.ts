import { type Agent, fetch as fetchThrough } from 'undici'
import { openOutbound } from '../../web/outbound.ts'

/** More than a list of a thousand models or the longest chat template. */
const mostBytes = 1024 * 1024

/** A server's response: the status, and its JSON if any. `undefined` if it did not respond in time. */
export type ProbeResponse = { status: number; body: unknown } | undefined

export type AskServer = (
  path: string,
  options?: { headers?: Record<string, string>; body?: object },
) => Promise<ProbeResponse>

const outbound = new Map<boolean, Agent>()

/**
 * Sends requests to an unknown server: with a timeout and a size limit; redirects are errors, and a body that is not
 * JSON counts as none.
 */
export function openAsk(
  address: string,
  { allowPrivate, limitMs }: { allowPrivate: boolean; limitMs: number },
): AskServer {
  return async (path, { headers = {}, body } = {}) => {
    const dispatcher = outbound.get(allowPrivate) ?? openOutbound({ allowPrivate })
    outbound.set(allowPrivate, dispatcher)
    try {
      const response = await fetchThrough(address + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        dispatcher,
        signal: AbortSignal.timeout(limitMs),
      })
      return { status: response.status, body: parse(await readBounded(response.body)) }
    } catch {
      return undefined
    }
  }
}

async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
