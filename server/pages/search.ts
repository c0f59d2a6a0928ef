import { databaseNow } from '../database/clock.ts'
import type { Reader } from '../database/database.ts'
import {
  type Counted,
  countCounted,
  type MatchCounts,
  type SearchKey,
  searchCounted,
} from '../lists/search.ts'
import { type Sorted, type SortKey, type SortValue, sortedPage } from '../lists/sort.ts'
import type { PageOf } from '../web/paging.ts'
import { type PageRow, pageColumns, type StoredPage, toPage } from './queries.ts'
import { type Page, type pageSorts, pageStatuses, pageTypes } from './schema.ts'

export type PageFilters = {
  query?: string
  status?: Page['status']
  pageType?: Page['pageType']
  deleted?: boolean
}

function searched(db: Reader, tenantId: string, { status, pageType, deleted = false }: PageFilters): Counted {
  const where = db`
    tenant_id = ${tenantId} and ${deleted ? db`deleted_at is not null` : db`deleted_at is null`}
    ${status ? db`and status = ${status}` : db``} ${pageType ? db`and page_type = ${pageType}` : db``}`
  const tallies = (status ? [status] : pageStatuses).flatMap((status) =>
    (pageType ? [pageType] : pageTypes).map((type) => `pages:${status}:${type}`),
  )
  const filters = { status, pageType, deleted }
  // Tallies count pages that are not deleted; deleted ones are few and are counted directly.
  return {
    ...{ table: 'pages', id: 'page_id', columns: pageColumns(db, tenantId), where },
    ...{ tallies, filters, isFiltered: deleted },
  }
}

/** One page of results where the name contains every word of the query, and the total. Run it in `inSnapshot`. */
export async function searchPages(
  db: Reader,
  counts: MatchCounts,
  tenantId: string,
  filters: PageFilters,
  page: PageOf<SearchKey>,
): Promise<{ pages: (StoredPage & { tier: number })[]; total: number }> {
  const pages = searched(db, tenantId, filters)
  const { rows, total } = await searchCounted<PageRow>(db, counts, tenantId, pages, filters.query ?? '', page)
  return { pages: rows.map(({ tier, ...row }) => ({ ...toPage(row as PageRow), tier })), total }
}

/** The same pages, sorted. Run it in `inSnapshot`. */
export async function sortPages(
  db: Reader,
  counts: MatchCounts,
  tenantId: string,
  { query = '', ...filters }: PageFilters,
  { name, isDescending }: { name: (typeof pageSorts)[number]; isDescending: boolean },
  page: PageOf<SortKey>,
): Promise<{ pages: Sorted<StoredPage>[]; total: number }> {
  const pages = searched(db, tenantId, filters)
  const [rows, total] = await Promise.all([
    sortedPage<PageRow>(db, pages, query, { value: sortValue(db, tenantId, name), isDescending }, page),
    countCounted(db, counts, tenantId, pages, query),
  ])
  return {
    pages: rows.map(({ sortPart, sortValue, ...row }) => ({
      ...toPage(row as unknown as PageRow),
      sortPart,
      sortValue,
    })),
    total,
  }
}

const monthMs = 30 * 86_400_000

function sortValue(db: Reader, tenantId: string, name: (typeof pageSorts)[number]): SortValue {
  if (name === 'name') return { column: db`name_folded` }
  if (name === 'createdAt') return { column: db`page_id` }
  // In microseconds, as a cursor holds it exactly.
  if (name === 'updatedAt') return { column: db`(extract(epoch from updated_at) * 1000000)::bigint` }
  if (name === 'sessions')
    return {
      scores: db`
        select f.page_id as scored_id, sum(f.sessions)::bigint as score from pages p join visit_figures f
          on f.tenant_id = ${tenantId} and f.page_id = p.page_id and f.audience_id = '' and f.grain = 'day'
            and f.starts_at_ms >= ${databaseNow() - monthMs}
        where p.tenant_id = ${tenantId} group by 1 having sum(f.sessions) > 0`,
    }
  return {
    scores: db`
      select p.page_id as scored_id, sum(t.difference)::bigint as score from pages p join tallies t
        on t.tenant_id = ${tenantId} and t.scope = 'page:' || p.page_id || ':audiences'
      where p.tenant_id = ${tenantId} group by 1 having sum(t.difference) > 0`,
  }
}
