import { useMemo } from 'react'
import { useSession } from '../api/session.ts'
import { useLinkHosts } from './queries.ts'
import type { PageLink } from './words.ts'

/** The hosts for links, and functions that build their URLs. */
export function useSites() {
  const domains = useLinkHosts()
  const { siteUrl } = useSession()
  return useMemo(() => {
    const hosts = new Map(domains?.map(({ tenantDomainId, hostname }) => [tenantDomainId, hostname]))
    const siteAt = (domain: string | null | undefined) => {
      const hostname = domain && hosts.get(domain)
      return hostname ? `https://${hostname}` : siteUrl
    }
    const addressOf = ({ tenantDomainId, path }: PageLink) => siteAt(tenantDomainId) + path
    return { domains: domains ?? [], siteUrl, siteAt, addressOf }
  }, [domains, siteUrl])
}
export type Sites = ReturnType<typeof useSites>
