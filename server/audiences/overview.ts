import type { Fragment, Reader } from '../database/database.ts'
import { fold, holding, wordsOf } from '../lists/search.ts'
import type { PageOf } from '../web/paging.ts'
import { type AudienceOverview, mostCounted, type Owner } from './schema.ts'

export type OverviewFilter = {
  accountId?: string
  personId?: string
  audienceId?: string[]
  pageId?: string
  madeFor?: Owner
  query?: string
}

/** Excludes archived audiences and those of deleted pages, as search does. */
const present = (
  db: Reader,
  tenantId: string,
  { accountId, personId, audienceId, pageId, madeFor, query = '' }: OverviewFilter,
) => db`
  from audiences a
    join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id and p.deleted_at is null
  where a.tenant_id = ${tenantId} and a.archived_at is null
    ${accountId === undefined ? db`` : db`and a.account_id = ${accountId}`}
    ${personId === undefined ? db`` : db`and a.person_id = ${personId}`}
    ${audienceId === undefined ? db`` : db`and a.audience_id = any(${audienceId})`}
    ${pageId === undefined ? db`` : db`and a.page_id = ${pageId}`}
    ${madeFor === undefined ? db`` : db`and ${isMadeFor(db, madeFor)}`}
    ${fold(query) === '' ? db`` : db`and a.search_text like all(${wordsOf(query).map(holding)})`}`

function isMadeFor(db: Reader, owner: Owner): Fragment {
  if (owner === 'person') return db`a.person_id is not null`
  const isForAccount = owner === 'account' ? db`not null` : db`null`
  return db`a.person_id is null and a.account_id is ${isForAccount}`
}

/** The audiences of all pages, newest first. Run it in `inSnapshot`. */
export async function listOverview(
  db: Reader,
  tenantId: string,
  filter: OverviewFilter,
  { limit, after }: PageOf<[string]>,
): Promise<AudienceOverview[]> {
  return await db<AudienceOverview[]>`
    select audience_id, effective_name, page_id, page_name, page_status, person_id, account_id, is_live, created_at,
      (select status from versions v where v.tenant_id = ${tenantId} and v.audience_id = found.audience_id
        order by version_number desc limit 1) as status,
      (select published_at from versions v where v.tenant_id = ${tenantId} and v.audience_id = found.audience_id
        and v.status = 'published') as published_at
    from (
      select a.audience_id, coalesce(a.custom_name, a.computed_name) as effective_name, a.page_id, a.person_id,
        a.account_id, a.live_at is not null as is_live, a.created_at, p.name as page_name, p.status as page_status
      ${present(db, tenantId, filter)} ${after ? db`and a.audience_id < ${after[0]}` : db``}
      order by a.audience_id desc limit ${limit + 1}) as found
    order by audience_id desc`
}

/** The number of matches; null beyond `mostCounted`. */
export async function countOverview(
  db: Reader,
  tenantId: string,
  filter: OverviewFilter,
): Promise<number | null> {
  const [row] = await db<{ total: number }[]>`
    select count(*) as total from (
      select ${present(db, tenantId, filter)} order by a.audience_id desc limit ${mostCounted + 1}) as found`
  return row && row.total <= mostCounted ? row.total : null
}
