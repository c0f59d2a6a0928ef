import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { Pager } from '../web/paging.ts'
import { Params } from '../web/schema.ts'
import { getLink, type LinkFilter, linkScope, listLinks } from './queries.ts'
import { PageLink, PageLinkInput, PageLinkPage, PageLinkPatch, PageLinkQuery } from './schema.ts'
import { changeLink, createLink, deleteLink, readPath } from './verbs.ts'

const params = Params({ page_link_id: 'page_link' })

export function linkRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/page_links',
    {
      schema: {
        operationId: 'listPageLinks',
        summary: 'List page links',
        querystring: PageLinkQuery,
        response: { 200: PageLinkPage },
      },
      config: { scope: 'read' },
    },
    async ({ tenantId, query: { tenantDomainId = null, pageId, path, ...query } }) => {
      const filter: LinkFilter = { tenantDomainId, pageId, path: path && readPath(path) }
      const pager = new Pager<[string]>(sign, query, 'listPageLinks', tenantId, filter)
      const [links, total] = await Promise.all([
        listLinks(db.read, tenantId, filter, pager.request),
        readTally(db.read, tenantId, linkScope(filter)),
      ])
      // At most one link has a given path.
      return pager.page(links, filter.path === undefined ? total : links.length, ({ pageLinkId }) => [
        pageLinkId,
      ])
    },
  )

  app.post(
    '/v0/page_links',
    {
      schema: {
        operationId: 'createPageLink',
        summary: 'Create a page link',
        body: PageLinkInput,
        response: { 201: PageLink },
      },
      config: { scope: 'write', beyond: true, problems: ['path_taken'] },
    },
    ({ tenantId, demandPublish, body }) =>
      db.inTransaction((tx) => createLink(tx, tenantId, body, demandPublish)),
  )

  app.get(
    '/v0/page_links/:page_link_id',
    {
      schema: {
        operationId: 'getPageLink',
        summary: 'Get page link by ID',
        params,
        response: { 200: PageLink },
      },
      config: { scope: 'read' },
    },
    async ({ tenantId, params }) => getLink(db.read, tenantId, params.page_link_id),
  )

  app.patch(
    '/v0/page_links/:page_link_id',
    {
      schema: {
        operationId: 'updatePageLink',
        summary: 'Update page link',
        description: 'Only the given fields change; `null` moves the link to your subdomain.',
        params,
        body: PageLinkPatch,
        response: { 200: PageLink },
      },
      config: { scope: 'write', problems: ['path_taken'] },
    },
    ({ tenantId, demandPublish, params, body }) =>
      db.inTransaction((tx) => changeLink(tx, tenantId, params.page_link_id, body, demandPublish)),
  )

  app.delete(
    '/v0/page_links/:page_link_id',
    {
      schema: {
        operationId: 'deletePageLink',
        summary: 'Delete a page link',
        description: 'Its path can be reused immediately.',
        params,
      },
      config: { scope: 'write', beyond: true },
    },
    async ({ tenantId, demandPublish, params }) => {
      await db.inTransaction((tx) => deleteLink(tx, tenantId, params.page_link_id, demandPublish))
    },
  )
}
