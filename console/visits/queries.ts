import { api, ask } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery } from '../api/lists.ts'
import type { Visit } from './words.ts'

export type VisitFilters = {
  pageId?: string | undefined
  audienceId?: string | undefined
  personId?: string | undefined
  accountId?: string | undefined
}

/** How often the newest visits are asked for. Nobody is asked while the window is out of sight. */
const lookEveryMs = 5_000

/** Visits, newest first; the first hundred are kept up to date. */
export function visitsQuery({ pageId, audienceId, personId, accountId }: VisitFilters, limit?: number) {
  const filters = {
    ...(pageId && { pageId }),
    ...(audienceId && { audienceId }),
    ...(personId && { personId }),
    ...(accountId && { accountId }),
  }
  const query = listQuery<Visit>(keys.visits({ ...filters, limit }), (page, signal) =>
    ask(
      api.GET('/v0/visits', {
        params: { query: { ...filters, ...page, ...(limit && { limit }) } },
        signal,
      }),
    ),
  )
  const watched: typeof query = {
    ...query,
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 2 ? false : lookEveryMs),
  }
  return watched
}
