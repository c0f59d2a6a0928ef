import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMay, useSession } from '../api/session.ts'
import { domainsQuery } from './queries.ts'
import type { PageLink } from './words.ts'

/** The hosts that links can be on, as far as the user may see them. */
export function useSites() {
  const { data: domains } = useQuery(domainsQuery(useMay('admin')))
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
