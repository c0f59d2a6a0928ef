import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { getLink, type LinkFilter, linkScope, listLinkHosts, listLinks } from './queries.ts'
import {
  PageLink,
  PageLinkHosts,
  PageLinkInput,
  PageLinkPage,
  PageLinkPatch,
  PageLinkQuery,
} from './schema.ts'
import { changeLink, createLink, deleteLink, readPath } from './verbs.ts'

export function linkRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/page_links',
    operation('listPageLinks', 'List page links', {
      scope: 'read',
      isContract: true,
      querystring: PageLinkQuery,
      response: { 200: PageLinkPage },
    }),
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
    operation('createPageLink', 'Create a page link', {
      scope: 'write',
      body: PageLinkInput,
      response: { 201: PageLink },
      problems: ['path_taken'],
    }),
    ({ tenantId, demandPublish, body }) =>
      db.inTransaction((tx) => createLink(tx, tenantId, body, demandPublish)),
  )

  app.get(
    '/v0/page_links/hosts',
    operation('listPageLinkHosts', 'List the custom domains that page links are on', {
      scope: 'read',
      description: 'Verified domains with a link, by host name.',
      response: { 200: PageLinkHosts },
    }),
    async ({ tenantId }) => ({ items: await listLinkHosts(db.read, tenantId) }),
  )

  app.get(
    '/v0/page_links/:page_link_id',
    operation('getPageLink', 'Get page link by ID', {
      scope: 'read',
      isContract: true,
      response: { 200: PageLink },
    }),
    async ({ tenantId, params }) => getLink(db.read, tenantId, params.page_link_id),
  )

  app.patch(
    '/v0/page_links/:page_link_id',
    operation('updatePageLink', 'Update page link', {
      scope: 'write',
      isContract: true,
      description: 'Only the given fields change; `null` moves the link to your subdomain.',
      body: PageLinkPatch,
      response: { 200: PageLink },
      problems: ['path_taken'],
    }),
    ({ tenantId, demandPublish, params, body }) =>
      db.inTransaction((tx) => changeLink(tx, tenantId, params.page_link_id, body, demandPublish)),
  )

  app.delete(
    '/v0/page_links/:page_link_id',
    operation('deletePageLink', 'Delete a page link', {
      scope: 'write',
      description: 'Its path can be reused immediately.',
    }),
    async ({ tenantId, demandPublish, params }) => {
      await db.inTransaction((tx) => deleteLink(tx, tenantId, params.page_link_id, demandPublish))
    },
  )
}
