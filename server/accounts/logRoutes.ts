import { createLog, removeLog, replaceLog, restoreLog } from '../activity/logs.ts'
import { AccountLog, LogInput, LogPatch } from '../activity/schema.ts'
import type { App, AppContext } from '../context.ts'
import { together } from '../database/together.ts'
import { operation } from '../web/operation.ts'
import { Empty, Success } from '../web/schema.ts'
import { demandAccount } from './queries.ts'

const ownedBy = (params: { account_id: string }) => ({ kind: 'account', ownerId: params.account_id }) as const

export function accountLogRoutes(app: App, { db }: AppContext) {
  app.post(
    '/v0/accounts/:account_id/logs',
    operation('createAccountLog', 'Add a log to an account', {
      scope: 'write',
      body: LogInput,
      response: { 201: AccountLog },
      problems: ['key_reused'],
    }),
    ({ tenantId, params, body }) =>
      db.inTransaction(async (tx) => {
        const [, log] = await together([
          demandAccount(tx, tenantId, params.account_id),
          createLog(tx, tenantId, ownedBy(params), { ...body, author: 'user' }),
        ])
        return log
      }),
  )

  app.patch(
    '/v0/accounts/:account_id/logs/:account_log_id',
    operation('updateAccountLog', 'Replace the text of an account log', {
      scope: 'write',
      isContract: true,
      description: 'Only logs that people wrote can be replaced.',
      body: LogPatch,
      response: { 200: Success },
      problems: ['log_not_replaceable'],
    }),
    async ({ tenantId, params, body }) => {
      await db.inTransaction((tx) =>
        replaceLog(tx, tenantId, ownedBy(params), params.account_log_id, body.text),
      )
      return { success: true }
    },
  )

  app.delete(
    '/v0/accounts/:account_id/logs/:account_log_id',
    operation('deleteAccountLog', 'Remove an account log', {
      scope: 'write',
      description: 'Its entry in the activity is kept as deleted.',
    }),
    async ({ tenantId, params }) => {
      await db.inTransaction((tx) => removeLog(tx, tenantId, ownedBy(params), params.account_log_id))
    },
  )

  app.post(
    '/v0/accounts/:account_id/logs/:account_log_id/restore',
    operation('restoreAccountLog', 'Restore an account log', {
      scope: 'write',
      description: 'Logs that were not removed are returned unchanged.',
      body: Empty,
      response: { 200: AccountLog },
    }),
    async ({ tenantId, params }) =>
      db.inTransaction((tx) => restoreLog(tx, tenantId, ownedBy(params), params.account_log_id)),
  )
}
