import { notFound } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import { allows, type Caller, type Scope } from '../web/auth.ts'
import type { PageOf } from '../web/paging.ts'
import type { ApiKey, TenantSettings, TenantSettingsPatch } from './schema.ts'

export type Tenant = { tenantId: string; slug: string; name: string; createdAt: string }

/** Undefined if the slug is taken. */
export async function createTenant(tx: Tx, slug: string, name: string): Promise<Tenant | undefined> {
  const [tenant] = await tx<Tenant[]>`
    insert into tenants (tenant_id, slug, name) values (${newId('tenant')}, ${slug}, ${name})
    on conflict on constraint tenants_slug do nothing
    returning tenant_id, slug, name, created_at`
  return tenant
}

export async function findTenantBySlug(db: Reader, slug: string): Promise<Tenant | undefined> {
  const [tenant] = await db<
    Tenant[]
  >`select tenant_id, slug, name, created_at from tenants where slug = ${slug}`
  return tenant
}

export async function findTenant(db: Reader, slugOrId: string): Promise<Tenant | undefined> {
  const [tenant] = await db<Tenant[]>`
    select tenant_id, slug, name, created_at from tenants where ${slugOrId} in (slug, tenant_id)`
  return tenant
}

/** For operators. */
export async function listTenants(db: Reader, { limit, after }: PageOf<[string]>): Promise<Tenant[]> {
  return await db<Tenant[]>`
    select tenant_id, slug, name, created_at from tenants
    where ${after ? db`tenant_id < ${after[0]}` : db`true`} order by tenant_id desc limit ${limit + 1}`
}

export async function getTenant(db: Reader, tenantId: string): Promise<Tenant> {
  const [tenant] = await db<Tenant[]>`
    select tenant_id, slug, name, created_at from tenants where tenant_id = ${tenantId}`
  return tenant ?? notFound('tenant', tenantId)
}

export async function getSettings(db: Reader, tenantId: string): Promise<TenantSettings> {
  const [settings] = await db<TenantSettings[]>`
    select respect_privacy_signals from tenants where tenant_id = ${tenantId}`
  return settings ?? notFound('tenant', tenantId)
}

/** Writes only changed settings: nodes drop every cached page of a tenant whose row changes. */
export async function changeSettings(
  tx: Tx,
  tenantId: string,
  { respectPrivacySignals }: TenantSettingsPatch,
): Promise<void> {
  if (respectPrivacySignals === undefined) return
  const [changed] = await tx`
    update tenants set respect_privacy_signals = ${respectPrivacySignals}
    where tenant_id = ${tenantId} and respect_privacy_signals <> ${respectPrivacySignals} returning tenant_id`
  if (changed) notifySite(tx, tenantId)
}

export async function createKey(
  tx: Tx,
  tenantId: string,
  key: { name: string; scopes: Scope[]; hash: Buffer },
): Promise<ApiKey> {
  const [row] = await tx<ApiKey[]>`
    insert into api_keys ${tx.values({ tenantId, keyId: newId('key'), ...key })}
    returning key_id, name, scopes, created_at`
  count(tx, tenantId, { api_keys: 1 })
  return row as ApiKey
}

export async function countKeys(db: Reader, tenantId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from api_keys where tenant_id = ${tenantId} and revoked_at is null`
  return row?.count ?? 0
}

/** Without a tenant, as this determines the tenant of a request. */
export async function findKeyByHash(db: Reader, hash: Buffer): Promise<Caller | undefined> {
  const [caller] = await db<Caller[]>`
    -- every tenant: the key is what names one
    select tenant_id, key_id, scopes from api_keys where hash = ${hash} and revoked_at is null`
  return caller
}

/** Includes revoked keys. */
export async function findAnyKeyByHash(
  db: Reader,
  hash: Buffer,
): Promise<{ isRevoked: boolean } | undefined> {
  const [key] = await db<{ isRevoked: boolean }[]>`
    -- every tenant: the key is what names one
    select revoked_at is not null as is_revoked from api_keys where hash = ${hash}
    order by revoked_at is not null limit 1`
  return key
}

/** Why a key may no longer carry out what it scheduled; undefined if it may. */
export async function findRefusal(
  db: Reader,
  tenantId: string,
  keyId: string | null,
  needed: Scope,
): Promise<string | undefined> {
  const [key] = await db<{ name: string; scopes: Scope[]; isRevoked: boolean }[]>`
    select name, scopes, revoked_at is not null as is_revoked from api_keys
    where tenant_id = ${tenantId} and key_id = ${keyId}`
  if (!key) return 'The API key that made this is not known here.'
  if (key.isRevoked) return `The API key “${key.name}”, which made this, was revoked.`
  if (!allows(key.scopes, needed))
    return `The API key “${key.name}”, which made this, no longer has the scope ${needed}.`
}

export async function listKeys(
  db: Reader,
  tenantId: string,
  { limit, after }: PageOf<[string]>,
): Promise<ApiKey[]> {
  return await db<ApiKey[]>`
    select key_id, name, scopes, created_at from api_keys
    where tenant_id = ${tenantId} and revoked_at is null ${after ? db`and key_id < ${after[0]}` : db``}
    order by key_id desc limit ${limit + 1}`
}

export async function revokeKey(tx: Tx, tenantId: string, keyId: string): Promise<void> {
  if (!(await revokeKeyIfPresent(tx, tenantId, keyId))) notFound('API key', keyId)
}

/** False if the key doesn't exist. */
export async function revokeKeyIfPresent(tx: Tx, tenantId: string, keyId: string): Promise<boolean> {
  const [row] = await tx`
    update api_keys set revoked_at = now()
    where tenant_id = ${tenantId} and key_id = ${keyId} and revoked_at is null returning key_id`
  if (row) count(tx, tenantId, { api_keys: -1 })
  return row !== undefined
}

export async function findKey(db: Reader, tenantId: string, keyId: string): Promise<ApiKey | undefined> {
  const [key] = await db<ApiKey[]>`
    select key_id, name, scopes, created_at from api_keys
    where tenant_id = ${tenantId} and key_id = ${keyId} and revoked_at is null`
  return key
}

/** The keys with the scope `admin`, oldest first. */
export async function listAdminKeys(db: Reader, tenantId: string): Promise<string[]> {
  const rows = await db<{ keyId: string }[]>`
    select key_id from api_keys
    where tenant_id = ${tenantId} and revoked_at is null and 'admin' = any(scopes) order by key_id`
  return rows.map(({ keyId }) => keyId)
}

/** Locks the keys with the scope `admin`, so that two concurrent revocations can't revoke the last two. */
export async function lockAdminKeys(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx<{ keyId: string }[]>`
    select key_id from api_keys
    where tenant_id = ${tenantId} and revoked_at is null and 'admin' = any(scopes) order by key_id for update`
  return rows.map(({ keyId }) => keyId)
}
