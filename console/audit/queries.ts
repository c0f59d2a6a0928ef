import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery, readQuery } from '../api/lists.ts'
import { fromWall, toWall } from '../api/locale.ts'
import type { AuditFilters } from './search.ts'
import type { AuditEntry } from './words.ts'

/** The polling interval for new rows. */
const pollMs = 10_000
/** Logs up to this size are verified automatically, as that takes less than a second. */
export const mostVerifiedAtOnce = 20_000

const days = { today: 0, week: 6, month: 29 }

/** The filters as query parameters of the API. A period begins at midnight, so that the query stays the same all day. */
export function toQuery({ period, ...filters }: AuditFilters) {
  if (!period) return filters
  const start = toWall(Date.now())
  start.setHours(0, 0, 0, 0)
  start.setDate(start.getDate() - days[period])
  return { ...filters, startDate: new Date(fromWall(start)).toISOString() }
}

export function auditQuery(filters: AuditFilters) {
  const query = toQuery(filters)
  return listQuery<AuditEntry>(
    keys.audit.list(query),
    (page, signal) => api.auditEvents.list({ ...query, ...page } as never, { signal }),
    pollMs,
  )
}

export function auditEntryQuery(eventId: string) {
  return readQuery(keys.audit.one(eventId), (call) => api.auditEvents.get(eventId, call))
}

export function chainQuery(verify: boolean) {
  return readQuery(keys.audit.chain(verify), (call) => api.auditEvents.getChain({ verify }, call), {
    ...(!verify && { refetchInterval: 30_000 }),
  })
}
