import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery } from '../api/lists.ts'
import type { Visit } from './words.ts'

export type VisitFilters = {
  pageId?: string | undefined
  audienceId?: string | undefined
  personId?: string | undefined
  accountId?: string | undefined
}

/** The polling interval for new visits. Hidden windows don't poll. */
const pollMs = 5_000

/** Visits, newest first; polled until more than two pages are loaded. */
export function visitsQuery({ pageId, audienceId, personId, accountId }: VisitFilters, limit?: number) {
  const filters = {
    ...(pageId && { pageId }),
    ...(audienceId && { audienceId }),
    ...(personId && { personId }),
    ...(accountId && { accountId }),
  }
  return listQuery<Visit>(
    keys.visits({ ...filters, limit }),
    (page, signal) => api.visits.list({ ...filters, ...page, ...(limit && { limit }) }, { signal }),
    pollMs,
  )
}
