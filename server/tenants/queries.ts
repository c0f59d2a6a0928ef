import { notFound } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { newId } from '../ids.ts'
import type { PageOf } from '../web/paging.ts'
import type { TenantSettings, TenantSettingsPatch } from './schema.ts'

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
    select name, respect_privacy_signals from tenants where tenant_id = ${tenantId}`
  return settings ?? notFound('tenant', tenantId)
}

/** Writes only changed settings: nodes drop every cached page of a tenant whose row changes. */
export async function changeSettings(
  tx: Tx,
  tenantId: string,
  { name, respectPrivacySignals }: TenantSettingsPatch,
): Promise<void> {
  if (name !== undefined)
    await tx`update tenants set name = ${name} where tenant_id = ${tenantId} and name <> ${name}`
  if (respectPrivacySignals === undefined) return
  const [changed] = await tx`
    update tenants set respect_privacy_signals = ${respectPrivacySignals}
    where tenant_id = ${tenantId} and respect_privacy_signals <> ${respectPrivacySignals} returning tenant_id`
  if (changed) notifySite(tx, tenantId)
}
