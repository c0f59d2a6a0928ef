import { Problem } from '../../shared/problem.ts'
import type { Tx } from '../database/database.ts'
import { together } from '../database/together.ts'
import { allowPublish, type DemandPublish } from '../web/publishing.ts'
import { emit, emitAll } from '../webhooks/events.ts'
import { canonicalDomain } from './domain.ts'
import { hasUnlinkedPersons, linkPersons, lockDomain } from './links.ts'
import { changeDomain } from './merge.ts'
import { fillName, findAccountIdByDomain, getAccount, insertAccount, renameAccount } from './queries.ts'
import type { Account, AccountInput, AccountPatch } from './schema.ts'

/** Creates an account and links the existing persons of its domain. */
export async function createAccount(tx: Tx, tenantId: string, input: AccountInput): Promise<Account> {
  const domain = canonicalDomain(input.domain)
  lockDomain(tx, tenantId, domain, 'alone')
  const [row, mustLink] = await together([
    insertAccount(tx, tenantId, { domain, name: input.name ?? null }),
    hasUnlinkedPersons(tx, tenantId, domain),
  ])
  if (!row) {
    const accountId = await findAccountIdByDomain(tx, tenantId, domain)
    throw new Problem('account_exists', `The account ${accountId} has the domain ${domain}.`, { accountId })
  }
  // A new account has no links yet, so its gates protect nothing.
  const linked = mustLink ? await linkPersons(tx, tenantId, row, allowPublish) : []
  const account = mustLink
    ? await getAccount(tx, tenantId, row.accountId)
    : { ...row, latestActivityAt: null, linkedPersons: [] }
  emit(tx, tenantId, 'account.created', account)
  const persons = linked.map((person) => ({ ...person, accountId: row.accountId }))
  if (persons.length > 0) emitAll(tx, tenantId, 'person.updated', persons)
  return account
}

/** Changes the name or the domain of an account, or neither. */
export async function changeAccount(
  tx: Tx,
  tenantId: string,
  accountId: string,
  { name, domain }: AccountPatch,
  demandPublish: DemandPublish,
): Promise<Account> {
  if (name === undefined && domain === undefined) return await getAccount(tx, tenantId, accountId)
  if (domain !== undefined) await changeDomain(tx, tenantId, accountId, domain, demandPublish)
  const account =
    name === undefined
      ? await getAccount(tx, tenantId, accountId)
      : await renameAccount(tx, tenantId, accountId, name)
  emit(tx, tenantId, 'account.updated', account)
  return account
}

/** Names an account that has no name yet; others are left as they are. */
export async function nameAccount(tx: Tx, tenantId: string, accountId: string, name: string): Promise<void> {
  if (await fillName(tx, tenantId, accountId, name))
    emit(tx, tenantId, 'account.updated', await getAccount(tx, tenantId, accountId))
}
