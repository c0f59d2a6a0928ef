import type { Fragment, Reader } from '../database/database.ts'
import { bounceMs, type Figures } from '../visits/figures.ts'
import {
  clicksOf,
  conditions,
  type Deed,
  type Dimension,
  dimensions,
  dimensionValue,
  type SessionFilters,
} from './dimensions.ts'
import type { GoalStep } from './goalSchema.ts'
import { funnelConditions } from './goals.ts'
import type { Range } from './range.ts'

export const mostValues = 100

type Where = { tenantId: string; pageId: string; range: Range }

/** The human sessions of a page in a range, which an index gives. */
const sessionsIn = (db: Reader, { tenantId, pageId, range: { from, to } }: Where) => db`
  tenant_id = ${tenantId} and page_id = ${pageId} and verdict = 'human'
    and started_at_ms >= ${from} and started_at_ms < ${to}`

/** What counts as reaching the goal: its last step, or by default a click on an action or a sent form. */
export function goalCondition(db: Reader, steps: readonly GoalStep[] | undefined): Fragment {
  return (steps && funnelConditions(db, steps).at(-1)) ?? db`(action_clicks > 0 or form_submits > 0)`
}

export type ValueCount = { dimension: Dimension; value: string; sessions: number; goals: number }

/**
 * The most frequent values of each dimension, all in one pass. A dimension that is filtered is counted without its own
 * filter, so that what is left out can be seen.
 */
export async function countValues(
  db: Reader,
  where: Where,
  filters: SessionFilters,
  steps: readonly GoalStep[] | undefined,
): Promise<ValueCount[]> {
  const columns = dimensions.map((dimension) => db.identifier(dimension))
  const list = columns.reduce((all, one) => db`${all}, ${one}`)
  const mask = db`grouping(${list})`
  const valued = dimensions
    .map((dimension) => db`${dimensionValue(db, dimension)} as ${db.identifier(dimension)}`)
    .reduce((all, one) => db`${all}, ${one}`)
  const passes = dimensions
    .map(
      (dimension) => db`(${conditions(db, filters, dimension)}) as ${db.identifier(`${dimension}_passes`)}`,
    )
    .reduce((all, one) => db`${all}, ${one}`)
  const perDimension = (count: (passes: Fragment) => Fragment) =>
    dimensions
      .map((dimension) => db`when ${maskOf(dimension)} then ${count(db.identifier(`${dimension}_passes`))}`)
      .reduce((all, one) => db`${all} ${one}`)
  const sets = columns.reduce((all, one, index) => (index === 0 ? db`(${one})` : db`${all}, (${one})`), db``)
  const rows = await db<{ mask: number; value: string; sessions: number; goals: number }[]>`
    select mask, value, sessions, goals from (
      select *, row_number() over (partition by mask order by sessions desc, value) as place from (
        select ${mask} as mask, coalesce(${list}) as value,
          case ${mask} ${perDimension((passes) => db`count(*) filter (where ${passes})`)} end as sessions,
          case ${mask} ${perDimension((passes) => db`count(*) filter (where ${passes} and is_goal)`)} end as goals
        from (
          select ${valued}, ${passes}, ${goalCondition(db, steps)} as is_goal
          from visit_sessions where ${sessionsIn(db, where)}
        ) as s
        group by grouping sets (${sets})
      ) as counted where sessions > 0
    ) as placed where place <= ${mostValues} order by mask, place`
  const named = new Map(dimensions.map((dimension) => [maskOf(dimension), dimension]))
  return rows.map(({ mask, ...row }) => ({ dimension: named.get(mask) as Dimension, ...row }))
}

/** The value of `grouping` for the set of one dimension: a bit for each one that is not in it. */
function maskOf(dimension: Dimension): number {
  const all = 2 ** dimensions.length - 1
  return all - 2 ** (dimensions.length - 1 - dimensions.indexOf(dimension))
}

export type ClickCount = { value: string; clicks: number; sessions: number }

/** The most clicked actions or links, with the clicks and in how many sessions; without their own filter. */
export async function countClicks(
  db: Reader,
  where: Where,
  filters: SessionFilters,
  deed: Deed,
): Promise<ClickCount[]> {
  const isAny = deed === 'action' ? db`action_clicks > 0` : db`link_clicks > 0`
  return await db<ClickCount[]>`
    select value, sum(clicks)::bigint as clicks, count(*) as sessions from (
      select clicked.value, count(*) as clicks
      from visit_sessions s cross join lateral jsonb_array_elements_text(${clicksOf(db, deed)}) as clicked (value)
      where ${sessionsIn(db, where)} and ${isAny} and ${conditions(db, filters, deed)}
      group by s.audience_id, s.started_at_ms, s.session_id, clicked.value
    ) as each group by value order by clicks desc, value limit ${mostValues}`
}

/** How often each form of the page was sent. Submissions are not told apart by session, so filters don't apply. */
export async function countForms(db: Reader, { tenantId, pageId, range: { from, to } }: Where) {
  return await db<{ value: string; clicks: number }[]>`
    select form_id as value, count(*) as clicks from form_submissions
    where tenant_id = ${tenantId} and page_id = ${pageId}
      and created_at >= to_timestamp(${from}::double precision / 1000) and created_at < to_timestamp(${to}::double precision / 1000)
    group by form_id order by clicks desc, form_id limit ${mostValues}`
}

/** The sums of single sessions, by the same formulas as the hourly ones. */
const sums = (db: Reader) => db`
  count(*) as sessions, count(*) filter (where visible_ms < ${bounceMs} and interactions = 0 and views = 1) as bounces,
  coalesce(sum(interactions), 0)::bigint as interactions, coalesce(sum(scroll), 0)::bigint as scroll,
  coalesce(sum(visible_ms), 0)::bigint as visible_ms,
  count(*) filter (where action_clicks > 0 or form_submits > 0) as conversions,
  count(*) filter (where form_submits > 0) as form_sessions`

export type Totals = { figures: Figures; audiences: number; funnel: number[] }

/** The figures of the sessions that match, and how many reach each step of a goal. */
export async function sumSessions(
  db: Reader,
  where: Where,
  filters: SessionFilters,
  steps: readonly GoalStep[] | undefined,
): Promise<Totals> {
  const reached = steps ? funnelConditions(db, steps) : [db`true`, goalCondition(db, undefined)]
  const funnel = reached
    .map((condition) => db`count(*) filter (where ${condition})`)
    .reduce((all, one) => db`${all}, ${one}`)
  const [row] = await db<(Figures & { audiences: number; funnel: number[] })[]>`
    select ${sums(db)}, count(distinct audience_id) as audiences, array[${funnel}]::int[] as funnel
    from visit_sessions where ${sessionsIn(db, where)} and ${conditions(db, filters)}`
  const { audiences, funnel: counts, ...figures } = row as Figures & { audiences: number; funnel: number[] }
  return { figures, audiences, funnel: counts }
}

/** The sums of the sessions that match, by the moments between which they began. */
export async function sumSessionsBetween(
  db: Reader,
  where: Where,
  filters: SessionFilters,
  moments: number[],
): Promise<Map<number, Figures>> {
  const rows = await db<(Figures & { place: number })[]>`
    select greatest(width_bucket(started_at_ms, ${moments}::bigint[]), 1) as place, ${sums(db)}
    from visit_sessions where ${sessionsIn(db, where)} and ${conditions(db, filters)} group by 1`
  return new Map(rows.map((row) => [moments[row.place - 1] as number, row]))
}
