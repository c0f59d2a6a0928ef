import type { Fragment, Reader } from '../database/database.ts'
import { bounceMs, type Figures } from '../visits/figures.ts'
import { seenMsColumn } from '../visits/sessions.ts'
import {
  type ClickKind,
  clicksOf,
  conditions,
  type Dimension,
  dimensions,
  dimensionValue,
  type SessionFilters,
} from './dimensions.ts'
import type { GoalStep } from './goalSchema.ts'
import { funnelConditions } from './goals.ts'
import type { Range } from './range.ts'

export const mostValues = 100

/**
 * Counting this many sessions takes less than a second and estimates a share of 20 % with an error of half a
 * percentage point.
 */
const mostCounted = 25_000
const hourMs = 3_600_000

type SessionScope = { tenantId: string; pageId: string; range: Range }
/** `total` is the number of sessions in the range, from the hourly sums. */
type CountedRange = SessionScope & { total: number; mostSessions?: number }

/** The size of the sample of a large range; null if all sessions are counted. */
export function sampleSize({ total, mostSessions = mostCounted }: CountedRange): number | null {
  return total > mostSessions ? mostSessions : null
}

/**
 * The human sessions of a page in a range, as `s`, each with the number of sessions that it represents. For a large
 * range this is a sample: the same share of every hour, namely its first sessions, which an index provides.
 */
function sessionsOf(db: Reader, where: CountedRange): Fragment {
  const { tenantId, pageId, range, total } = where
  const { from, to } = range
  const sample = sampleSize(where)
  const isOfPage = db`tenant_id = ${tenantId} and page_id = ${pageId} and verdict = 'human'`
  if (sample === null)
    return db`(
      select *, 1::float8 as weight from visit_sessions
      where ${isOfPage} and started_at_ms >= ${from} and started_at_ms < ${to}) as s`
  const [begins, ends] = [
    db`greatest(f.starts_at_ms, ${from}::bigint)`,
    db`least(f.starts_at_ms + ${hourMs}, ${to}::bigint)`,
  ]
  return db`(
    select c.*, f.sessions * (${ends} - ${begins}) / ${hourMs}::float8 / count(*) over (partition by f.starts_at_ms) as weight
    from visit_figures f cross join lateral (
      select * from visit_sessions where ${isOfPage} and started_at_ms >= ${begins} and started_at_ms < ${ends}
      order by started_at_ms limit ceil(f.sessions * ${sample / total}::float8)) as c
    where f.tenant_id = ${tenantId} and f.page_id = ${pageId} and f.audience_id = '' and f.grain = 'hour'
      and f.starts_at_ms > ${from - hourMs} and f.starts_at_ms < ${to}) as s`
}

/** The estimated number of sessions, or of those that match a condition. */
const count = (db: Reader, condition?: Fragment) =>
  db`coalesce(round(sum(weight) ${condition ? db`filter (where ${condition})` : db``}), 0)::bigint`

/** What counts as reaching the goal: its last step, or by default a click on an action or a submitted form. */
export function goalCondition(db: Reader, steps: readonly GoalStep[] | undefined): Fragment {
  return (steps && funnelConditions(db, steps).at(-1)) ?? db`(action_clicks > 0 or form_submits > 0)`
}

export type ValueCount = { dimension: Dimension; value: string; sessions: number; goals: number }
export type PointSums = Figures & { place: number; funnel: number[] }

const joined = (db: Reader, parts: Fragment[]) => parts.reduce((all, one) => db`${all}, ${one}`)

/** The sums of the sessions that match all filters, by the same formulas as the hourly ones. */
const sums = (db: Reader) => {
  const sum = (column: Fragment) =>
    db`coalesce(round(sum(${column} * weight) filter (where place_passes)), 0)::bigint`
  return db`
    ${count(db, db`place_passes and visible_ms < ${bounceMs} and interactions = 0 and views = 1`)} as bounces,
    ${sum(db`interactions`)} as interactions, ${sum(db`scroll`)} as scroll, ${sum(db`visible_ms`)} as visible_ms,
    ${count(db, db`place_passes and (action_clicks > 0 or form_submits > 0)`)} as conversions,
    ${count(db, db`place_passes and form_submits > 0`)} as form_sessions`
}

export type BreakdownOptions = {
  filters: SessionFilters
  steps: readonly GoalStep[] | undefined
  /** The start of each hour or day of the series. */
  moments: number[]
}

/**
 * Everything that a single pass over the sessions of the range computes: the most frequent values of each dimension,
 * and the sums and the funnel of each hour or day. A filtered dimension is counted without its own filter, so that the
 * excluded values are shown too.
 */
export async function countSessions(
  db: Reader,
  where: CountedRange,
  { filters, steps, moments }: BreakdownOptions,
) {
  const groups = [...dimensions, 'place'] as const
  const mask = db`grouping(${joined(
    db,
    groups.map((name) => db.identifier(name)),
  )})`
  const passes = (name: string) => db.identifier(`${name}_passes`)
  const reached = steps ? funnelConditions(db, steps) : [db`true`, goalCondition(db, undefined)]
  const step = (index: number) => db.identifier(`step_${index}`)
  const counted = (more: Fragment) => {
    const cases = groups.map(
      (name) => db`when ${maskOf(name)} then ${count(db, db`${passes(name)} ${more}`)}`,
    )
    return db`case ${mask} ${cases.reduce((all, one) => db`${all} ${one}`)} end`
  }
  const rows = await db<(PointSums & { mask: number; value: string | null; goals: number })[]>`
    select * from (
      select *, row_number() over (partition by mask order by sessions desc, value) as nth from (
        select ${mask} as mask, coalesce(${joined(
          db,
          dimensions.map((name) => db.identifier(name)),
        )}) as value, place,
          ${counted(db``)} as sessions, ${counted(db`and is_goal`)} as goals, ${sums(db)},
          array[${joined(
            db,
            reached.map((_, index) => count(db, db`place_passes and ${step(index)}`)),
          )}]::int[] as funnel
        from (
          select ${joined(
            db,
            dimensions.map((name) => db`${dimensionValue(db, name)} as ${db.identifier(name)}`),
          )},
            greatest(width_bucket(started_at_ms, ${moments}::bigint[]), 1) as place,
            ${joined(
              db,
              dimensions.map((name) => db`(${conditions(db, filters, name)}) as ${passes(name)}`),
            )},
            (${conditions(db, filters)}) as place_passes, ${goalCondition(db, steps)} as is_goal,
            ${joined(
              db,
              reached.map((condition, index) => db`(${condition}) as ${step(index)}`),
            )},
            ${seenMsColumn(db)} as visible_ms, interactions, views, scroll, action_clicks, form_submits, weight
          from ${sessionsOf(db, where)}
        ) as s
        group by grouping sets (${joined(
          db,
          groups.map((name) => db`(${db.identifier(name)})`),
        )})
      ) as grouped where sessions > 0
    ) as ranked where place is not null or nth <= ${mostValues} order by mask, nth`
  const named = new Map(dimensions.map((dimension) => [maskOf(dimension), dimension]))
  const values: ValueCount[] = rows.flatMap(({ mask, value, sessions, goals }) => {
    const dimension = named.get(mask)
    return dimension === undefined ? [] : [{ dimension, value: value ?? '', sessions, goals }]
  })
  return { values, points: rows.filter(({ mask }) => !named.has(mask)) as PointSums[] }
}

/** The result of SQL's `grouping` for the grouping set of one column: a bit for each other column. */
function maskOf(name: Dimension | 'place'): number {
  const all = 2 ** (dimensions.length + 1) - 1
  const place = name === 'place' ? dimensions.length : dimensions.indexOf(name)
  return all - 2 ** (dimensions.length - place)
}

export type ClickCount = { value: string; clicks: number; sessions: number }

/** The most clicked actions or links, with their clicks and sessions; without their own filter. */
export async function countClicks(
  db: Reader,
  where: CountedRange,
  filters: SessionFilters,
  clickKind: ClickKind,
): Promise<ClickCount[]> {
  const isAny = clickKind === 'action' ? db`action_clicks > 0` : db`link_clicks > 0`
  return await db<ClickCount[]>`
    select value, round(sum(clicks * weight))::bigint as clicks, ${count(db)} as sessions from (
      select clicked.value, count(*) as clicks, min(weight) as weight
      from ${sessionsOf(db, where)} cross join lateral jsonb_array_elements_text(${clicksOf(db, clickKind)}) as clicked (value)
      where ${isAny} and ${conditions(db, filters, clickKind)}
      group by s.audience_id, s.started_at_ms, s.session_id, clicked.value
    ) as each group by value order by clicks desc, value limit ${mostValues}`
}

/** The submissions of each form of the page. They are not linked to sessions, so filters don't apply. */
export async function countForms(db: Reader, { tenantId, pageId, range: { from, to } }: SessionScope) {
  return await db<{ value: string; clicks: number }[]>`
    select form_id as value, count(*) as clicks from form_submissions
    where tenant_id = ${tenantId} and page_id = ${pageId}
      and created_at >= to_timestamp(${from}::double precision / 1000) and created_at < to_timestamp(${to}::double precision / 1000)
    group by form_id order by clicks desc, form_id limit ${mostValues}`
}
