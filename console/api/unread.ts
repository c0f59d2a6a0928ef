import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask } from './client.ts'
import { keys } from './keys.ts'

/** How often news are asked for. Nobody is asked while the window is out of sight. */
const lookEveryMs = 10_000

export const unreadQuery = queryOptions({
  queryKey: keys.notices.unread,
  queryFn: ({ signal }) => ask(api.GET('/v0/notices/unread', { signal })),
  refetchInterval: lookEveryMs,
})

/** How many notices this key has not read yet; “99+” for many, undefined for none. */
export function useUnreadLabel(): string | undefined {
  const count = useQuery(unreadQuery).data?.count ?? 0
  if (count === 0) return undefined
  return count > 99 ? '99+' : String(count)
}
