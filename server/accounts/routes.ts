import type { App, AppContext } from '../context.ts'
import { readFieldFilters } from '../fields/filter.ts'
import { fold, MatchCounts, type SearchKey } from '../lists/search.ts'
import { readSort, type SortKey, sortKey } from '../lists/sort.ts'
import { Pager } from '../web/paging.ts'
import { Params } from '../web/schema.ts'
import { mergeAccounts } from './merge.ts'
import { getAccount, searchAccounts, sortAccounts } from './queries.ts'
import { Account, AccountInput, AccountMerge, AccountPage, AccountPatch, AccountQuery } from './schema.ts'
import { changeAccount, createAccount } from './verbs.ts'

export function accountRoutes(app: App, { db, sign }: AppContext) {
  const counts = new MatchCounts('accounts_revision')
  app.post(
    '/v0/accounts',
    {
      schema: {
        operationId: 'createAccount',
        summary: 'Create an account',
        description: 'Persons with the same domain and no account are linked to it.',
        body: AccountInput,
        response: { 201: Account },
      },
      config: { scope: 'write', problems: ['account_exists'] },
    },
    ({ tenantId, body }) => db.inTransaction((tx) => createAccount(tx, tenantId, body)),
  )

  app.get(
    '/v0/accounts',
    {
      schema: {
        operationId: 'listAccounts',
        summary: 'List accounts',
        description: 'Newest first; with `query`, best match first: every word occurs in the name or domain.',
        querystring: AccountQuery,
        response: { 200: AccountPage },
      },
      config: { scope: 'read', beyond: true },
    },
    async ({ tenantId, query: { query = '', field, sort, ...request } }) => {
      const fields = await readFieldFilters(db.read, tenantId, 'account', field)
      const filters = { query: fold(query), ...(field && { fields }), ...(sort && { sort }) }
      const sorting = readSort(sort)
      if (sorting) {
        const pager = new Pager<SortKey>(sign, request, 'listAccounts', tenantId, filters)
        return await db.inSnapshot(async (read) => {
          const { rows, total } = await sortAccounts(
            read,
            counts,
            tenantId,
            { query, fields },
            sorting,
            pager.request,
          )
          return pager.page(rows, total, (row) => sortKey(row, row.accountId))
        })
      }
      const pager = new Pager<SearchKey>(sign, request, 'listAccounts', tenantId, filters)
      return await db.inSnapshot(async (read) => {
        const { rows, total } = await searchAccounts(read, counts, tenantId, { query, fields }, pager.request)
        const page = pager.page(rows, total, ({ tier, accountId }) => [tier, accountId])
        return { ...page, items: page.items.map(({ tier: _tier, ...account }) => account) }
      })
    },
  )

  app.get(
    '/v0/accounts/:account_id',
    {
      schema: {
        operationId: 'getAccount',
        summary: 'Get an account',
        params: Params({ account_id: 'account' }),
        response: { 200: Account },
      },
      config: { scope: 'read', beyond: true },
    },
    ({ tenantId, params }) => getAccount(db.read, tenantId, params.account_id),
  )

  app.patch(
    '/v0/accounts/:account_id',
    {
      schema: {
        operationId: 'updateAccount',
        summary: 'Change an account',
        description:
          'Its name or domain. Live pages show the new name after their next publish. Persons of a new domain that have no account are linked to it.',
        params: Params({ account_id: 'account' }),
        body: AccountPatch,
        response: { 200: Account },
      },
      config: { scope: 'write', beyond: true, problems: ['account_exists'] },
    },
    ({ tenantId, params, body }) =>
      db.inTransaction((tx) => changeAccount(tx, tenantId, params.account_id, body)),
  )

  app.post(
    '/v0/accounts/:account_id/merge',
    {
      schema: {
        operationId: 'mergeAccount',
        summary: 'Merge an account into another',
        description:
          'Its persons, pages, notes, activity and custom field values move to the other account, which keeps its own name, logo and values where it has them. The merged account is deleted; its domain leads to the other one from then on. This can’t be undone.',
        params: Params({ account_id: 'account' }),
        body: AccountMerge,
        response: { 200: Account },
      },
      config: { scope: 'write', beyond: true },
    },
    ({ tenantId, params, body: { intoAccountId } }) =>
      db.inTransaction((tx) => mergeAccounts(tx, tenantId, params.account_id, intoAccountId)),
  )
}
