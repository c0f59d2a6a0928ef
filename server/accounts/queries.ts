import { notFound } from '../../shared/problem.ts'
import { engagementScores } from '../activity/engagement.ts'
import { latestActivityAt } from '../activity/queries.ts'
import { noteChange } from '../audit/cause.ts'
import { databaseNow } from '../database/clock.ts'
import type { Reader, Tx } from '../database/database.ts'
import { type FieldFilters, hasValues } from '../fields/filter.ts'
import { newId } from '../ids.ts'
import { searchColumns } from '../lists/search.ts'
import { SearchedList } from '../lists/searchedList.ts'
import { count } from '../lists/tallies.ts'
import { lockAudiencesOf, renameAudiencesOf } from './audienceNames.ts'
import { linkedPersons } from './links.ts'
import type { Account, accountSorts } from './schema.ts'

/** The columns of the accounts table. */
export type AccountRow = Omit<Account, 'latestActivityAt' | 'linkedPersons'>

const columns = (db: Reader) => db`account_id, domain, name, created_at, updated_at`

/** Includes derived columns from other tables, in the same statement. */
const allColumns = (db: Reader, tenantId: string) => db`
  ${columns(db)}, ${latestActivityAt(db, tenantId)} as latest_activity_at,
  ${linkedPersons(db, tenantId)} as linked_persons`

/** Inserts an account; undefined if the domain has one, or had one that was merged into another. */
export async function insertAccount(
  tx: Tx,
  tenantId: string,
  { domain, name }: { domain: string; name: string | null },
): Promise<AccountRow | undefined> {
  const row = { tenantId, accountId: newId('account'), domain, name, ...searchColumnsOf(name, domain) }
  const [account] = await tx<AccountRow[]>`
    insert into accounts ${tx.select(row)}
    where not exists (select from merged_accounts where tenant_id = ${tenantId} and domain = ${domain})
    on conflict on constraint accounts_domain do nothing returning ${columns(tx)}`
  if (account) count(tx, tenantId, { accounts: 1, accounts_revision: 1 })
  return account
}

/** The account of a domain: the one that has it, or the one into which that account was merged. */
export const accountOfDomain = (db: Reader, tenantId: string, domain: string) => db`coalesce(
  (select account_id from accounts where tenant_id = ${tenantId} and domain = ${domain}),
  (select into_account_id from merged_accounts where tenant_id = ${tenantId} and domain = ${domain}))`

export async function findAccountIdByDomain(db: Reader, tenantId: string, domain: string) {
  const [row] = await db<{ accountId: string }[]>`
    select ${accountOfDomain(db, tenantId, domain)} as account_id`
  return row?.accountId ?? undefined
}

export async function hasAccount(db: Reader, tenantId: string, accountId: string): Promise<boolean> {
  const [row] = await db`select from accounts where tenant_id = ${tenantId} and account_id = ${accountId}`
  return row !== undefined
}

export async function demandAccount(db: Reader, tenantId: string, accountId: string): Promise<void> {
  if (!(await hasAccount(db, tenantId, accountId))) notFound('account', accountId)
}

export async function getAccount(db: Reader, tenantId: string, accountId: string): Promise<Account> {
  const [account] = await db<Account[]>`
    select ${allColumns(db, tenantId)} from accounts where tenant_id = ${tenantId} and account_id = ${accountId}`
  return account ?? notFound('account', accountId)
}

export async function renameAccount(
  tx: Tx,
  tenantId: string,
  accountId: string,
  name: string | null,
): Promise<Account> {
  const [found] = await tx<{ domain: string; name: string | null }[]>`
    select domain, name from accounts where tenant_id = ${tenantId} and account_id = ${accountId}`
  const { domain, name: before } = found ?? notFound('account', accountId)
  noteChange(tx, { before: { name: before } })
  lockAudiencesOf(tx, tenantId, { accountId })
  tx.defer(tx`
    update accounts set ${tx.set({ name, ...searchColumnsOf(name, domain) })}, updated_at = now()
    where tenant_id = ${tenantId} and account_id = ${accountId}`)
  count(tx, tenantId, { accounts_revision: 1 })
  tx.defer(renameAudiencesOf(tx, tenantId, { accountId }))
  return await getAccount(tx, tenantId, accountId)
}

/**
 * Names an account that has no name; returns whether it did. If rows of one batch name the same account, the first one
 * applies.
 */
export async function fillName(tx: Tx, tenantId: string, accountId: string, name: string): Promise<boolean> {
  const unnamed = tx`tenant_id = ${tenantId} and account_id = ${accountId} and name is null`
  const [found] = await tx<{ domain: string }[]>`select domain from accounts where ${unnamed}`
  if (!found) return false
  lockAudiencesOf(tx, tenantId, { accountId })
  const [filled] = await tx`
    update accounts set ${tx.set({ name, ...searchColumnsOf(name, found.domain) })}, updated_at = now()
    where ${unnamed} returning account_id`
  if (!filled) return false
  count(tx, tenantId, { accounts_revision: 1 })
  tx.defer(renameAudiencesOf(tx, tenantId, { accountId }))
  return true
}

/** Accounts whose name and domain contain every word of a query. */
export const openAccountList = () =>
  new SearchedList<Account, { fields: FieldFilters }, (typeof accountSorts)[number]>({
    revision: 'accounts_revision',
    rows: (db, tenantId, { fields }) => ({
      table: 'accounts',
      id: 'account_id',
      columns: allColumns(db, tenantId),
      where: db`tenant_id = ${tenantId} and ${hasValues(db, fields)}`,
      tallies: ['accounts'],
      isFiltered: fields.length > 0,
    }),
    sortedBy(db, tenantId, name) {
      if (name === 'name') return { column: db`name_folded` }
      if (name === 'domain') return { column: db`domain` }
      if (name === 'createdAt') return { column: db`account_id` }
      return { scores: engagementScores(db, tenantId, { now: databaseNow(), owner: 'account', sort: name }) }
    },
  })

export function searchColumnsOf(name: string | null, domain: string) {
  return searchColumns(name ?? domain, domain)
}
