import { fromUUID } from 'typeid-js'
import type { Fragment, Reader } from '../database/database.ts'
import { toTimestamp } from '../time.ts'
import type { PageOf } from '../web/paging.ts'
import { sessionBreakMs } from './plan.ts'
import type { Visit, VisitOrigin, VisitQuery } from './schema.ts'
import { seenMsColumn } from './sessions.ts'

export type VisitFilters = Omit<VisitQuery, 'cursor' | 'limit'>

export type VisitRow = {
  sessionId: string
  pageId: string
  pageName: string
  audienceId: string
  audienceName: string
  personId: string | null
  accountId: string | null
  startedAtMs: number
  lastSeenAtMs: number
  visibleMs: number
  scroll: number
  views: number
  interactions: number
  actionClicks: number
  clickedActions: string[] | null
  formSubmits: number
  origin: VisitOrigin | null
}

export function toVisit(row: VisitRow, now: number): Visit {
  const { sessionId, startedAtMs, lastSeenAtMs, visibleMs, scroll, clickedActions, origin, ...same } = row
  const lastSeenAt = toTimestamp(lastSeenAtMs)
  return {
    ...same,
    visitId: fromUUID(sessionId, 'visit'),
    startedAt: toTimestamp(startedAtMs),
    lastSeenAt,
    endedAt: lastSeenAtMs + sessionBreakMs <= now ? lastSeenAt : null,
    timeSpentSeconds: Math.round(visibleMs / 1000),
    scrollDepthPercentage: scroll,
    clickedActions: clickedActions ?? [],
    origin: origin ?? {},
  }
}

/** With the names of the page and the audience, for sessions called `s`. */
export const visitColumns = (db: Reader) => db`
  s.session_id, s.page_id, p.name as page_name, s.audience_id, coalesce(a.custom_name, a.computed_name) as audience_name,
  a.person_id, a.account_id, s.started_at_ms, s.last_seen_at_ms, ${seenMsColumn(db)} as visible_ms, s.scroll, s.views, s.interactions,
  s.action_clicks, s.clicked_actions, s.form_submits, s.origin`

/** Whether the filters name audiences; otherwise they name a page, or nothing. */
const namesAudiences = ({ audienceId, personId, accountId }: VisitFilters) =>
  audienceId !== undefined || personId !== undefined || accountId !== undefined

/** Conditions on audiences called `a`. */
function chosenAudiences(
  db: Reader,
  tenantId: string,
  { pageId, audienceId, personId, accountId }: VisitFilters,
): Fragment {
  return db`
    a.tenant_id = ${tenantId}
    ${audienceId === undefined ? db`` : db`and a.audience_id = ${audienceId}`}
    ${personId === undefined ? db`` : db`and a.person_id = ${personId}`}
    ${accountId === undefined ? db`` : db`and a.account_id = ${accountId}`}
    ${pageId === undefined ? db`` : db`and a.page_id = ${pageId}`}`
}

/** Conditions on pages called `p`. Deleted pages and their visits are excluded. */
function chosenPages(db: Reader, tenantId: string, { pageId }: VisitFilters): Fragment {
  return db`
    p.tenant_id = ${tenantId} and p.deleted_at is null ${pageId === undefined ? db`` : db`and p.page_id = ${pageId}`}`
}

/**
 * A bound after every visit, for the first page: without one, and without statistics, the planner read all visits of
 * an audience and sorted them, which took seconds with 1,000,000 of them instead of milliseconds.
 */
const latest: [number, string] = [Number.MAX_SAFE_INTEGER, 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/**
 * Human visits, newest first. The newest of each page, or of each audience if the filters name some, are read from an
 * index and merged: the cost depends on the number of pages or audiences, not on their visits.
 */
export async function listVisits(
  db: Reader,
  tenantId: string,
  filters: VisitFilters,
  { limit, after }: PageOf<[number, string]>,
): Promise<VisitRow[]> {
  const [beforeMs, beforeId] = after ?? latest
  const newest = (owner: Fragment) => db`
    select * from visit_sessions v
    where v.tenant_id = ${tenantId} and ${owner} and v.verdict = 'human'
      and (v.started_at_ms, v.session_id) < (${beforeMs}::bigint, ${beforeId}::uuid)
    order by v.started_at_ms desc, v.session_id desc limit ${limit + 1}`
  const found = namesAudiences(filters)
    ? db`
        select s.* from audiences a cross join lateral (${newest(db`v.audience_id = a.audience_id`)}) as s
        where ${chosenAudiences(db, tenantId, filters)}`
    : db`
        select s.* from pages p cross join lateral (${newest(db`v.page_id = p.page_id`)}) as s
        where ${chosenPages(db, tenantId, filters)}`
  return await db<VisitRow[]>`
    select ${visitColumns(db)}
    from (${found} order by started_at_ms desc, session_id desc limit ${limit + 1}) as s
      join audiences a on a.tenant_id = ${tenantId} and a.audience_id = s.audience_id
      join pages p on p.tenant_id = ${tenantId} and p.page_id = s.page_id and p.deleted_at is null
    order by s.started_at_ms desc, s.session_id desc`
}

/** The number of matching visits, from the hourly and daily sums. */
export async function countVisits(db: Reader, tenantId: string, filters: VisitFilters): Promise<number> {
  const [row] = namesAudiences(filters)
    ? await db<{ total: number }[]>`
        select coalesce(sum(f.sessions), 0)::bigint as total
        from audiences a
          join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id and p.deleted_at is null
          join visit_figures f on f.tenant_id = ${tenantId} and f.page_id = a.page_id
            and f.audience_id = a.audience_id and f.grain = 'hour'
        where ${chosenAudiences(db, tenantId, filters)}`
    : await db<{ total: number }[]>`
        select coalesce(sum(f.sessions), 0)::bigint as total
        from pages p
          join visit_figures f on f.tenant_id = ${tenantId} and f.page_id = p.page_id and f.audience_id = ''
            and f.grain = 'day'
        where ${chosenPages(db, tenantId, filters)}`
  return row?.total ?? 0
}
