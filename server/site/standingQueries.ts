import {
  type AudienceFacts,
  type BaseState,
  type LinkReach,
  linkState,
  type PageFacts,
  pageState,
} from '../../shared/status.ts'
import { databaseNow } from '../database/clock.ts'
import type { Reader } from '../database/database.ts'
import { currentKey, headVersion, newestRevision, stateTables } from '../releases/subjects.ts'
import { toTimestamp } from '../time.ts'
import { gateColumns, gateOrder, type LinkGate, protectingGates } from './queries.ts'
import type { PageLinkStanding, PageStanding } from './standingSchema.ts'

export type StandingAudienceRow = Omit<AudienceFacts, 'reach' | 'work' | 'scheduledFor'> & {
  audienceId: string
  pageId: string
  baseState: BaseState
  lastStatus: string
  lastOutcome: string | null
  shownVersion: number
  shownVersionId: string
  newestVersion: number
  newestVersionId: string
  /** The gate that protects it on every path, and that of its own link. */
  gate: LinkGate | null
  ownGate: LinkGate | null
  scheduleId: string | null
  scheduledFor: string | null
  scheduledReleaseId: string | null
}

export async function listAudienceRows(
  db: Reader,
  tenantId: string,
  audienceIds: string[],
): Promise<StandingAudienceRow[]> {
  return await db<StandingAudienceRow[]>`
    select a.audience_id, a.page_id, p.status as page_status, a.archived_at is not null as is_archived,
      a.live_at is not null as is_live, published.version_number as shown_version,
      published.version_id as shown_version_id, head.version_number as newest_version,
      head.version_id as newest_version_id, head.version_number > published.version_number as has_draft,
      last.status as last_status, (
        select m.outcome from messages m
        where m.tenant_id = ${tenantId} and m.version_id = last.version_id and m.author = 'agent' limit 1) as last_outcome,
      case when a.detached_at is not null then 'detached' when s.key = ${currentKey(db)} then s.state
        else 'unchecked' end as base_state,
      (select ${gateColumns(db)} from ${protectingGates(db, tenantId)}
        order by ${gateOrder(db)} limit 1) as gate,
      (select ${gateColumns(db)} from page_links l
          join page_link_gates g on g.tenant_id = ${tenantId} and g.page_link_id = l.page_link_id
        where l.tenant_id = ${tenantId} and l.audience_id = a.audience_id and l.deleted_at is null
        order by l.tenant_domain_id is null, l.page_link_id limit 1) as own_gate,
      planned.schedule_id, coalesce(planned.run_at, release.publish_at) as scheduled_for,
      case when planned.schedule_id is null then release.release_id end as scheduled_release_id
    from audiences a
      join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id and p.deleted_at is null
      join brands b on b.tenant_id = ${tenantId} and b.brand_id = p.brand_id
      ${newestRevision(db, tenantId)} ${stateTables(db, tenantId)}
      join versions published on published.tenant_id = ${tenantId} and published.audience_id = a.audience_id
        and published.status = 'published'
      join lateral (
        select v.status, v.version_id from versions v
        where v.tenant_id = ${tenantId} and v.audience_id = a.audience_id order by v.version_number desc limit 1) as last on true
      left join audience_base_states s on s.tenant_id = ${tenantId} and s.audience_id = a.audience_id
      left join lateral (
        select c.schedule_id, c.run_at from schedules c
        where c.tenant_id = ${tenantId} and c.audience_id = a.audience_id and c.status = 'scheduled'
          and c.action = 'publishVersion'
        order by c.run_at limit 1) as planned on true
      left join lateral (
        select x.release_id, x.publish_at from releases x
        where x.tenant_id = ${tenantId} and x.page_id = a.page_id and not x.dry_run and x.status = 'scheduled'
          and x.audiences -> 'audienceIds' ? a.audience_id
        order by x.publish_at limit 1) as release on true
    where a.tenant_id = ${tenantId} and a.audience_id = any(${audienceIds})`
}

/** The requirements and expiry of a gate. */
export function reachOf(gate: LinkGate | null | undefined): LinkReach {
  if (!gate) return { protection: null, closesAt: null, closed: null }
  const { hasPassword, asksEmail, visitLimit, expiresAtMs, isUsedUp } = gate
  const isOver = expiresAtMs !== null && expiresAtMs <= databaseNow()
  return {
    protection: hasPassword ? 'password' : asksEmail ? 'email' : visitLimit === null ? null : 'visits',
    closesAt: expiresAtMs === null ? null : toTimestamp(expiresAtMs),
    closed: isOver ? 'expired' : isUsedUp ? 'usedUp' : null,
  }
}

type StandingLinkRow = Pick<AudienceFacts, 'pageStatus' | 'isArchived' | 'isLive'> & {
  pageLinkId: string
  gate: LinkGate | null
}

export async function listLinkStandings(
  db: Reader,
  tenantId: string,
  pageLinkIds: string[],
): Promise<PageLinkStanding[]> {
  const rows = await db<StandingLinkRow[]>`
    select l.page_link_id, p.status as page_status, a.archived_at is not null as is_archived,
      a.live_at is not null as is_live, coalesce(
        (select ${gateColumns(db)} from page_link_gates g
          where g.tenant_id = ${tenantId} and g.page_link_id = l.page_link_id),
        (select ${gateColumns(db)} from ${protectingGates(db, tenantId)} order by ${gateOrder(db)} limit 1)) as gate
    from page_links l
      join audiences a on a.tenant_id = ${tenantId} and a.audience_id = l.audience_id
      join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id and p.deleted_at is null
    where l.tenant_id = ${tenantId} and l.page_link_id = any(${pageLinkIds}) and l.deleted_at is null`
  return rows.map(({ pageLinkId, gate, ...facts }) => {
    const reach = reachOf(gate)
    const { protection, closesAt } = reach
    return { pageLinkId, state: linkState({ ...facts, reach }), protection, closesAt }
  })
}

/** How many live audiences of a page are checked; more would slow down the list of pages. */
const mostAsked = 2_000

type StandingPageRow = Omit<PageFacts, 'isPublishing' | 'hasNewer'> &
  Omit<PageStanding, 'url' | 'state'> & { isPublishing: boolean | null; hasDraft: boolean }

export async function listPageStandings(
  db: Reader,
  tenantId: string,
  pageIds: string[],
): Promise<Omit<PageStanding, 'url'>[]> {
  const live = db`a.tenant_id = ${tenantId} and a.page_id = p.page_id and a.archived_at is null and a.live_at is not null`
  const rows = await db<StandingPageRow[]>`
    select p.page_id, p.status, p.deleted_at is not null as is_deleted,
      (select coalesce(sum(difference), 0)::bigint from tallies
        where tenant_id = ${tenantId} and scope = 'page:' || p.page_id || ':audiences') as audiences,
      (select count(*) from audiences a where ${live}) as live,
      p.flags = '{home_page}' or exists (
        select from page_links l
          join audiences a on a.tenant_id = ${tenantId} and a.audience_id = l.audience_id and a.archived_at is null
            and a.live_at is not null
        where l.tenant_id = ${tenantId} and l.page_id = p.page_id and l.deleted_at is null) as has_address,
      exists (
        select from (select a.audience_id from audiences a where ${live} limit ${mostAsked}) as a
          ${headVersion(db, tenantId)}
        where head.status = 'draft') as has_draft,
      exists (
        select from audience_base_states s
          join audiences a on ${live} and a.audience_id = s.audience_id and a.detached_at is null
          ${stateTables(db, tenantId)}
        where s.tenant_id = ${tenantId} and s.page_id = p.page_id and s.state in ('behind', 'conflicts')
          and s.key = ${currentKey(db)}) or exists (
        select from (
            select a.* from audiences a where ${live} and a.detached_at is null limit ${mostAsked}) as a
          ${stateTables(db, tenantId)}
          left join audience_base_states s on s.tenant_id = ${tenantId} and s.audience_id = a.audience_id
        where head.base_revision < r.revision and s.key is distinct from ${currentKey(db)}) as is_behind,
      (select a.audience_id from audiences a
        where a.tenant_id = ${tenantId} and a.page_id = p.page_id and a.person_id is null and a.account_id is null
          and a.archived_at is null
        order by a.flags = '{home_page}' desc, a.audience_id limit 1) as everyone_id,
      planned.schedule_id, least(planned.run_at, release.publish_at) as scheduled_for, release.release_id,
      release.status <> 'scheduled' as is_publishing, coalesce(release.cursor, 0) as done,
      coalesce(release.total_rows, 0) as total
    from pages p join brands b on b.tenant_id = ${tenantId} and b.brand_id = p.brand_id ${newestRevision(db, tenantId)}
      left join lateral (
        select c.schedule_id, c.run_at from schedules c
        where c.tenant_id = ${tenantId} and c.page_id = p.page_id and c.status = 'scheduled'
          and c.action in ('publishVersion', 'publishPage')
        order by c.run_at limit 1) as planned on true
      left join lateral (
        select x.release_id, x.status, x.cursor, x.total_rows,
          case when x.status = 'scheduled' then x.publish_at end as publish_at
        from releases x
        where x.tenant_id = ${tenantId} and x.page_id = p.page_id and not x.dry_run
          and x.status in ('scheduled', 'running', 'cancelling', 'undoing')
        order by x.status = 'scheduled', x.publish_at limit 1) as release on true
    where p.tenant_id = ${tenantId} and p.page_id = any(${pageIds})`
  return rows.map((row) => {
    const { status: _, isDeleted: _d, hasAddress: _a, hasDraft, isPublishing, ...standing } = row
    const facts = { ...row, isPublishing: isPublishing === true, hasNewer: hasDraft || row.isBehind }
    return { ...standing, state: pageState(facts) }
  })
}
