import { Problem } from '../../shared/problem.ts'
import type { Config } from '../config/config.ts'
import type { Database, Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'

export type Quotas = Config['quotas']
const mebibyte = 1024 * 1024

/** Throws if these bytes would exceed the tenant's storage quota. Derived forms of images don't count. */
export async function demandStorage(
  db: Reader,
  tenantId: string,
  bytes: number,
  { storageMib }: Quotas,
): Promise<void> {
  if (storageMib === 0) return
  const [row] = await db<{ stored: number }[]>`
    select coalesce(sum(size), 0)::bigint as stored from files
    where tenant_id = ${tenantId} and removed_at is null`
  if ((row?.stored ?? 0) + bytes > storageMib * mebibyte)
    throw new Problem('quota_exceeded', `A tenant can store ${storageMib.toLocaleString('en')} MiB of files.`)
}

/** Throws if the tenant has reached its number of page revisions per day. */
export async function demandRevision(
  db: Reader,
  tenantId: string,
  { revisionsPerDay }: Quotas,
): Promise<void> {
  if (revisionsPerDay === 0) return
  const [row] = await db<{ made: number }[]>`
    select count(*) as made from (
      select from page_revisions
      where tenant_id = ${tenantId} and created_at > now() - interval '1 day' limit ${revisionsPerDay}) as recent`
  if ((row?.made ?? 0) >= revisionsPerDay)
    throw new Problem(
      'quota_exceeded',
      `A tenant can make ${revisionsPerDay.toLocaleString('en')} revisions of its pages within 24 hours.`,
    )
}

/** Counts e-mails before they are sent; false if they would exceed the tenant's limit for this UTC day. */
export async function takeMail(
  tx: Tx,
  tenantId: string,
  mails: number,
  { mailPerDay }: Quotas,
): Promise<boolean> {
  if (mailPerDay === 0) return true
  if (mails > mailPerDay) return false
  const [taken] = await tx`
    insert into mail_counts as present (tenant_id, day, count)
    values (${tenantId}, (now() at time zone 'UTC')::date, ${mails})
    on conflict (tenant_id, day) do update set count = present.count + excluded.count
    where present.count + excluded.count <= ${mailPerDay}
    returning count`
  return taken !== undefined
}

/** Deletes counts of e-mails of past days. */
export async function forgetOldMailCounts(db: Database, tenants?: Included): Promise<void> {
  await db.inTransaction(async (tx) => {
    await tx`
      -- every tenant: upkeep
      delete from mail_counts where ${isIncluded(tx, tenants)} and day < (now() at time zone 'UTC')::date - 1`
  })
}
