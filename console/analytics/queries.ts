import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'

/** The sessions of a page on each of the last thirty days. */
export function sessionsQuery(pageId: string) {
  return queryOptions({
    queryKey: ['analytics', pageId, 'sessions'],
    queryFn: async ({ signal }) => {
      const params = { path: { page_id: pageId }, query: { interval: 'day' as const } }
      const { items } = await ask(api.GET('/v0/pages/{page_id}/analytics/timeseries', { params, signal }))
      return items.slice(-30).map(({ totalSessions }) => totalSessions)
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
}
