import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { Empty } from '../web/schema.ts'
import { presentPage } from './announce.ts'
import { countPages, getPage, listPages, toPage } from './queries.ts'
import { Page, PageCopyInput, PageInput, PageList, PagePatch, PageQuery, PageSearchQuery } from './schema.ts'
import { openPageList } from './search.ts'
import {
  archivePage,
  changePage,
  createPage,
  deletePage,
  duplicatePage,
  publishPage,
  restorePage,
} from './verbs.ts'

export function pageRoutes(app: App, context: AppContext) {
  const { db, sign } = context
  const pages = openPageList()

  app.get(
    '/v0/pages',
    operation('listPages', 'List pages', {
      scope: 'read',
      isContract: true,
      querystring: PageQuery,
      response: { 200: PageList },
    }),
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
    operation('searchPages', 'Search pages', {
      scope: 'read',
      description: 'Newest first; with `query`, best match first: every word occurs in the name.',
      querystring: PageSearchQuery,
      response: { 200: PageList },
    }),
    async ({ tenantId, query }) => {
      const { items, ...page } = await pages.read(context, 'searchPages', tenantId, query)
      return { ...page, items: items.map((row) => presentPage(context, tenantId, toPage(row))) }
    },
  )

  app.post(
    '/v0/pages',
    operation('createPage', 'Create a page', {
      scope: 'write',
      description: 'It starts as a draft and uses the first brand unless `brandId` is given.',
      body: PageInput,
      response: { 201: Page },
    }),
    ({ tenantId, demandPublish, body }) =>
      db.inTransaction((tx) => createPage(context, tx, tenantId, body, demandPublish)),
  )

  app.post(
    '/v0/pages/:page_id/duplicate',
    operation('duplicatePage', 'Duplicate a page', {
      scope: 'write',
      description:
        'Creates a draft with the same content and settings. Audiences, links and revisions are not copied.',
      body: PageCopyInput,
      response: { 201: Page },
    }),
    ({ tenantId, params, body: { name } }) =>
      db.inTransaction((tx) => duplicatePage(context, tx, tenantId, params.page_id, name)),
  )

  app.get(
    '/v0/pages/:page_id',
    operation('getPage', 'Get page', { scope: 'read', isContract: true, response: { 200: Page } }),
    async ({ tenantId, params }) =>
      presentPage(context, tenantId, await getPage(db.read, tenantId, params.page_id)),
  )

  app.patch(
    '/v0/pages/:page_id',
    operation('updatePage', 'Update a page', {
      scope: 'write',
      description: 'Only the given fields change; `null` removes `headerActionId` or `metadata`.',
      body: PagePatch,
      response: { 200: Page },
    }),
    ({ tenantId, demandPublish, params, body }) =>
      db.inTransaction((tx) => changePage(context, tx, tenantId, params.page_id, body, demandPublish)),
  )

  app.delete(
    '/v0/pages/:page_id',
    operation('deletePage', 'Delete a page', {
      scope: 'write',
      description: 'Visitors and lists no longer show it. It can be restored.',
    }),
    async ({ tenantId, demandPublish, params }) => {
      await db.inTransaction((tx) => deletePage(context, tx, tenantId, params.page_id, demandPublish))
    },
  )

  app.post(
    '/v0/pages/:page_id/publish',
    operation('publishPage', 'Publish a page', {
      scope: 'publish',
      description: 'Visitors see the published versions of its audiences.',
      body: Empty,
      response: { 200: Page },
      problems: ['state_conflict'],
    }),
    async ({ tenantId, params }) =>
      db.inTransaction((tx) => publishPage(context, tx, tenantId, params.page_id)),
  )

  app.post(
    '/v0/pages/:page_id/archive',
    operation('archivePage', 'Archive a page', {
      scope: 'publish',
      description: 'Visitors no longer see it. It stays in lists.',
      body: Empty,
      response: { 200: Page },
    }),
    async ({ tenantId, params }) =>
      db.inTransaction((tx) => archivePage(context, tx, tenantId, params.page_id)),
  )

  app.post(
    '/v0/pages/:page_id/restore',
    operation('restorePage', 'Restore page', {
      scope: 'write',
      isContract: true,
      description: 'Restores an archived or deleted page as a draft. Other pages are returned unchanged.',
      body: Empty,
      response: { 200: Page },
    }),
    async ({ tenantId, params }) =>
      db.inTransaction((tx) => restorePage(context, tx, tenantId, params.page_id)),
  )
}
