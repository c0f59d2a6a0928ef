import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { keys } from './keys.ts'
import { readQuery } from './lists.ts'

/** The polling interval for the unread count. Hidden windows don't poll. */
const pollMs = 10_000

export const unreadQuery = readQuery(keys.notices.unread, (call) => api.notices.countUnread(call), {
  refetchInterval: pollMs,
})

/** The number of unread notices: “99+” for many, undefined for none. */
export function useUnreadLabel(): string | undefined {
  const count = useQuery(unreadQuery).data?.count ?? 0
  if (count === 0) return undefined
  return count > 99 ? '99+' : String(count)
}
