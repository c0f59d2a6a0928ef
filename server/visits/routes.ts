import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { getPage } from '../pages/queries.ts'
import { Pager } from '../web/paging.ts'
import { Params } from '../web/schema.ts'
import { SubmissionPage, SubmissionQuery } from './schema.ts'
import { listSubmissions } from './submissionQueries.ts'

export function submissionRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/pages/:page_id/submissions',
    {
      schema: {
        operationId: 'listSubmissions',
        summary: 'List form submissions',
        description: 'What visitors sent with the forms of a page, newest first.',
        tags: ['Pages'],
        params: Params({ page_id: 'page' }),
        querystring: SubmissionQuery,
        response: { 200: SubmissionPage },
      },
      config: { scope: 'read', beyond: true },
    },
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
