import type { Fragment, Reader } from '../database/database.ts'
import { holding, wordsOf } from '../lists/search.ts'
import { nameOfKey } from '../users/keyName.ts'
import type { PageOf } from '../web/paging.ts'
import { type RolloutCounts, type RolloutKind, type RolloutStage, rolloutKinds } from './schema.ts'

export type RolloutFilters = {
  stage?: RolloutStage | 'needsAttention' | undefined
  kind?: RolloutKind | undefined
  pageId?: string | undefined
  query?: string | undefined
}

/** The position of a rollout in the list: the stage, the time in microseconds, and its id. */
export type RolloutKey = [stage: number, atUs: number, rolloutId: string]

export type RolloutRow = {
  rolloutId: string
  kind: RolloutKind
  stage: RolloutStage
  pageId: string
  pageName: string
  audienceName: string | null
  versionNumber: number | null
  madeBy: string | null
  at: Date
  atUs: number
  needsAttention: number
}

/** A stage, in the order of the list. Scheduled rollouts are sorted soonest first, all others latest first. */
type Tier = { stage: RolloutStage; isAscending: boolean; needsAttention: boolean }

const tiers: Tier[] = [
  { stage: 'underWay', isAscending: false, needsAttention: false },
  { stage: 'scheduled', isAscending: true, needsAttention: false },
  { stage: 'finished', isAscending: false, needsAttention: false },
]

function tiersOf(stage: RolloutFilters['stage']): (Tier & { order: number })[] {
  return tiers.flatMap((tier, order) =>
    stage === undefined || stage === tier.stage
      ? [{ ...tier, order }]
      : stage === 'needsAttention' && tier.stage === 'finished'
        ? [{ ...tier, order, needsAttention: true }]
        : [],
  )
}

/** The stages that each kind can have: schedules and batches are never undone, and batches never scheduled. */
const isIn = (db: Reader, kind: RolloutKind, stage: RolloutStage): Fragment => {
  if (kind === 'release')
    return {
      underWay: db`not t.dry_run and t.status in ('running', 'cancelling', 'undoing')`,
      scheduled: db`not t.dry_run and t.status = 'scheduled'`,
      finished: db`not t.dry_run and t.finished_at is not null and t.status <> 'undoing'`,
    }[stage]
  if (kind === 'schedule')
    return {
      underWay: db`false`,
      scheduled: db`t.status = 'scheduled'`,
      finished: db`t.finished_at is not null`,
    }[stage]
  // Imports have no page and change nothing for visitors.
  return {
    underWay: db`t.finished_at is null and t.page_id is not null`,
    scheduled: db`false`,
    finished: db`t.finished_at is not null and t.page_id is not null`,
  }[stage]
}

const momentOf = (db: Reader, kind: RolloutKind, stage: RolloutStage): Fragment =>
  stage === 'finished'
    ? db`t.finished_at`
    : stage === 'underWay'
      ? db`t.created_at`
      : kind === 'release'
        ? db`t.publish_at`
        : kind === 'schedule'
          ? db`t.run_at`
          : db`t.created_at`

/** The number of rows that need attention. A release no longer counts once the page was released again. */
const attentionOf = (db: Reader, tenantId: string, kind: RolloutKind): Fragment => {
  const isRecent = db`t.finished_at > now() - interval '30 days'`
  if (kind === 'release')
    return db`case when t.status = 'finished' and ${isRecent} and not exists (
        select from releases later where later.tenant_id = ${tenantId} and later.page_id = t.page_id
          and not later.dry_run and later.release_id > t.release_id and later.status <> 'scheduled')
      then coalesce((t.counts ->> 'conflicts')::int, 0) + coalesce((t.counts ->> 'overtaken')::int, 0)
        + coalesce((t.counts ->> 'blocked')::int, 0) + coalesce((t.counts ->> 'failed')::int, 0) else 0 end`
  if (kind === 'schedule')
    return db`case when t.status in ('failed', 'overtaken') and ${isRecent} then 1 else 0 end`
  return db`case when ${isRecent} then coalesce((
      select sum(difference) from tallies where tenant_id = ${tenantId}
        and scope in ('batch:' || t.batch_id || ':failed', 'batch:' || t.batch_id || ':failed:made')), 0)::int
    else 0 end`
}

const tables = { release: 'releases', schedule: 'schedules', batch: 'batches' } as const

/** The rows of one table in one stage. */
function rowsOf(
  db: Reader,
  tenantId: string,
  kind: RolloutKind,
  { stage, needsAttention }: Tier,
  filters: RolloutFilters,
): Fragment {
  const attention = attentionOf(db, tenantId, kind)
  const named = wordsOf(filters.query ?? '').map(
    (word) => db`and exists (
      select from pages p where p.tenant_id = ${tenantId} and p.page_id = t.page_id and p.search_text like ${holding(word)})`,
  )
  return db`
    select ${kind} as kind, ${db.identifier(`t.${kind}_id`)} as rollout_id, t.page_id, t.key_id,
      ${momentOf(db, kind, stage)} as at, ${attention} as needs_attention,
      ${kind === 'schedule' ? db`t.audience_id` : db`null::text`} as audience_id,
      ${kind === 'schedule' ? db`t.version_id` : db`null::text`} as version_id
    from ${db.identifier(tables[kind])} t
    where t.tenant_id = ${tenantId} and ${isIn(db, kind, stage)}
      ${filters.pageId === undefined ? db`` : db`and t.page_id = ${filters.pageId}`}
      ${named.reduce((all, one) => db`${all} ${one}`, db``)}
      ${needsAttention ? db`and t.finished_at > now() - interval '30 days' and ${attention} > 0` : db``}`
}

const kindsOf = ({ kind }: RolloutFilters) => (kind ? [kind] : rolloutKinds)

/**
 * One page of releases, schedules and batches. Each stage is read by a statement of its own, sent only while rows are
 * missing, which reads each table along an index and no further than the page needs.
 */
export async function listRollouts(
  db: Reader,
  tenantId: string,
  filters: RolloutFilters,
  { limit, after }: PageOf<RolloutKey>,
): Promise<RolloutRow[]> {
  const [afterTier = -1, afterUs = 0, afterId = ''] = after ?? []
  const found: RolloutRow[] = []
  for (const tier of tiersOf(filters.stage)) {
    const missing = limit + 1 - found.length
    if (tier.order < afterTier || missing === 0) continue
    const isRest = tier.order === afterTier
    const [beyond, direction] = tier.isAscending ? [db`>`, db`asc`] : [db`<`, db`desc`]
    const parts = kindsOf(filters).map((kind) => {
      const id = db.identifier(`t.${kind}_id`)
      const moment = momentOf(db, kind, tier.stage)
      const rest = isRest
        ? db`and (${moment}, ${id}) ${beyond} (timestamptz 'epoch' + ${afterUs}::bigint * interval '1 microsecond', ${afterId})`
        : db``
      return db`(${rowsOf(db, tenantId, kind, tier, filters)} ${rest}
        order by ${moment} ${direction}, ${id} ${direction} limit ${missing})`
    })
    const all = parts.reduce((left, right) => db`${left} union all ${right}`)
    found.push(
      ...(await db<RolloutRow[]>`
        select r.kind, r.rollout_id, ${tier.stage} as stage, r.page_id, p.name as page_name,
          coalesce(a.custom_name, a.computed_name) as audience_name, v.version_number, ${nameOfKey(db)} as made_by, r.at,
          (extract(epoch from r.at) * 1000000)::bigint as at_us, r.needs_attention
        from (${all}) as r
          join pages p on p.tenant_id = ${tenantId} and p.page_id = r.page_id
          left join lateral (
            select case when count(*) = 1 then min(first.audience_id) end as audience_id from (
              select audience_id from release_rows w
              where w.tenant_id = ${tenantId} and w.release_id = r.rollout_id order by w.position limit 2) as first
            ) as sole on r.kind = 'release'
          left join audiences a on a.tenant_id = ${tenantId}
            and a.audience_id = coalesce(r.audience_id, sole.audience_id)
          left join versions v on v.tenant_id = ${tenantId} and v.version_id = r.version_id
          left join api_keys k on k.tenant_id = ${tenantId} and k.key_id = r.key_id
        order by r.at ${direction}, r.rollout_id ${direction} limit ${missing}`),
    )
  }
  return found
}

export const keyOf = ({ stage, atUs, rolloutId }: RolloutRow): RolloutKey => [
  tiers.findIndex((tier) => tier.stage === stage),
  atUs,
  rolloutId,
]

/** The number in each stage, whichever stage was requested. */
export async function countRollouts(
  db: Reader,
  tenantId: string,
  filters: RolloutFilters,
): Promise<RolloutCounts> {
  const counted = (tier: Tier) => {
    const parts = kindsOf(filters).map((kind) => rowsOf(db, tenantId, kind, tier, filters))
    return db`(select count(*) from (${parts.reduce((left, right) => db`${left} union all ${right}`)}) as rows)`
  }
  const [underWay, scheduled, finished] = tiers.map(counted)
  const [row] = await db<RolloutCounts[]>`
    select ${underWay} as under_way, ${scheduled} as scheduled, ${finished} as finished,
      ${counted({ stage: 'finished', isAscending: false, needsAttention: true })} as needs_attention`
  return row as RolloutCounts
}
