import type { Fragment, Reader } from '../database/database.ts'
import { bounceMs, type Figures, type Grain, grains } from '../visits/figures.ts'
import { seenMsColumn } from '../visits/sessions.ts'
import type { PageOf } from '../web/paging.ts'
import type { RangePart } from './range.ts'

/** A page by its id, or by an SQL expression for it. */
type FigureScope = { tenantId: string; pageId: string | Fragment }
type PageOfTenant = { tenantId: string; pageId: string }

/** If all sessions of an hour were erased there is no row, so a missing sum counts as 0. */
const sums = (db: Reader) => db`
  coalesce(sum(sessions), 0)::bigint as sessions, coalesce(sum(bounces), 0)::bigint as bounces,
  coalesce(sum(interactions), 0)::bigint as interactions, coalesce(sum(scroll), 0)::bigint as scroll,
  coalesce(sum(visible_ms), 0)::bigint as visible_ms, coalesce(sum(conversions), 0)::bigint as conversions,
  coalesce(sum(form_sessions), 0)::bigint as form_sessions`

const within = (db: Reader, column: Fragment, { from, to }: RangePart) => db`
  ${column} >= ${from} and ${column} < ${to}`

/** The rows of a part of a range, of the page or of one audience (`audience` is an SQL expression). */
function rowsOf(
  db: Reader,
  { tenantId, pageId }: FigureScope,
  audience: Fragment | undefined,
  part: RangePart,
): Fragment {
  const { of, sign } = part
  if (of !== 'session')
    return db`
      select starts_at_ms as at_ms, sessions, bounces, interactions, scroll, visible_ms, conversions, form_sessions
      from visit_figures
      where tenant_id = ${tenantId} and page_id = ${pageId} and audience_id = ${audience ?? db`''`} and grain = ${of}
        and ${within(db, db`starts_at_ms`, part)}`
  // The same formulas as figuresOf; the property test compares them.
  return db`
    select started_at_ms, ${sign}::int, ${sign}::int * (${seenMsColumn(db)} < ${bounceMs} and interactions = 0 and views = 1)::int,
      ${sign}::int * interactions, ${sign}::int * scroll, ${sign}::int * ${seenMsColumn(db)},
      ${sign}::int * (action_clicks > 0 or form_submits > 0)::int, ${sign}::int * (form_submits > 0)::int
    from visit_sessions
    where tenant_id = ${tenantId} and verdict = 'human'
      and ${audience ? db`audience_id = ${audience}` : db`page_id = ${pageId}`} and ${within(db, db`started_at_ms`, part)}`
}

function allRows(
  db: Reader,
  where: FigureScope,
  audience: Fragment | undefined,
  parts: RangePart[],
): Fragment {
  const empty = db`select 0::bigint as at_ms, 0 as sessions, 0 as bounces, 0 as interactions, 0 as scroll, 0 as visible_ms,
    0 as conversions, 0 as form_sessions where false`
  return parts
    .map((part) => rowsOf(db, where, audience, part))
    .reduce((all, rows) => db`${all} union all ${rows}`, empty)
}

export async function sumPage(db: Reader, where: PageOfTenant, parts: RangePart[]): Promise<Figures> {
  const [row] = await db<Figures[]>`
    select ${sums(db)} from (${allRows(db, where, undefined, parts)}) as parts`
  return row as Figures
}

/** Sums by the start of each hour or day; those without sessions are omitted. */
export async function sumByTime(
  db: Reader,
  where: PageOfTenant,
  audienceId: string | undefined,
  interval: Grain,
  parts: RangePart[],
): Promise<Map<number, Figures>> {
  const audience = audienceId === undefined ? undefined : db`${audienceId}`
  const rows = await db<(Figures & { startsAtMs: number })[]>`
    select at_ms - at_ms % ${grains[interval]} as starts_at_ms, ${sums(db)}
    from (${allRows(db, where, audience, parts)}) as parts
    group by 1`
  return new Map(rows.map((row) => [row.startsAtMs, row]))
}

/** Sums between each of these times and the next, by the earlier one; those without sessions are omitted. */
export async function sumBetween(
  db: Reader,
  where: PageOfTenant,
  audienceId: string | undefined,
  moments: number[],
  parts: RangePart[],
): Promise<Map<number, Figures>> {
  const audience = audienceId === undefined ? undefined : db`${audienceId}`
  const rows = await db<(Figures & { place: number })[]>`
    select greatest(width_bucket(at_ms, ${moments}::bigint[]), 1) as place, ${sums(db)}
    from (${allRows(db, where, audience, parts)}) as parts
    group by 1`
  return new Map(rows.map((row) => [moments[row.place - 1] as number, row]))
}

/** Sums of each of these pages by day. Pages without sessions and missing pages have no row. */
export async function sumPagesByDay(
  db: Reader,
  tenantId: string,
  pageIds: string[],
  parts: RangePart[],
): Promise<(Figures & { pageId: string; startsAtMs: number | null })[]> {
  const rows = allRows(db, { tenantId, pageId: db`listed.page_id` }, undefined, parts)
  return await db<(Figures & { pageId: string; startsAtMs: number | null })[]>`
    select listed.page_id, days.*
    from (
      select page_id from pages
      where tenant_id = ${tenantId} and page_id = any(${pageIds}) and deleted_at is null
    ) as listed
    left join lateral (
      select at_ms - at_ms % ${grains.day} as starts_at_ms, ${sums(db)} from (${rows}) as parts group by 1
    ) as days on true`
}

/**
 * Sums of each audience of a page, or of the given ones. Includes archived audiences, because the page's sums include
 * them too.
 */
export async function sumByAudience(
  db: Reader,
  where: PageOfTenant,
  named: string[] | undefined,
  parts: RangePart[],
  { limit, after }: PageOf<[string]>,
): Promise<(Figures & { audienceId: string; effectiveName: string })[]> {
  const { tenantId, pageId } = where
  const some = (archived: Fragment) => db`(
    select audience_id, coalesce(custom_name, computed_name) as effective_name from audiences
    where tenant_id = ${tenantId} and page_id = ${pageId} and archived_at ${archived}
      ${named ? db`and audience_id = any(${named})` : db``} ${after ? db`and audience_id < ${after[0]}` : db``}
    order by audience_id desc limit ${limit + 1})`
  return await db<(Figures & { audienceId: string; effectiveName: string })[]>`
    select listed.*, figures.*
    from (
      select * from (${some(db`is null`)} union all ${some(db`is not null`)}) as audiences
      order by audience_id desc limit ${limit + 1}
    ) as listed,
    lateral (select ${sums(db)} from (${allRows(db, where, db`listed.audience_id`, parts)}) as parts) as figures
    order by listed.audience_id desc`
}

/** How many of these are audiences of the page. */
export async function countAudiences(
  db: Reader,
  { tenantId, pageId }: PageOfTenant,
  audienceIds: string[],
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from audiences
    where tenant_id = ${tenantId} and page_id = ${pageId} and audience_id = any(${audienceIds})`
  return row?.count ?? 0
}
