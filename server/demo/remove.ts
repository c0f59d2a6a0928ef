import { findAccountIdByDomain } from '../accounts/queries.ts'
import type { Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import type { Addresses } from '../pages/announce.ts'
import { deletePage } from '../pages/verbs.ts'
import { eraseAccount } from '../persons/eraseAccount.ts'
import * as people from './people.ts'

/**
 * Removes the sample data: its pages are deleted, its accounts and people are erased. An account is kept if one of the
 * tenant's own pages has an audience for it. The brand is kept as well, as restored pages need it.
 */
export async function removeDemo(context: Addresses, tx: Tx, tenantId: string): Promise<void> {
  await lockTenant(tx, tenantId)
  const pages = await tx<{ pageId: string }[]>`
    select p.page_id from pages p join brands b on b.tenant_id = ${tenantId} and b.brand_id = p.brand_id and b.is_demo
    where p.tenant_id = ${tenantId} and p.deleted_at is null order by p.page_id`
  for (const { pageId } of pages) await deletePage(context, tx, tenantId, pageId)
  for (const { domain } of Object.values(people.accounts)) {
    const accountId = await findAccountIdByDomain(tx, tenantId, domain)
    if (accountId !== undefined && !(await isUsed(tx, tenantId, accountId)))
      await eraseAccount(tx, tenantId, accountId, 'erase')
  }
}

/** Whether one of the tenant's own pages has an audience for the account or its people. */
async function isUsed(tx: Tx, tenantId: string, accountId: string): Promise<boolean> {
  const [row] = await tx`
    select from audiences a
      join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id
      join brands b on b.tenant_id = ${tenantId} and b.brand_id = p.brand_id and not b.is_demo
      left join persons w on w.tenant_id = ${tenantId} and w.person_id = a.person_id
    where a.tenant_id = ${tenantId} and (a.account_id = ${accountId} or w.account_id = ${accountId}) limit 1`
  return row !== undefined
}
