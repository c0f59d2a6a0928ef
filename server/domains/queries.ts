import { notFound } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { notifySite } from '../database/siteChanges.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import type { PageOf } from '../web/paging.ts'
import { challengeName } from './hostname.ts'
import type { TenantDomain } from './schema.ts'

type DomainRow = Omit<TenantDomain, 'verification'> & { challenge: string }

const columns = (db: Reader) =>
  db`tenant_domain_id, hostname, challenge, verified_at, failing_since, created_at, updated_at`

function toDomain({ challenge, ...row }: DomainRow): TenantDomain {
  return { ...row, verification: { record: challengeName(row.hostname), value: challenge } }
}

/** Undefined if the tenant already has the domain. */
export async function createDomain(
  tx: Tx,
  tenantId: string,
  hostname: string,
  challenge: string,
): Promise<TenantDomain | undefined> {
  const row = { tenantId, tenantDomainId: newId('tenant_domain'), hostname, challenge }
  const [made] = await tx<DomainRow[]>`
    insert into tenant_domains ${tx.values(row)}
    on conflict (tenant_id, hostname) where deleted_at is null do nothing returning ${columns(tx)}`
  if (made) count(tx, tenantId, { tenant_domains: 1 })
  return made && toDomain(made)
}

export async function findDomainByHostname(
  db: Reader,
  tenantId: string,
  hostname: string,
): Promise<TenantDomain | undefined> {
  const [row] = await db<DomainRow[]>`
    select ${columns(db)} from tenant_domains
    where tenant_id = ${tenantId} and hostname = ${hostname} and deleted_at is null`
  return row && toDomain(row)
}

export async function getDomain(db: Reader, tenantId: string, domainId: string): Promise<TenantDomain> {
  const [row] = await db<DomainRow[]>`
    select ${columns(db)} from tenant_domains
    where tenant_id = ${tenantId} and tenant_domain_id = ${domainId} and deleted_at is null`
  return row ? toDomain(row) : notFound('tenant domain', domainId)
}

/** Locks a domain against verification, deletion and new links until the transaction ends. */
export async function lockDomain(tx: Tx, tenantId: string, domainId: string): Promise<TenantDomain> {
  const [row] = await tx<DomainRow[]>`
    select ${columns(tx)} from tenant_domains
    where tenant_id = ${tenantId} and tenant_domain_id = ${domainId} and deleted_at is null for update`
  return row ? toDomain(row) : notFound('tenant domain', domainId)
}

/** Whether the domain exists; locks it against deletion until the transaction ends. */
export async function holdDomain(tx: Tx, tenantId: string, domainId: string): Promise<boolean> {
  const [row] = await tx`
    select from tenant_domains
    where tenant_id = ${tenantId} and tenant_domain_id = ${domainId} and deleted_at is null for share`
  return row !== undefined
}

export async function listDomains(
  db: Reader,
  tenantId: string,
  { limit, after }: PageOf<[string]>,
): Promise<TenantDomain[]> {
  const rows = await db<DomainRow[]>`
    select ${columns(db)} from tenant_domains
    where tenant_id = ${tenantId} and deleted_at is null ${after ? db`and tenant_domain_id < ${after[0]}` : db``}
    order by tenant_domain_id desc limit ${limit + 1}`
  return rows.map(toDomain)
}

/** Claims a host name for a tenant; false if another tenant has it. Waits for concurrent claims. */
export async function claimHostname(
  tx: Tx,
  tenantId: string,
  tenantDomainId: string,
  hostname: string,
): Promise<boolean> {
  const [row] = await tx`
    insert into verified_hostnames ${tx.values({ hostname, tenantId, tenantDomainId })}
    on conflict (hostname) do nothing returning hostname`
  return row !== undefined
}

export async function markVerified(tx: Tx, tenantId: string, domainId: string): Promise<TenantDomain> {
  const [row] = await tx<DomainRow[]>`
    update tenant_domains set verified_at = now(), updated_at = now()
    where tenant_id = ${tenantId} and tenant_domain_id = ${domainId} returning ${columns(tx)}`
  return row ? toDomain(row) : notFound('tenant domain', domainId)
}

/** Deletes the domain and releases its host name. */
export async function markDomainDeleted(
  tx: Tx,
  tenantId: string,
  { tenantDomainId, hostname, verifiedAt }: TenantDomain,
): Promise<void> {
  await tx`
    update tenant_domains set deleted_at = now(), updated_at = now()
    where tenant_id = ${tenantId} and tenant_domain_id = ${tenantDomainId}`
  count(tx, tenantId, { tenant_domains: -1 })
  if (verifiedAt === null) return
  await tx`delete from verified_hostnames where tenant_id = ${tenantId} and hostname = ${hostname}`
  notifySite(tx, tenantId)
}

export type DueDomain = {
  tenantId: string
  tenantDomainId: string
  hostname: string
  /** The name of the TXT record that must contain the challenge. */
  record: string
  challenge: string
  failingSinceMs: number | null
}

/** Verified domains whose check is due. */
export async function listDueDomains(
  db: Reader,
  now: Date,
  most: number,
  tenants?: Included,
): Promise<DueDomain[]> {
  const rows = await db<Omit<DueDomain, 'record'>[]>`
    -- every tenant: upkeep
    select tenant_id, tenant_domain_id, hostname, challenge,
      floor(extract(epoch from failing_since) * 1000)::bigint as failing_since_ms
    from tenant_domains
    where ${isIncluded(db, tenants)} and verified_at is not null and deleted_at is null
      and coalesce(checked_at, verified_at) < ${now.toISOString()}::timestamptz - interval '24 hours'
    order by checked_at nulls first limit ${most}`
  return rows.map((row) => ({ ...row, record: challengeName(row.hostname) }))
}

export async function markChecked(tx: Tx, { tenantId, tenantDomainId }: DueDomain, now: Date): Promise<void> {
  await tx`
    update tenant_domains set checked_at = ${now.toISOString()}, failing_since = null
    where tenant_id = ${tenantId} and tenant_domain_id = ${tenantDomainId}`
}

/** Schedules the next check in an hour. */
export async function markFailing(tx: Tx, { tenantId, tenantDomainId }: DueDomain, now: Date): Promise<void> {
  await tx`
    update tenant_domains set checked_at = ${now.toISOString()}::timestamptz - interval '23 hours',
      failing_since = coalesce(failing_since, ${now.toISOString()}::timestamptz)
    where tenant_id = ${tenantId} and tenant_domain_id = ${tenantDomainId}`
}

/** Stops serving the domain until it is verified again. */
export async function markUnverified(
  tx: Tx,
  { tenantId, tenantDomainId, hostname }: DueDomain,
): Promise<void> {
  await tx`
    update tenant_domains
    set verified_at = null, checked_at = null, failing_since = null, updated_at = now()
    where tenant_id = ${tenantId} and tenant_domain_id = ${tenantDomainId}`
  await tx`
    delete from verified_hostnames
    where tenant_id = ${tenantId} and tenant_domain_id = ${tenantDomainId} and hostname = ${hostname}`
  notifySite(tx, tenantId)
}

/** The hostnames under which the tenant's site is served, besides its own. */
export async function listServedDomains(db: Reader, tenantId: string): Promise<string[]> {
  const rows = await db<{ hostname: string }[]>`
    select hostname from tenant_domains
    where tenant_id = ${tenantId} and verified_at is not null and deleted_at is null order by hostname limit 100`
  return rows.map(({ hostname }) => hostname)
}
