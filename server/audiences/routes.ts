import type { App, AppContext } from '../context.ts'
import { fold, type SearchKey } from '../lists/search.ts'
import { readTally } from '../lists/tallies.ts'
import { demandPage } from '../pages/queries.ts'
import { operation } from '../web/operation.ts'
import { defaultLimit, type PageRequest, Pager } from '../web/paging.ts'
import { Empty } from '../web/schema.ts'
import { countOverview, listOverview } from './overview.ts'
import { getAudience, getAudiences, listAudiences } from './queries.ts'
import {
  Audience,
  AudienceOverviewPage,
  AudienceOverviewQuery,
  AudiencePage,
  AudiencePatch,
  AudienceQuery,
  AudienceSearchPage,
  AudienceSearchQuery,
} from './schema.ts'
import { searchAudiences, searchWithin } from './search.ts'
import { archiveAudience, changeAudience, restoreAudience, rotateRouteKey } from './verbs.ts'

const path = '/v0/pages/:page_id/audiences'

export function audienceRoutes(app: App, context: AppContext) {
  const { db, sign } = context

  async function search(
    tenantId: string,
    pageId: string,
    archived: boolean,
    query: string,
    request: PageRequest,
  ) {
    const filters = { pageId, archived, query: fold(query) }
    const pager = new Pager<SearchKey>(sign, request, 'listAudiences', tenantId, filters)
    return await db.inSnapshot(async (read) => {
      await demandPage(read, tenantId, pageId)
      const { found, total } = await searchWithin(read, tenantId, pageId, filters, pager.request)
      const page = pager.page(found, 0, ({ tier, audienceId }) => [tier, audienceId])
      const ids = page.items.map(({ audienceId }) => audienceId)
      return { ...page, items: await getAudiences(read, tenantId, ids), totalCount: total }
    })
  }

  app.get(
    '/v0/audiences/search',
    operation('searchAudiences', 'Search audiences', {
      scope: 'read',
      isContract: true,
      description:
        'Best match first: every word occurs in the name of the audience, its page, person or account, in the ' +
        'e-mail address or the domain. Archived audiences and audiences of deleted pages are excluded.',
      querystring: AudienceSearchQuery,
      response: { 200: AudienceSearchPage },
    }),
    async ({ tenantId, query: { query = '', limit = defaultLimit } }) =>
      db.inSnapshot((read) => searchAudiences(read, tenantId, query, limit)),
  )

  app.get(
    '/v0/audiences',
    operation('listAudiencesOfAllPages', 'List audiences across pages', {
      scope: 'read',
      description:
        'Newest first; with `query`, those where every word occurs in the name, person or account. Archived ' +
        'audiences and audiences of deleted pages are excluded.',
      querystring: AudienceOverviewQuery,
      response: { 200: AudienceOverviewPage },
    }),
    async ({ tenantId, query: { cursor, limit, ...filter } }) => {
      const pager = new Pager<[string]>(sign, { cursor, limit }, 'listAudiencesOfAllPages', tenantId, filter)
      const [rows, totalCount] = await db.inSnapshot((read) =>
        Promise.all([
          listOverview(read, tenantId, filter, pager.request),
          countOverview(read, tenantId, filter),
        ]),
      )
      return { ...pager.page(rows, 0, ({ audienceId }) => [audienceId]), totalCount }
    },
  )

  app.get(
    path,
    operation('listAudiences', 'List the audiences of a page', {
      scope: 'read',
      description:
        'Newest first; with `query`, best match first: every word occurs in the name, person or account.',
      querystring: AudienceQuery,
      response: { 200: AudiencePage },
    }),
    async ({ tenantId, params: { page_id }, query: { archived = false, query = '', ...request } }) => {
      if (fold(query) !== '') return await search(tenantId, page_id, archived, query, request)
      const pager = new Pager<[string]>(sign, request, 'listAudiences', tenantId, { page_id, archived })
      const scope = `page:${page_id}:${archived ? 'archived_audiences' : 'audiences'}`
      const [audiences, total] = await db.inSnapshot((read) =>
        Promise.all([
          listAudiences(read, tenantId, page_id, archived, pager.request),
          readTally(read, tenantId, scope),
          demandPage(read, tenantId, page_id),
        ]),
      )
      return pager.page(audiences, total, ({ audienceId }) => [audienceId])
    },
  )

  app.get(
    `${path}/:audience_id`,
    operation('getAudience', 'Get audience', {
      scope: 'read',
      isContract: true,
      response: { 200: Audience },
    }),
    async ({ tenantId, params }) => getAudience(db.read, tenantId, params.page_id, params.audience_id),
  )

  audienceChangeRoutes(app, context)
}

function audienceChangeRoutes(app: App, { db }: AppContext) {
  app.patch(
    `${path}/:audience_id`,
    operation('updateAudience', 'Update an audience', {
      scope: 'write',
      description: 'Only the given fields change; `null` removes a value.',
      body: AudiencePatch,
      response: { 200: Audience },
      problems: ['state_conflict'],
    }),
    ({ tenantId, demandPublish, params: { page_id, audience_id }, body }) =>
      db.inTransaction((tx) => changeAudience(tx, tenantId, page_id, audience_id, body, demandPublish)),
  )

  app.post(
    `${path}/:audience_id/archive`,
    operation('archiveAudience', 'Archive an audience', {
      scope: 'write',
      description: 'Lists, search and counts exclude it. It can still be read and restored.',
      body: Empty,
      response: { 200: Audience },
    }),
    ({ tenantId, demandPublish, params: { page_id, audience_id } }) =>
      db.inTransaction((tx) => archiveAudience(tx, tenantId, page_id, audience_id, demandPublish)),
  )

  app.post(
    `${path}/:audience_id/restore`,
    operation('restoreAudience', 'Restore an audience', {
      scope: 'write',
      description: 'Restores an archived audience. Other audiences are returned unchanged.',
      body: Empty,
      response: { 200: Audience },
    }),
    ({ tenantId, demandPublish, params: { page_id, audience_id } }) =>
      db.inTransaction((tx) => restoreAudience(tx, tenantId, page_id, audience_id, demandPublish)),
  )

  app.post(
    `${path}/:audience_id/rotate_route_key`,
    operation('rotateRouteKey', 'Replace the route key of an audience', {
      scope: 'write',
      description: 'Creates a new address for the page of a person. The previous address stops working.',
      body: Empty,
      response: { 200: Audience },
      problems: ['state_conflict'],
    }),
    ({ tenantId, demandPublish, params: { page_id, audience_id } }) =>
      db.inTransaction((tx) => rotateRouteKey(tx, tenantId, page_id, audience_id, demandPublish)),
  )
}
