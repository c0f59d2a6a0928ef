import { Resolver } from 'node:dns/promises'

/** The TXT records of a name, each as one text; none when the name has none or does not exist. */
export type ResolveTxt = (name: string, limitMs?: number) => Promise<string[]>

export class DnsError extends Error {}

/** How long a request waits for DNS. Background work may wait longer. */
export const requestLimitMs = 1_500
const usualLimitMs = 6_000

/**
 * Queries twice within the limit, the second time with twice the timeout. Reads the machine's name servers each time,
 * because machines move between networks.
 */
export function openResolver({ servers }: { servers?: string[] } = {}): ResolveTxt {
  return async (name, limitMs = usualLimitMs) => {
    const resolver = new Resolver({ timeout: Math.ceil(limitMs / 3), tries: 2 })
    if (servers) resolver.setServers(servers)
    try {
      const records = await limitDns(name, limitMs, resolver.resolveTxt(name))
      return records.map((parts) => parts.join(''))
    } catch (error) {
      if (error instanceof DnsError) throw error
      const { code = '' } = error as { code?: string }
      if (code === 'ENOTFOUND' || code === 'ENODATA') return []
      throw new DnsError(`DNS did not respond for ${name}${code && ` (${code})`}`)
    } finally {
      resolver.cancel()
    }
  }
}

/** Applies an overall timeout; the resolver's own limit applies to each server, and there may be several. */
export async function limitDns<T>(name: string, limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    const error = new DnsError(`DNS did not respond for ${name} within ${limitMs / 1000} s`)
    timer = setTimeout(() => reject(error), limitMs)
  })
  try {
    return await Promise.race([answer, limit])
  } finally {
    clearTimeout(timer)
  }
}
