import { Resolver } from 'node:dns/promises'

/** The TXT records of a name, each as one text; none when the name has none or does not exist. */
export type ResolveTxt = (name: string) => Promise<string[]>

export class DnsError extends Error {}

/**
 * Asks twice, for two seconds and then four, which is as long as a caller can be kept waiting. The servers are the
 * machine's own, looked up each time, as machines move between networks.
 */
export function openResolver(options: { servers?: string[]; timeoutMs?: number } = {}): ResolveTxt {
  const { servers, timeoutMs = 2000 } = options
  return async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers) resolver.setServers(servers)
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (code === 'ENOTFOUND' || code === 'ENODATA') return []
      throw new DnsError(`DNS did not answer for ${name}${code && ` (${code})`}`)
    }
  }
}
