import type { App, AppContext } from '../context.ts'
import { MatchCounts, type SearchKey } from '../lists/search.ts'
import { readSort, type SortKey, sortKey } from '../lists/sort.ts'
import { readTally } from '../lists/tallies.ts'
import { Pager } from '../web/paging.ts'
import { Empty, Params } from '../web/schema.ts'
import { presentPage } from './announce.ts'
import { countPages, getPage, listPages } from './queries.ts'
import { Page, PageCopyInput, PageInput, PageList, PagePatch, PageQuery, PageSearchQuery } from './schema.ts'
import { searchPages, sortPages } from './search.ts'
import {
  archivePage,
  changePage,
  createPage,
  deletePage,
  duplicatePage,
  publishPage,
  restorePage,
} from './verbs.ts'

const params = Params({ page_id: 'page' })

export function pageRoutes(app: App, context: AppContext) {
  const { db, sign } = context
  const counts = new MatchCounts('pages_revision')

  app.get(
    '/v0/pages',
    {
      schema: {
        operationId: 'listPages',
        summary: 'List pages',
        querystring: PageQuery,
        response: { 200: PageList },
      },
      config: { scope: 'read' },
    },
    async ({ tenantId, caller: { pageIds }, query }) => {
      const pager = new Pager<[string]>(sign, query, 'listPages', tenantId)
      const [pages, total] = await Promise.all([
        listPages(db.read, tenantId, pager.request, pageIds),
        pageIds ? countPages(db.read, tenantId, pageIds) : readTally(db.read, tenantId, 'pages'),
      ])
      const shown = pages.map((page) => presentPage(context, tenantId, page))
      return pager.page(shown, total, ({ pageId }) => [pageId])
    },
  )

  app.get(
    '/v0/pages/search',
    {
      schema: {
        operationId: 'searchPages',
        summary: 'Search pages',
        description: 'Newest first; with `query`, best match first: every word occurs in the name.',
        querystring: PageSearchQuery,
        response: { 200: PageList },
      },
      config: { scope: 'read', beyond: true },
    },
    async ({ tenantId, query: { cursor, limit, sort, ...filters } }) => {
      const sorting = readSort(sort)
      if (sorting) {
        const asked = { ...filters, sort }
        const pager = new Pager<SortKey>(sign, { cursor, limit }, 'searchPages', tenantId, asked)
        const { pages, total } = await db.inSnapshot((read) =>
          sortPages(read, counts, tenantId, filters, sorting, pager.request),
        )
        const { items, ...page } = pager.page(pages, total, (row) => sortKey(row, row.pageId))
        return { ...page, items: items.map((row) => presentPage(context, tenantId, row)) }
      }
      const pager = new Pager<SearchKey>(sign, { cursor, limit }, 'searchPages', tenantId, filters)
      const { pages, total } = await db.inSnapshot((read) =>
        searchPages(read, counts, tenantId, filters, pager.request),
      )
      const { items, ...page } = pager.page(pages, total, ({ tier, pageId }) => [tier, pageId])
      return { ...page, items: items.map(({ tier, ...row }) => presentPage(context, tenantId, row)) }
    },
  )

  app.post(
    '/v0/pages',
    {
      schema: {
        operationId: 'createPage',
        summary: 'Create a page',
        description: 'It starts as a draft and uses the first brand unless `brandId` is given.',
        body: PageInput,
        response: { 201: Page },
      },
      config: { scope: 'write', beyond: true },
    },
    ({ tenantId, demandPublish, body }) =>
      db.inTransaction((tx) => createPage(context, tx, tenantId, body, demandPublish)),
  )

  app.post(
    '/v0/pages/:page_id/duplicate',
    {
      schema: {
        operationId: 'duplicatePage',
        summary: 'Duplicate a page',
        description:
          'Creates a draft with the same content and settings. Audiences, links and revisions are not copied.',
        params,
        body: PageCopyInput,
        response: { 201: Page },
      },
      config: { scope: 'write', beyond: true },
    },
    ({ tenantId, params, body: { name } }) =>
      db.inTransaction((tx) => duplicatePage(context, tx, tenantId, params.page_id, name)),
  )

  app.get(
    '/v0/pages/:page_id',
    {
      schema: {
        operationId: 'getPage',
        summary: 'Get page',
        params,
        response: { 200: Page },
      },
      config: { scope: 'read' },
    },
    async ({ tenantId, params }) =>
      presentPage(context, tenantId, await getPage(db.read, tenantId, params.page_id)),
  )

  app.patch(
    '/v0/pages/:page_id',
    {
      schema: {
        operationId: 'updatePage',
        summary: 'Update a page',
        description: 'Only the given fields change; `null` removes `headerActionId` or `metadata`.',
        params,
        body: PagePatch,
        response: { 200: Page },
      },
      config: { scope: 'write', beyond: true },
    },
    ({ tenantId, demandPublish, params, body }) =>
      db.inTransaction((tx) => changePage(context, tx, tenantId, params.page_id, body, demandPublish)),
  )

  app.delete(
    '/v0/pages/:page_id',
    {
      schema: {
        operationId: 'deletePage',
        summary: 'Delete a page',
        description: 'Visitors and lists no longer show it. It can be restored.',
        params,
      },
      config: { scope: 'write', beyond: true },
    },
    async ({ tenantId, demandPublish, params }) => {
      await db.inTransaction((tx) => deletePage(context, tx, tenantId, params.page_id, demandPublish))
    },
  )

  app.post(
    '/v0/pages/:page_id/publish',
    {
      schema: {
        operationId: 'publishPage',
        summary: 'Publish a page',
        description: 'Visitors see the published versions of its audiences.',
        params,
        body: Empty,
        response: { 200: Page },
      },
      config: { scope: 'publish', beyond: true, problems: ['state_conflict'] },
    },
    async ({ tenantId, params }) =>
      db.inTransaction((tx) => publishPage(context, tx, tenantId, params.page_id)),
  )

  app.post(
    '/v0/pages/:page_id/archive',
    {
      schema: {
        operationId: 'archivePage',
        summary: 'Archive a page',
        description: 'Visitors no longer see it. It stays in lists.',
        params,
        body: Empty,
        response: { 200: Page },
      },
      config: { scope: 'publish', beyond: true },
    },
    async ({ tenantId, params }) =>
      db.inTransaction((tx) => archivePage(context, tx, tenantId, params.page_id)),
  )

  app.post(
    '/v0/pages/:page_id/restore',
    {
      schema: {
        operationId: 'restorePage',
        summary: 'Restore page',
        description: 'Restores an archived or deleted page as a draft. Other pages are returned unchanged.',
        params,
        body: Empty,
        response: { 200: Page },
      },
      config: { scope: 'write' },
    },
    async ({ tenantId, params }) =>
      db.inTransaction((tx) => restorePage(context, tx, tenantId, params.page_id)),
  )
}
