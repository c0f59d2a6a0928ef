import { countPersonActivity, listPersonActivity } from '../activity/queries.ts'
import { ActivityPage, isYes, PersonActivityQuery } from '../activity/schema.ts'
import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { getPerson } from './queries.ts'

export function personActivityRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/persons/:person_id/activity',
    operation('listPersonActivity', 'List the activity of a person', {
      scope: 'read',
      description: 'Newest first, across all accounts the person has been linked to.',
      querystring: PersonActivityQuery,
      response: { 200: ActivityPage },
    }),
    async ({ tenantId, params: { person_id }, query: { includeDeleted, ...request } }) => {
      const filter = { includeDeleted: isYes(includeDeleted) }
      const scope = { person_id, ...filter }
      const pager = new Pager<[string]>(sign, request, 'listPersonActivity', tenantId, scope)
      const [entries, total] = await Promise.all([
        listPersonActivity(db.read, tenantId, person_id, filter, pager.request),
        countPersonActivity(db.read, tenantId, person_id, filter),
        getPerson(db.read, tenantId, person_id),
      ])
      return pager.page(entries, total, ({ activityId }) => [activityId])
    },
  )
}
