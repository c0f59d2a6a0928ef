import type { Reader } from '../database/database.ts'
import {
  countMatches,
  holding,
  type Searchable,
  type SearchKey,
  searchPage,
  wordsOf,
} from '../lists/search.ts'
import type { PageOf } from '../web/paging.ts'
import { type AudienceSearchItem, mostCounted } from './schema.ts'

/** Beyond this number, page ids are not passed to the database as a list. */
const mostPages = 1000

/**
 * Finds audiences where every word of the query occurs in their own name or in that of their page, person or account.
 * The page's name is not copied to its audiences, of which there may be a million: first the pages are found, then the
 * audiences that contain each word themselves or belong to one of its pages. Run it in `inSnapshot`.
 */
export async function searchAudiences(db: Reader, tenantId: string, query: string, limit: number) {
  const searchable: Searchable = {
    table: 'audiences',
    id: 'audience_id',
    columns: db`
      audience_id, coalesce(custom_name, computed_name) as effective_name, page_id,
      (select name from pages p where p.tenant_id = ${tenantId} and p.page_id = audiences.page_id) as page_name`,
    where: db`
      tenant_id = ${tenantId} and archived_at is null and exists (
        select from pages p
        where p.tenant_id = ${tenantId} and p.page_id = audiences.page_id and p.deleted_at is null)`,
    elsewhere: await findPages(db, tenantId, wordsOf(query)),
  }
  const [rows, total] = await Promise.all([
    searchPage<AudienceSearchItem>(db, searchable, query, { limit, after: undefined }),
    countMatches(db, searchable, query, mostCounted + 1),
  ])
  return {
    items: rows.slice(0, limit),
    hasMore: rows.length > limit,
    nextCursor: null,
    totalCount: total > mostCounted ? null : total,
  }
}

/**
 * Finds audiences of one page where every word of the query occurs in their name, person or account, with the key that
 * this list is paged by. Run it in `inSnapshot`.
 */
export async function searchWithin(
  db: Reader,
  tenantId: string,
  pageId: string,
  { archived, query }: { archived: boolean; query: string },
  page: PageOf<SearchKey>,
): Promise<{ found: { audienceId: string; tier: number }[]; total: number | null }> {
  const searchable: Searchable = {
    table: 'audiences',
    id: 'audience_id',
    columns: db`audience_id`,
    where: db`
      tenant_id = ${tenantId} and page_id = ${pageId} and archived_at is ${archived ? db`not null` : db`null`}`,
  }
  const [found, total] = await Promise.all([
    searchPage<{ audienceId: string }>(db, searchable, query, page),
    countMatches(db, searchable, query, mostCounted + 1),
  ])
  return { found, total: total > mostCounted ? null : total }
}

/** For each word, the condition that an audience's page has it in its name; undefined if no page does. */
async function findPages(db: Reader, tenantId: string, words: string[]): Promise<Searchable['elsewhere']> {
  if (words.length === 0) return undefined
  const pages = await db<{ pageId: string; searchText: string }[]>`
    select page_id, search_text from pages
    where tenant_id = ${tenantId} and deleted_at is null and search_text like any(${words.map(holding)})
    limit ${mostPages + 1}`
  if (pages.length > mostPages)
    return (word) => db`page_id in (
      select p.page_id from pages p where p.tenant_id = ${tenantId} and p.search_text like ${holding(word)})`
  return (word) => {
    const ids = pages.filter(({ searchText }) => searchText.includes(word)).map(({ pageId }) => pageId)
    return ids.length === 0 ? undefined : db`page_id = any(${ids})`
  }
}
