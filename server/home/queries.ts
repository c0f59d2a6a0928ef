import type { Reader } from '../database/database.ts'
import { currentKey, newestRevision, stateTables } from '../releases/subjects.ts'
import { seenMsColumn } from '../visits/sessions.ts'
import type { Finished, FirstSteps, Upcoming, Waiting } from './schema.ts'

/** The number of sessions from which hot accounts and companies are computed. */
const mostSessions = 3_000
/** The number of audiences examined, newest first: examining all takes seconds with a million of them. */
const mostAudiences = 5_000

export type RecentSession = {
  accountId: string | null
  accountName: string | null
  personId: string | null
  pageName: string
  startedAtMs: number
  scroll: number
  visibleMs: number
  forms: number
  clicks: number
  audienceCreatedAt: string
}

/** Pages called `p` that are not deleted and not of the sample data. */
const ownPages = (db: Reader, tenantId: string) => db`
  pages p join brands b on b.tenant_id = ${tenantId} and b.brand_id = p.brand_id and not b.is_demo`
const present = (db: Reader, tenantId: string) => db`p.tenant_id = ${tenantId} and p.deleted_at is null`

export async function countOwnPages(db: Reader, tenantId: string): Promise<{ own: number; live: number }> {
  const [row] = await db<{ own: number; live: number }[]>`
    select count(*) as own, count(*) filter (where p.status = 'published') as live
    from ${ownPages(db, tenantId)} where ${present(db, tenantId)}`
  return row as { own: number; live: number }
}

/**
 * Which first steps a tenant has completed. The first page creates a default brand in the same transaction, and thus
 * with the same time: that brand doesn't count as chosen until it is changed.
 */
export async function readFirstSteps(db: Reader, tenantId: string): Promise<FirstSteps> {
  const [row] = await db<FirstSteps[]>`
    select
      exists (select from brands b where b.tenant_id = ${tenantId} and not b.is_demo and (b.updated_at > b.created_at
        or not exists (select from pages made where made.tenant_id = ${tenantId} and made.brand_id = b.brand_id
          and made.created_at = b.created_at))) as brand,
      furthest.page_id is not null as page, coalesce(furthest.has_audience, false) as audience,
      coalesce(furthest.is_live, false) as live, coalesce(furthest.is_visited, false) as visit, furthest.page_id
    from (select 1) as always left join (
      select p.page_id,
        exists (select from audiences a where a.tenant_id = ${tenantId} and a.page_id = p.page_id
          and a.archived_at is null and (a.account_id is not null or a.person_id is not null)) as has_audience,
        p.status = 'published' and exists (select from audiences a where a.tenant_id = ${tenantId}
          and a.page_id = p.page_id and a.archived_at is null and a.live_at is not null) as is_live,
        exists (select from visit_figures f where f.tenant_id = ${tenantId} and f.page_id = p.page_id
          and f.audience_id = '' and f.grain = 'day' and f.sessions > 0) as is_visited
      from ${ownPages(db, tenantId)} where ${present(db, tenantId)}
      order by is_visited desc, is_live desc, has_audience desc, p.page_id limit 1) as furthest on true`
  return row as FirstSteps
}

/** The newest sessions of persons on the tenant's own pages. */
export async function listRecentSessions(
  db: Reader,
  tenantId: string,
  fromMs: number,
): Promise<RecentSession[]> {
  return await db<RecentSession[]>`
    select a.account_id, coalesce(account.name, account.domain) as account_name, a.person_id, s.page_name,
      s.started_at_ms, s.scroll, s.visible_ms, s.form_submits as forms, s.action_clicks as clicks,
      a.created_at as audience_created_at
    from (
      select v.*, p.name as page_name
      from ${ownPages(db, tenantId)} cross join lateral (
        select audience_id, started_at_ms, scroll, ${seenMsColumn(db)} as visible_ms, form_submits, action_clicks from visit_sessions
        where tenant_id = ${tenantId} and page_id = p.page_id and verdict = 'human' and started_at_ms >= ${fromMs}
        order by started_at_ms desc limit ${mostSessions}) as v
      where ${present(db, tenantId)}
      order by v.started_at_ms desc limit ${mostSessions}) as s
      join audiences a on a.tenant_id = ${tenantId} and a.audience_id = s.audience_id
      left join accounts account on account.tenant_id = ${tenantId} and account.account_id = a.account_id
    order by s.started_at_ms desc`
}

type PageSums = { sessions: number; scroll: number; conversions: number }

/** Sums of the tenant's own pages, by whole hours. */
export async function sumOwnPages(
  db: Reader,
  tenantId: string,
  fromMs: number,
  toMs: number,
): Promise<PageSums> {
  const [row] = await db<PageSums[]>`
    select coalesce(sum(f.sessions), 0)::bigint as sessions, coalesce(sum(f.scroll), 0)::bigint as scroll,
      coalesce(sum(f.conversions), 0)::bigint as conversions
    from ${ownPages(db, tenantId)}
      join visit_figures f on f.tenant_id = ${tenantId} and f.page_id = p.page_id and f.audience_id = ''
        and f.grain = 'hour' and f.starts_at_ms >= ${fromMs} and f.starts_at_ms < ${toMs}
    where ${present(db, tenantId)}`
  return row as PageSums
}

/** Sessions of the tenant's own pages by day; days without sessions are omitted. */
export async function sumByDay(db: Reader, tenantId: string, fromMs: number) {
  return await db<{ startsAtMs: number; sessions: number }[]>`
    select f.starts_at_ms, sum(f.sessions)::bigint as sessions
    from ${ownPages(db, tenantId)}
      join visit_figures f on f.tenant_id = ${tenantId} and f.page_id = p.page_id and f.audience_id = ''
        and f.grain = 'day' and f.starts_at_ms >= ${fromMs}
    where ${present(db, tenantId)} group by f.starts_at_ms`
}

type WaitingCount = { count: number; pageId: string; pageName: string; batchId: string | null }

/**
 * Conflicts, drafts, audiences behind their page and failed rows: the total of each, and the page that has most of
 * them.
 */
export async function listWaiting(db: Reader, tenantId: string): Promise<Waiting[]> {
  const newest = db`
    select audience_id, page_id, person_id, account_id, live_at, detached_at from audiences
    where tenant_id = ${tenantId} and archived_at is null order by audience_id desc limit ${mostAudiences}`
  const [conflicts, drafts, behind, rows] = await Promise.all([
    db<WaitingCount[]>`
      select count(*) as count, p.page_id, p.name as page_name, null::text as batch_id
      from ${ownPages(db, tenantId)}
        join audience_conflicts c on c.tenant_id = ${tenantId} and c.page_id = p.page_id and c.decision is null
        join audiences a on a.tenant_id = ${tenantId} and a.audience_id = c.audience_id and a.archived_at is null
      where ${present(db, tenantId)} group by p.page_id, p.name`,
    db<WaitingCount[]>`
      select count(*) as count, p.page_id, p.name as page_name, null::text as batch_id
      from (${newest}) as a
        join ${ownPages(db, tenantId)} on p.page_id = a.page_id
        cross join lateral (
          select status, obsolete_at from versions where tenant_id = ${tenantId} and audience_id = a.audience_id
          order by version_number desc limit 1) as newest
      where ${present(db, tenantId)} and newest.status = 'draft' and newest.obsolete_at is null
      group by p.page_id, p.name`,
    // An audience based on an older revision may have the same content as the newest one, according to a current
    // comparison.
    db<WaitingCount[]>`
      select count(*) as count, p.page_id, p.name as page_name, null::text as batch_id
      from (${newest}) as a
        join ${ownPages(db, tenantId)} on p.page_id = a.page_id ${newestRevision(db, tenantId)}
        ${stateTables(db, tenantId)}
        left join audience_base_states s on s.tenant_id = ${tenantId} and s.audience_id = a.audience_id
      where ${present(db, tenantId)} and p.status = 'published' and a.live_at is not null and a.detached_at is null
        and head.base_revision < r.revision
        and (s.state = 'behind' or s.key is distinct from ${currentKey(db)})
      group by p.page_id, p.name`,
    db<WaitingCount[]>`
      select (select count(*) from batch_rows r where r.tenant_id = ${tenantId} and r.batch_id = recent.batch_id
          and r.status = 'failed') as count, p.page_id, p.name as page_name, recent.batch_id
      from (
        select batch_id, page_id from batches where tenant_id = ${tenantId} order by batch_id desc limit 20) as recent
        join ${ownPages(db, tenantId)} on p.page_id = recent.page_id
      where ${present(db, tenantId)}`,
  ])
  return [
    ...total('conflicts', conflicts),
    ...total('drafts', drafts),
    ...total('behind', behind),
    ...total('batch_rows', rows),
  ]
}

function total(kind: Waiting['kind'], counted: WaitingCount[]): Waiting[] {
  const [most] = counted.toSorted((a, b) => b.count - a.count)
  const count = counted.reduce((sum, one) => sum + one.count, 0)
  return most && count > 0 ? [{ kind, ...most, count }] : []
}

export async function listUpcoming(db: Reader, tenantId: string): Promise<Upcoming[]> {
  return await db<Upcoming[]>`
    select * from (
      select 'release' as kind, p.page_id, p.name as page_name, r.total_rows as audiences, r.publish_at as at
      from releases r join pages p on p.tenant_id = ${tenantId} and p.page_id = r.page_id and p.deleted_at is null
      where r.tenant_id = ${tenantId} and r.status = 'scheduled' and not r.dry_run and r.publish_at is not null
      union all
      select s.action, p.page_id, p.name, (s.audience_id is not null)::int, s.run_at
      from schedules s join pages p on p.tenant_id = ${tenantId} and p.page_id = s.page_id and p.deleted_at is null
      where s.tenant_id = ${tenantId} and s.status = 'scheduled') as coming
    order by at limit 3`
}

export async function listFinished(db: Reader, tenantId: string, sinceMs: number): Promise<Finished[]> {
  const since = db`to_timestamp(${sinceMs}::double precision / 1000)`
  const counted = (counts: 'counts' | 'undo_counts', name: string) =>
    db`coalesce((r.${db.identifier(counts)} ->> ${name})::int, 0)`
  return await db<Finished[]>`
    select kind, page_id, page_name, batch_id, count, "left", case when count = 1 then (
        select coalesce(a.custom_name, a.computed_name) from release_rows w
          join audiences a on a.tenant_id = ${tenantId} and a.audience_id = w.audience_id
        where w.tenant_id = ${tenantId} and w.release_id = newest.release_id and w.status = 'published'
          and (kind = 'release' or w.undo = 'undone') limit 1) end as audience_name, at
    from (select * from (
      select 'release' as kind, p.page_id, p.name as page_name, null::text as batch_id, r.release_id,
        ${counted('counts', 'published')} as count, r.total_rows - ${counted('counts', 'published')} as left, r.finished_at as at
      from releases r join pages p on p.tenant_id = ${tenantId} and p.page_id = r.page_id and p.deleted_at is null
      where r.tenant_id = ${tenantId} and r.status = 'finished' and r.publish and not r.dry_run and r.finished_at >= ${since}
      union all
      select 'undo', p.page_id, p.name, null, r.release_id, ${counted('undo_counts', 'undone')},
        ${counted('undo_counts', 'overtaken')}, r.undone_at
      from releases r join pages p on p.tenant_id = ${tenantId} and p.page_id = r.page_id and p.deleted_at is null
      where r.tenant_id = ${tenantId} and r.status = 'undone' and r.undone_at >= ${since}
      union all
      select 'batch', p.page_id, p.name, x.batch_id, null, x.total_rows - x.left_out, x.left_out, x.finished_at
      from (
        select batch_id, page_id, total_rows, finished_at,
          (select count(*)::int from batch_rows r where r.tenant_id = ${tenantId} and r.batch_id = done.batch_id
            and r.status in ('failed', 'repeated', 'cancelled')) as left_out
        from batches done where done.tenant_id = ${tenantId} and done.finished_at is not null
        order by batch_id desc limit 6) as x
        join pages p on p.tenant_id = ${tenantId} and p.page_id = x.page_id and p.deleted_at is null
      where x.finished_at >= ${since}) as done
    order by at desc limit 6) as newest order by at desc`
}
