import { type Agent, fetch as fetchThrough } from 'undici'
import { faultOfUrl } from '../../web/outbound.ts'

export type Fetched = { url: string; mediaType: string; bytes: Buffer }

export type FetchOptions = {
  outbound: Agent
  allowPrivate: boolean
  /** Limits all requests together. */
  signal: AbortSignal
}

/** The site can't be read; the message is shown to the caller. */
export class SiteProblem extends Error {}

const mostRedirects = 4
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Fetches a file of an external site. Each redirect is checked like the first URL. A longer response is truncated with
 * `cut`, and an error otherwise.
 */
export async function fetchFile(
  address: string,
  { mostBytes, accept, cut = false }: { mostBytes: number; accept: string; cut?: boolean },
  { outbound, allowPrivate, signal }: FetchOptions,
): Promise<Fetched> {
  let url = address
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const fault = faultOfUrl(url, { allowPrivate })
    if (fault) throw new SiteProblem(`The address ${fault}.`)
    const response = await fetchThrough(url, {
      redirect: 'manual',
      headers: { accept, 'user-agent': 'Foyer (reads the brand of a site)' },
      dispatcher: outbound,
      signal,
    })
    if (redirects.has(response.status)) {
      await response.body?.cancel()
      url = redirectTarget(url, response.headers.get('location'))
      continue
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new SiteProblem(`The site answered with status ${response.status}.`)
    }
    const mediaType =
      (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    return { url, mediaType, bytes: await readBounded(response.body, mostBytes, cut) }
  }
  throw new SiteProblem('The site redirects too often.')
}

function redirectTarget(from: string, location: string | null): string {
  const target = location && URL.parse(location, from)
  if (!target) throw new SiteProblem('The site redirects to nowhere.')
  return target.href
}

async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
  cut: boolean,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    chunks.push(chunk)
    if (bytes <= mostBytes) continue
    if (!cut) throw new SiteProblem('A file of the site is too large.')
    break
  }
  return Buffer.concat(chunks).subarray(0, mostBytes)
}
