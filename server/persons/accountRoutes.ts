import { Type } from 'typebox'
import { closed, Enum } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { Params } from '../web/schema.ts'
import { eraseAccount, mostErased } from './eraseAccount.ts'

export function accountErasureRoutes(app: App, { db }: AppContext) {
  app.delete(
    '/v0/accounts/:account_id',
    {
      schema: {
        operationId: 'deleteAccount',
        summary: 'Delete an account',
        description:
          'Permanently, with its notes, activity, custom field values and the pages made for it: their versions, links and visits. This can’t be undone.',
        params: Params({ account_id: 'account' }),
        querystring: Type.Object(
          {
            persons: Type.Optional(
              Enum(['keep', 'erase'], {
                default: 'keep',
                description: `\`keep\`: its persons stay, without an account. \`erase\`: they are erased, too; at most ${mostErased}.`,
              }),
            ),
          },
          closed,
        ),
      },
      config: { scope: 'write', beyond: true, problems: ['state_conflict'] },
    },
    ({ tenantId, params, query: { persons = 'keep' } }) =>
      db.inTransaction((tx) => eraseAccount(tx, tenantId, params.account_id, persons)),
  )
}
