import { Type } from 'typebox'
import { ClosedObject, Enum } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { areLive } from '../web/publishing.ts'
import { eraseAccount, mostErased } from './eraseAccount.ts'
import { areNamedByLiveGates } from './eraseElsewhere.ts'

export function accountErasureRoutes(app: App, { db }: AppContext) {
  app.delete(
    '/v0/accounts/:account_id',
    operation('deleteAccount', 'Delete an account', {
      scope: 'write',
      description:
        'Permanently, with its notes, activity, custom field values and the pages made for it: their versions, links and visits. This can’t be undone.',
      querystring: ClosedObject({
        persons: Type.Optional(
          Enum(['keep', 'erase'], {
            default: 'keep',
            description: `\`keep\`: its persons stay, without an account. \`erase\`: they are erased, too; at most ${mostErased}.`,
          }),
        ),
      }),
      problems: ['state_conflict'],
    }),
    ({ tenantId, demandPublish, params: { account_id: accountId }, query: { persons = 'keep' } }) =>
      db.inTransaction(async (tx) => {
        const isSeen =
          (await areLive(tx, tenantId, { accountIds: [accountId] })) ||
          (persons === 'erase' && (await areNamedByLiveGates(tx, tenantId, tx`account_id = ${accountId}`)))
        if (isSeen) demandPublish()
        return await eraseAccount(tx, tenantId, accountId, persons)
      }),
  )
}
