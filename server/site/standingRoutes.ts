import type { App, AppContext } from '../context.ts'
import {
  AudienceStandingQuery,
  AudienceStandings,
  PageLinkStandingQuery,
  PageLinkStandings,
  PageStandingQuery,
  PageStandings,
} from './standingSchema.ts'
import { getAudienceStandings, getPageStandings, listLinkStandings } from './standings.ts'

const config = { scope: 'read', beyond: true } as const
const description =
  'One state for each, derived from its fields and those of what it belongs to. Unknown ids are left out.'

export function standingRoutes(app: App, context: AppContext) {
  app.get(
    '/v0/standings/pages',
    {
      schema: {
        operationId: 'listPageStandings',
        summary: 'Say what visitors see of pages',
        description,
        querystring: PageStandingQuery,
        response: { 200: PageStandings },
      },
      config,
    },
    async ({ tenantId, query: { pageId } }) => ({ items: await getPageStandings(context, tenantId, pageId) }),
  )

  app.get(
    '/v0/standings/audiences',
    {
      schema: {
        operationId: 'listAudienceStandings',
        summary: 'Say what audiences see, and where',
        description,
        querystring: AudienceStandingQuery,
        response: { 200: AudienceStandings },
      },
      config,
    },
    async ({ tenantId, query: { audienceId } }) => ({
      items: await getAudienceStandings(context, tenantId, audienceId),
    }),
  )

  app.get(
    '/v0/standings/page_links',
    {
      schema: {
        operationId: 'listPageLinkStandings',
        summary: 'Say what visitors find at page links',
        description,
        querystring: PageLinkStandingQuery,
        response: { 200: PageLinkStandings },
      },
      config,
    },
    async ({ tenantId, query: { pageLinkId } }) => ({
      items: await listLinkStandings(context.db.read, tenantId, pageLinkId),
    }),
  )
}
