import { databaseNow } from '../database/clock.ts'
import type { Reader } from '../database/database.ts'
import { SearchedList } from '../lists/searchedList.ts'
import type { SortValue } from '../lists/sort.ts'
import { type PageRow, pageColumns } from './queries.ts'
import { type Page, type pageSorts, pageStatuses, pageTypes } from './schema.ts'

type PageFilters = { status?: Page['status']; pageType?: Page['pageType']; deleted?: boolean }
type PageSort = (typeof pageSorts)[number]

/** Pages whose name contains every word of a query. */
export const openPageList = () =>
  new SearchedList<PageRow, PageFilters, PageSort>({
    revision: 'pages_revision',
    rows: (db, tenantId, { status, pageType, deleted = false }) => ({
      table: 'pages',
      id: 'page_id',
      columns: pageColumns(db, tenantId),
      where: db`
      tenant_id = ${tenantId} and ${deleted ? db`deleted_at is not null` : db`deleted_at is null`}
      ${status ? db`and status = ${status}` : db``} ${pageType ? db`and page_type = ${pageType}` : db``}`,
      tallies: (status ? [status] : pageStatuses).flatMap((status) =>
        (pageType ? [pageType] : pageTypes).map((type) => `pages:${status}:${type}`),
      ),
      // Tallies count pages that are not deleted; deleted ones are few and are counted directly.
      isFiltered: deleted,
    }),
    sortedBy: sortValue,
  })

const monthMs = 30 * 86_400_000

function sortValue(db: Reader, tenantId: string, name: PageSort): SortValue {
  if (name === 'name') return { column: db`name_folded` }
  if (name === 'createdAt') return { column: db`page_id` }
  // In microseconds, which a cursor represents exactly.
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
