import { countActivity, listActivity, recordActivity } from '../activity/queries.ts'
import { Activity, ActivityInput, ActivityPage, ActivityQuery, isYes } from '../activity/schema.ts'
import type { App, AppContext } from '../context.ts'
import { demandLimitedSize } from '../web/freeForm.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { demandAccount } from './queries.ts'

export function accountActivityRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/accounts/:account_id/activity',
    operation('listAccountActivity', 'List the activity of an account', {
      scope: 'read',
      isContract: true,
      description: 'Newest first.',
      querystring: ActivityQuery,
      response: { 200: ActivityPage },
    }),
    async ({
      tenantId,
      params: { account_id },
      query: { includePersonActivity, includeDeleted, ...request },
    }) => {
      const filter = {
        includePersonActivity: isYes(includePersonActivity),
        includeDeleted: isYes(includeDeleted),
      }
      const pager = new Pager<[string]>(sign, request, 'listAccountActivity', tenantId, {
        account_id,
        ...filter,
      })
      const [entries, total] = await Promise.all([
        listActivity(db.read, tenantId, account_id, filter, pager.request),
        countActivity(db.read, tenantId, account_id, filter),
        demandAccount(db.read, tenantId, account_id),
      ])
      return pager.page(entries, total, ({ activityId }) => [activityId])
    },
  )

  app.post(
    '/v0/accounts/:account_id/activity',
    operation('createAccountActivity', 'Record an activity', {
      scope: 'write',
      body: ActivityInput,
      response: { 201: Activity },
      problems: ['key_reused'],
    }),
    async ({ tenantId, params: { account_id }, body: { source = 'api', payload = {}, ...body } }) => {
      demandLimitedSize(payload, '/payload')
      return await db.inTransaction(async (tx) => {
        await demandAccount(tx, tenantId, account_id)
        return await recordActivity(tx, tenantId, { ...body, accountId: account_id, source, payload })
      })
    },
  )
}
