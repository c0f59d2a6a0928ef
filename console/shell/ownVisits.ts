import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, ask } from '../api/client.ts'
import { keys } from '../api/keys.ts'

const ownVisitsQuery = queryOptions({
  queryKey: keys.ownVisits,
  queryFn: ({ signal }) => ask(api.GET('/v0/own_visits', { signal })),
  // Its address is good for an hour.
  staleTime: 50 * 60_000,
  refetchInterval: 50 * 60_000,
})

/**
 * Visits by the team are not counted. The browser is marked by an image on the site's host. On custom domains, and in a
 * browser that refuses cookies of other sites, it is marked when a link leads there.
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
      // What is copied or opened later is the page's own address.
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
