import type { App, AppContext } from '../context.ts'
import { readFieldFilters } from '../fields/filter.ts'
import { operation } from '../web/operation.ts'
import { areLive } from '../web/publishing.ts'
import { mergeAccounts } from './merge.ts'
import { getAccount, openAccountList } from './queries.ts'
import { Account, AccountInput, AccountMerge, AccountPage, AccountPatch, AccountQuery } from './schema.ts'
import { changeAccount, createAccount } from './verbs.ts'

export function accountRoutes(app: App, context: AppContext) {
  const { db } = context
  const accounts = openAccountList()
  app.post(
    '/v0/accounts',
    operation('createAccount', 'Create an account', {
      scope: 'write',
      isContract: true,
      description: 'Persons with the same domain and no account are linked to it.',
      body: AccountInput,
      response: { 201: Account },
      problems: ['account_exists'],
    }),
    ({ tenantId, body }) => db.inTransaction((tx) => createAccount(tx, tenantId, body)),
  )

  app.get(
    '/v0/accounts',
    operation('listAccounts', 'List accounts', {
      scope: 'read',
      description: 'Newest first; with `query`, best match first: every word occurs in the name or domain.',
      querystring: AccountQuery,
      response: { 200: AccountPage },
    }),
    async ({ tenantId, query: { field, ...query } }) => {
      const fields = await readFieldFilters(db.read, tenantId, 'account', field)
      return await accounts.read(context, 'listAccounts', tenantId, { ...query, fields })
    },
  )

  app.get(
    '/v0/accounts/:account_id',
    operation('getAccount', 'Get an account', {
      scope: 'read',
      response: { 200: Account },
    }),
    ({ tenantId, params }) => getAccount(db.read, tenantId, params.account_id),
  )

  app.patch(
    '/v0/accounts/:account_id',
    operation('updateAccount', 'Change an account', {
      scope: 'write',
      description:
        'Its name or domain. Live pages show the new name after their next publish. Persons of a new domain that have no account are linked to it.',
      body: AccountPatch,
      response: { 200: Account },
      problems: ['account_exists'],
    }),
    ({ tenantId, demandPublish, params, body }) =>
      db.inTransaction((tx) => changeAccount(tx, tenantId, params.account_id, body, demandPublish)),
  )

  app.post(
    '/v0/accounts/:account_id/merge',
    operation('mergeAccount', 'Merge an account into another', {
      scope: 'write',
      description:
        'Its persons, pages, notes, activity and custom field values move to the other account, which keeps its own name, logo and values where it has them. The merged account is deleted; its domain leads to the other one from then on. This can’t be undone.',
      body: AccountMerge,
      response: { 200: Account },
    }),
    ({ tenantId, demandPublish, params: { account_id: accountId }, body: { intoAccountId } }) =>
      db.inTransaction(async (tx) => {
        if (await areLive(tx, tenantId, { accountIds: [accountId, intoAccountId] })) demandPublish()
        return await mergeAccounts(tx, tenantId, accountId, intoAccountId)
      }),
  )
}
