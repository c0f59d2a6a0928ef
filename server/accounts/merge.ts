import { invalid, notFound, Problem } from '../../shared/problem.ts'
import type { Tx } from '../database/database.ts'
import { count } from '../lists/tallies.ts'
import type { DemandPublish } from '../web/publishing.ts'
import { emit } from '../webhooks/events.ts'
import { lockAudiencesOf, notifyOfMove, renameAudiencesOf } from './audienceNames.ts'
import { canonicalDomain } from './domain.ts'
import { linkPersons, lockDomain } from './links.ts'
import { findAccountIdByDomain, getAccount, searchColumnsOf } from './queries.ts'
import type { Account } from './schema.ts'

type LockedAccount = { accountId: string; domain: string; name: string | null }

/**
 * Merges an account into another: its persons, audiences, logs, activity and rows of batches move, then it is deleted.
 * The target keeps its own values and takes over those it lacks. The locks are taken in the usual order: batches,
 * domains, audiences, persons, accounts. If two requests merge the same accounts, the second finds one of them gone.
 */
export async function mergeAccounts(
  tx: Tx,
  tenantId: string,
  accountId: string,
  intoAccountId: string,
): Promise<Account> {
  const [from, into] = await lockBoth(tx, tenantId, accountId, intoAccountId)
  if (!from) notFound('account', accountId)
  if (accountId === intoAccountId) throw invalid('/intoAccountId', 'must be another account')
  if (!into) throw invalid('/intoAccountId', 'does not match an account')
  await moveAll(tx, tenantId, accountId, intoAccountId)
  await tx`
    update accounts a set name = coalesce(a.name, gone.name), logo_asset_id = coalesce(a.logo_asset_id, gone.logo_asset_id),
      custom_values = gone.custom_values || a.custom_values, updated_at = now()
    from accounts gone
    where a.tenant_id = ${tenantId} and a.account_id = ${intoAccountId}
      and gone.tenant_id = ${tenantId} and gone.account_id = ${accountId}`
  const name = into.name ?? from.name
  await tx`
    update accounts set ${tx.set(searchColumnsOf(name, into.domain))}
    where tenant_id = ${tenantId} and account_id = ${intoAccountId}`
  await tx`
    update merged_accounts set into_account_id = ${intoAccountId}
    where tenant_id = ${tenantId} and into_account_id = ${accountId}`
  await tx`delete from accounts where tenant_id = ${tenantId} and account_id = ${accountId}`
  await tx`
    insert into merged_accounts ${tx.values({ tenantId, accountId, domain: from.domain, intoAccountId })}`
  count(tx, tenantId, { accounts: -1, accounts_revision: 1, persons_revision: 1 })
  await renameAudiencesOf(tx, tenantId, { accountId: intoAccountId })
  const account = await getAccount(tx, tenantId, intoAccountId)
  emit(tx, tenantId, 'account.updated', account)
  return account
}

async function lockBoth(
  tx: Tx,
  tenantId: string,
  accountId: string,
  intoAccountId: string,
): Promise<[from: LockedAccount | undefined, into: LockedAccount | undefined]> {
  const both = [accountId, intoAccountId]
  tx.defer(tx`
    select from batches where tenant_id = ${tenantId} and finished_at is null order by batch_id for update`)
  const known = await tx<{ domain: string }[]>`
    select domain from accounts where tenant_id = ${tenantId} and account_id = any(${both}) order by domain`
  for (const { domain } of known) lockDomain(tx, tenantId, domain, 'alone')
  tx.defer(tx`
    select from audiences where tenant_id = ${tenantId} and account_id = any(${both}) order by audience_id for update`)
  tx.defer(tx`
    select from persons where tenant_id = ${tenantId} and account_id = any(${both}) order by person_id for update`)
  const held = await tx<LockedAccount[]>`
    select account_id, domain, name from accounts
    where tenant_id = ${tenantId} and account_id = any(${both}) order by account_id for update`
  const find = (id: string) => held.find((one) => one.accountId === id)
  return [find(accountId), find(intoAccountId)]
}

async function moveAll(tx: Tx, tenantId: string, from: string, into: string): Promise<void> {
  tx.setStatementTimeout(120_000)
  const ofAccount = tx`tenant_id = ${tenantId} and account_id = ${from}`
  // The persons stay with the account although its domain differs from theirs.
  await tx`update persons set account_id = ${into}, account_named = true, updated_at = now() where ${ofAccount}`
  const moved = await tx<{ pageId: string }[]>`
    with changed as (update audiences set account_id = ${into} where ${ofAccount} returning page_id)
    select distinct page_id from changed`
  notifyOfMove(tx, tenantId, moved)
  await tx`update account_logs set account_id = ${into} where ${ofAccount}`
  await tx`update activity set account_id = ${into} where ${ofAccount}`
  await tx`update batch_rows set account_id = ${into} where ${ofAccount}`
  await tx`
    update batch_rows set given = (given::jsonb || jsonb_build_object('accountId', ${into}::text))::json
    where tenant_id = ${tenantId} and given ->> 'accountId' = ${from}`
  // The tallies of the account's lists are added to those of the target.
  await tx`
    update tallies set scope = replace(scope, ${from}, ${into})
    where tenant_id = ${tenantId} and (scope like ${`activity:${from}:%`} or scope = ${`account:${from}:persons`})`
}

/**
 * Gives an account another domain. Its persons stay; those of the new domain that have no account are linked to it.
 */
export async function changeDomain(
  tx: Tx,
  tenantId: string,
  accountId: string,
  given: string,
  demandPublish: DemandPublish,
): Promise<void> {
  const domain = canonicalDomain(given)
  const [before] = await tx<{ domain: string }[]>`
    select domain from accounts where tenant_id = ${tenantId} and account_id = ${accountId}`
  if (!before) notFound('account', accountId)
  if (before.domain === domain) return
  for (const one of [before.domain, domain].sort()) lockDomain(tx, tenantId, one, 'alone')
  const holder = await findAccountIdByDomain(tx, tenantId, domain)
  if (holder !== undefined && holder !== accountId)
    throw new Problem('account_exists', `The account ${holder} has the domain ${domain}.`, {
      accountId: holder,
    })
  lockAudiencesOf(tx, tenantId, { accountId })
  await tx`
    update persons set account_named = true where tenant_id = ${tenantId} and account_id = ${accountId}`
  // The domain may be one that this account got by a merge.
  await tx`delete from merged_accounts where tenant_id = ${tenantId} and domain = ${domain}`
  const [account] = await tx<{ name: string | null }[]>`
    update accounts set domain = ${domain}, updated_at = now()
    where tenant_id = ${tenantId} and account_id = ${accountId} returning name`
  await tx`
    update accounts set ${tx.set(searchColumnsOf(account?.name ?? null, domain))}
    where tenant_id = ${tenantId} and account_id = ${accountId}`
  count(tx, tenantId, { accounts_revision: 1, persons_revision: 1 })
  await linkPersons(tx, tenantId, { accountId, domain }, demandPublish)
  await renameAudiencesOf(tx, tenantId, { accountId })
}
