import { notFound } from '../../shared/problem.ts'
import type { Fragment, Reader, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { searchColumns } from '../lists/search.ts'
import { count, recount } from '../lists/tallies.ts'
import type { PageOf } from '../web/paging.ts'
import type { StoredWidget } from './parts.ts'
import type { Page } from './schema.ts'

/** A page as stored: its images have no URL yet. */
export type StoredPage = Omit<Page, 'actionCardWidgets'> & { actionCardWidgets: StoredWidget[] }

/** The fields of a page that users write; the others are derived. */
export type PageContent = Pick<
  StoredPage,
  'brandId' | 'name' | 'title' | 'pageContext' | 'pageType' | 'flags'
> &
  Required<Pick<StoredPage, 'actions' | 'actionCardWidgets' | 'scripts' | 'footerLinks'>> & {
    headerActionId: string | null
    metadata: Page['metadata'] | null
  }

export type PageRow = Omit<StoredPage, 'headerActionId' | 'metadata'> & PageContent

/** The count comes from the audiences' tally: always exact, and one index lookup per page. */
export const pageColumns = (db: Reader, tenantId: string) =>
  columnsWith(
    db,
    db`(select coalesce(sum(difference), 0)::bigint from tallies
      where tenant_id = ${tenantId} and scope = 'page:' || page_id || ':audiences')`,
  )

const columnsWith = (db: Reader, audiencesCount: Fragment) => db`
  page_id, brand_id, name, title, page_context, page_type, status, flags, ${audiencesCount} as audiences_count,
  actions, action_card_widgets, scripts, footer_links, header_action_id, metadata,
  archived_at, created_at, updated_at, deleted_at`

/** Optional fields are omitted when they have no value. */
export function toPage({ headerActionId, metadata, ...page }: PageRow): StoredPage {
  return { ...page, ...(headerActionId && { headerActionId }), ...(metadata && { metadata }) }
}

function written(tx: Tx, content: PageContent) {
  const { actions, actionCardWidgets, scripts, footerLinks, metadata } = content
  return {
    ...content,
    ...searchColumns(content.name),
    actions: tx.json(actions),
    actionCardWidgets: tx.json(actionCardWidgets),
    scripts: tx.json(scripts),
    footerLinks: tx.json(footerLinks),
    metadata: metadata ? tx.json(metadata) : null,
  }
}

export async function insertPage(
  tx: Tx,
  tenantId: string,
  pageId: string,
  content: PageContent,
): Promise<StoredPage> {
  const [row] = await tx<PageRow[]>`
    insert into pages ${tx.values({ tenantId, pageId, ...written(tx, content) })}
    returning ${columnsWith(tx, tx`0::bigint`)}`
  return countNew(tx, tenantId, toPage(row as PageRow))
}

/**
 * Like `insertPage`, with the tenant's first brand, without a round trip to read it; undefined if there is none yet.
 */
export async function insertPageWithFirstBrand(
  tx: Tx,
  tenantId: string,
  pageId: string,
  content: PageContent,
): Promise<StoredPage | undefined> {
  const cells = { tenantId, pageId, ...written(tx, content), brandId: tx`first.brand_id` }
  const [row] = await tx<PageRow[]>`
    insert into pages ${tx.select(cells)}
    from (
      select brand_id from brands where tenant_id = ${tenantId} and not is_demo order by brand_id limit 1
    ) as first
    returning ${columnsWith(tx, tx`0::bigint`)}`
  return row && countNew(tx, tenantId, toPage(row))
}

function countNew(tx: Tx, tenantId: string, page: StoredPage): StoredPage {
  recount(tx, tenantId, [], scopesOf(page), 'pages_revision')
  return page
}

export async function getPage(db: Reader, tenantId: string, pageId: string): Promise<StoredPage> {
  const [row] = await db<PageRow[]>`
    select ${pageColumns(db, tenantId)} from pages
    where tenant_id = ${tenantId} and page_id = ${pageId} and deleted_at is null`
  return row ? toPage(row) : notFound('page', pageId)
}

export async function demandPage(db: Reader, tenantId: string, pageId: string): Promise<void> {
  const [row] = await db`
    select from pages where tenant_id = ${tenantId} and page_id = ${pageId} and deleted_at is null`
  if (!row) notFound('page', pageId)
}

/** Locks a page, deleted or not, until the transaction ends; audiences can still be added. */
export async function lockAnyPage(tx: Tx, tenantId: string, pageId: string): Promise<StoredPage> {
  const [row] = await tx<PageRow[]>`
    select ${pageColumns(tx, tenantId)} from pages where tenant_id = ${tenantId} and page_id = ${pageId} for no key update`
  return row ? toPage(row) : notFound('page', pageId)
}

export async function lockPage(tx: Tx, tenantId: string, pageId: string): Promise<StoredPage> {
  const page = await lockAnyPage(tx, tenantId, pageId)
  return page.deletedAt === null ? page : notFound('page', pageId)
}

export async function listPages(
  db: Reader,
  tenantId: string,
  { limit, after }: PageOf<[string]>,
  pageIds?: string[],
): Promise<StoredPage[]> {
  const rows = await db<PageRow[]>`
    select ${pageColumns(db, tenantId)} from pages
    where tenant_id = ${tenantId} and deleted_at is null ${pageIds ? db`and page_id = any(${pageIds})` : db``} ${after ? db`and page_id < ${after[0]}` : db``}
    order by page_id desc limit ${limit + 1}`
  return rows.map(toPage)
}

export async function countPages(db: Reader, tenantId: string, pageIds: string[]): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from pages where tenant_id = ${tenantId} and page_id = any(${pageIds}) and deleted_at is null`
  return row?.count ?? 0
}

export async function updatePage(tx: Tx, tenantId: string, before: StoredPage, content: PageContent) {
  return await change(tx, tenantId, before, written(tx, content))
}

export async function markPublished(tx: Tx, tenantId: string, before: StoredPage) {
  return await change(tx, tenantId, before, { status: 'published' })
}

export async function markArchived(tx: Tx, tenantId: string, before: StoredPage) {
  return await change(tx, tenantId, before, { status: 'archived', archivedAt: tx`now()` })
}

export async function markDeleted(tx: Tx, tenantId: string, before: StoredPage) {
  return await change(tx, tenantId, before, { deletedAt: tx`now()` })
}

export async function markRestored(tx: Tx, tenantId: string, before: StoredPage, flags: Page['flags']) {
  const restored = { status: 'draft', archivedAt: null, deletedAt: null, restoredAt: tx`now()`, flags }
  return await change(tx, tenantId, before, restored)
}

/** Marks the page as updated after a change to something that belongs to it. */
export async function markUpdated(tx: Tx, tenantId: string, before: StoredPage) {
  return await change(tx, tenantId, before, {})
}

/** Removes `home_page` from the page that has it, unless it is this one. The tenant must be locked. */
export async function vacateHome(
  tx: Tx,
  tenantId: string,
  forPageId: string,
): Promise<StoredPage | undefined> {
  const [row] = await tx<PageRow[]>`
    update pages set flags = '{}', updated_at = now()
    where tenant_id = ${tenantId} and page_id <> ${forPageId} and flags = '{home_page}' and deleted_at is null
    returning ${pageColumns(tx, tenantId)}`
  if (!row) return undefined
  count(tx, tenantId, { pages_revision: 1 })
  notifySite(tx, tenantId, row.pageId)
  return toPage(row)
}

/** Whether a page of the sample data is the home page, and this page is not of the sample data. */
export async function isBehindDemoHome(db: Reader, tenantId: string, pageId: string): Promise<boolean> {
  const [row] = await db<{ isDemo: boolean }[]>`
    select own.is_demo from pages home
      join brands demo on demo.tenant_id = ${tenantId} and demo.brand_id = home.brand_id and demo.is_demo
      join pages p on p.tenant_id = ${tenantId} and p.page_id = ${pageId}
      join brands own on own.tenant_id = ${tenantId} and own.brand_id = p.brand_id
    where home.tenant_id = ${tenantId} and home.flags = '{home_page}' and home.deleted_at is null`
  return row?.isDemo === false
}

export async function hasHome(db: Reader, tenantId: string): Promise<boolean> {
  const [row] = await db`
    select from pages where tenant_id = ${tenantId} and flags = '{home_page}' and deleted_at is null`
  return row !== undefined
}

/** The tallies that count a page. */
function scopesOf({ status, pageType, deletedAt }: StoredPage): string[] {
  return deletedAt === null ? ['pages', `pages:${status}:${pageType}`] : []
}

/** Updates a locked page. */
async function change(tx: Tx, tenantId: string, before: StoredPage, values: object): Promise<StoredPage> {
  const { pageId } = before
  const [row] = await tx<PageRow[]>`
    update pages set ${tx.set({ ...values, updatedAt: tx`now()` } as never)}
    where tenant_id = ${tenantId} and page_id = ${pageId} returning ${pageColumns(tx, tenantId)}`
  const page = toPage(row as PageRow)
  recount(tx, tenantId, scopesOf(before), scopesOf(page), 'pages_revision')
  notifySite(tx, tenantId, pageId)
  return page
}
