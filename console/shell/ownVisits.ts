import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'

const ownVisitsQuery = readQuery(keys.ownVisits, (call) => api.visits.getOwn(call), {
  // The URL is valid for an hour.
  staleTime: 50 * 60_000,
  refetchInterval: 50 * 60_000,
})

/**
 * Excludes the team's visits from statistics. An image on the site's host sets a cookie in the browser. On custom
 * domains, and in browsers that reject third-party cookies, a link to the site sets it.
 */
export function useOwnVisits(): void {
  const { data } = useQuery(ownVisitsQuery)
  useEffect(() => {
    if (!data) return
    const { url, origins } = data
    new Image().src = url
    const lead = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('a')
      const to = link && link.target === '_blank' ? new URL(link.href) : undefined
      if (!link || !to || !origins.includes(to.origin) || to.pathname.startsWith('/_')) return
      const { href } = link
      link.href = `${to.origin}${new URL(url).pathname}?to=${encodeURIComponent(to.pathname + to.search + to.hash)}`
      // Restores the page's own URL, for copying it or opening it later.
      setTimeout(() => (link.href = href))
    }
    addEventListener('click', lead, true)
    addEventListener('auxclick', lead, true)
    return () => {
      removeEventListener('click', lead, true)
      removeEventListener('auxclick', lead, true)
    }
  }, [data])
}
