import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import {
  AudienceStandingQuery,
  AudienceStandings,
  PageLinkStandingQuery,
  PageLinkStandings,
  PageStandingQuery,
  PageStandings,
} from './standingSchema.ts'
import { getAudienceStandings, getPageStandings, listLinkStandings } from './standings.ts'

const description =
  'One state for each, derived from its fields and those of what it belongs to. Unknown ids are left out.'

export function standingRoutes(app: App, context: AppContext) {
  app.get(
    '/v0/standings/pages',
    operation('listPageStandings', 'Say what visitors see of pages', {
      scope: 'read',
      description,
      querystring: PageStandingQuery,
      response: { 200: PageStandings },
    }),
    async ({ tenantId, query: { pageId } }) => ({ items: await getPageStandings(context, tenantId, pageId) }),
  )

  app.get(
    '/v0/standings/audiences',
    operation('listAudienceStandings', 'Say what audiences see, and where', {
      scope: 'read',
      description,
      querystring: AudienceStandingQuery,
      response: { 200: AudienceStandings },
    }),
    async ({ tenantId, query: { audienceId } }) => ({
      items: await getAudienceStandings(context, tenantId, audienceId),
    }),
  )

  app.get(
    '/v0/standings/page_links',
    operation('listPageLinkStandings', 'Say what visitors find at page links', {
      scope: 'read',
      description,
      querystring: PageLinkStandingQuery,
      response: { 200: PageLinkStandings },
    }),
    async ({ tenantId, query: { pageLinkId } }) => ({
      items: await listLinkStandings(context.db.read, tenantId, pageLinkId),
    }),
  )
}
