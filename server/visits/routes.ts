import type { App, AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { listServedDomains } from '../domains/queries.ts'
import { readTally } from '../lists/tallies.ts'
import { getPage } from '../pages/queries.ts'
import { getTenant } from '../tenants/queries.ts'
import { toTimestamp } from '../time.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { countVisits, listVisits, toVisit } from './listQueries.ts'
import { markMs, ownPath } from './own.ts'
import { OwnVisits, SubmissionPage, SubmissionQuery, VisitPage, VisitQuery } from './schema.ts'
import { listSubmissions } from './submissionQueries.ts'

export function submissionRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/pages/:page_id/submissions',
    operation('listSubmissions', 'List form submissions', {
      scope: 'read',
      description: 'Form submissions of a page, newest first.',
      querystring: SubmissionQuery,
      response: { 200: SubmissionPage },
    }),
    async ({ tenantId, params, query }) => {
      const { pageId } = await getPage(db.read, tenantId, params.page_id)
      const pager = new Pager<[string]>(sign, query, 'listSubmissions', tenantId, { pageId })
      const [submissions, total] = await Promise.all([
        listSubmissions(db.read, tenantId, pageId, pager.request),
        readTally(db.read, tenantId, `page:${pageId}:submissions`),
      ])
      return pager.page(submissions, total, ({ submissionId }) => [submissionId])
    },
  )
}

export function visitRoutes(app: App, { db, sign, siteUrl }: AppContext) {
  app.get(
    '/v0/own_visits',
    operation('getOwnVisits', 'Create a URL that marks a browser as your own', {
      scope: 'read',
      description:
        'Visits from a browser that has opened it are not counted: not in analytics, activity, notices or webhooks. The console opens it for everyone who is signed in. Valid for an hour.',
      response: { 200: OwnVisits },
    }),
    async ({ tenantId }) => {
      const [{ slug }, domains] = await Promise.all([
        getTenant(db.read, tenantId),
        listServedDomains(db.read, tenantId),
      ])
      const expires = databaseNow() + markMs
      const site = siteUrl(slug)
      return {
        url: site + ownPath(sign, tenantId, expires),
        origins: [site, ...domains.map((hostname) => `${new URL(site).protocol}//${hostname}`)],
        expiresAt: toTimestamp(expires),
      }
    },
  )

  app.get(
    '/v0/visits',
    operation('listVisits', 'List visits', {
      scope: 'read',
      description:
        'Visits by people, newest first: to one page, to the pages of an audience, person or account, or to all pages. Visits appear seconds after they start.',
      querystring: VisitQuery,
      response: { 200: VisitPage },
    }),
    async ({ tenantId, query: { cursor, limit, ...filters } }) => {
      const pager = new Pager<[number, string]>(sign, { cursor, limit }, 'listVisits', tenantId, filters)
      const [rows, total] = await Promise.all([
        listVisits(db.read, tenantId, filters, pager.request),
        countVisits(db.read, tenantId, filters),
      ])
      const page = pager.page(rows, total, ({ startedAtMs, sessionId }) => [startedAtMs, sessionId])
      const now = databaseNow()
      return { ...page, items: page.items.map((row) => toVisit(row, now)) }
    },
  )
}
