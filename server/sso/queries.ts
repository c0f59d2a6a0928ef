import { notFound } from '../../shared/problem.ts'
import type { Role } from '../../shared/roles.ts'
import type { Reader, Tx } from '../database/database.ts'

export type GroupRole = { group: string; role: Role }

export type Provider = {
  tenantId: string
  providerId: string
  name: string
  issuer: string
  clientId: string
  encryptedSecret: Buffer | null
  defaultRole: Role
  domains: string[]
  groupClaim: string
  groupRoles: GroupRole[]
  isRequired: boolean
  isFromEnvironment: boolean
  createdAt: string
  updatedAt: string
}
export type ProviderFields = Omit<Provider, 'tenantId' | 'providerId' | 'createdAt' | 'updatedAt'>

const columns = (db: Reader) =>
  db`tenant_id, provider_id, name, issuer, client_id, encrypted_secret, default_role, domains, group_claim, group_roles,
    is_required, is_from_environment, created_at, updated_at`

export async function listProviders(db: Reader, tenantId: string): Promise<Provider[]> {
  return await db<Provider[]>`
    select ${columns(db)} from identity_providers where tenant_id = ${tenantId} order by provider_id`
}

export async function findProvider(
  db: Reader,
  tenantId: string,
  providerId: string,
): Promise<Provider | undefined> {
  const [row] = await db<Provider[]>`
    select ${columns(db)} from identity_providers
    where tenant_id = ${tenantId} and provider_id = ${providerId}`
  return row
}

export async function getProvider(db: Reader, tenantId: string, providerId: string): Promise<Provider> {
  return (await findProvider(db, tenantId, providerId)) ?? notFound('identity provider', providerId)
}

export async function insertProvider(
  tx: Tx,
  tenantId: string,
  providerId: string,
  { groupRoles, ...fields }: ProviderFields,
): Promise<void> {
  const row = { tenantId, providerId, ...fields, groupRoles: tx.json(groupRoles) }
  await tx`insert into identity_providers ${tx.values(row)}`
}

export async function updateProvider(
  tx: Tx,
  tenantId: string,
  providerId: string,
  { groupRoles, ...fields }: Partial<ProviderFields>,
): Promise<void> {
  const changes = { ...fields, ...(groupRoles && { groupRoles: tx.json(groupRoles) }) }
  if (Object.keys(changes).length === 0) return
  await tx`
    update identity_providers set ${tx.set(changes)}, updated_at = now()
    where tenant_id = ${tenantId} and provider_id = ${providerId}`
}

export async function deleteProvider(tx: Tx, tenantId: string, providerId: string): Promise<void> {
  await tx`delete from identity_providers where tenant_id = ${tenantId} and provider_id = ${providerId}`
}

/** Providers that create users for this domain on first sign-in, because the tenant has verified the domain. */
export async function listProvidersOfDomain(db: Reader, domain: string): Promise<Provider[]> {
  const [proven] = await db<{ tenantId: string }[]>`
    -- every tenant: the domain is what names one
    select tenant_id from verified_hostnames where hostname = ${domain}`
  if (!proven) return []
  const providers = await listProviders(db, proven.tenantId)
  return providers.filter(({ domains }) => domains.includes(domain))
}

/** Which of a tenant's domains are verified. */
export async function listProven(db: Reader, tenantId: string, domains: string[]): Promise<Set<string>> {
  const rows = await db<{ hostname: string }[]>`
    select hostname from verified_hostnames where tenant_id = ${tenantId} and hostname = any(${domains})`
  return new Set(rows.map(({ hostname }) => hostname))
}

/** The only tenant of an installation, whose providers may be shown to everyone; undefined if there are several. */
export async function findOnlyTenant(db: Reader): Promise<string | undefined> {
  const rows = await db<{ tenantId: string }[]>`select tenant_id from tenants limit 2`
  return rows.length === 1 ? rows[0]?.tenantId : undefined
}

/** A current or former member of a tenant with this address. */
export async function findAnyMemberWithEmail(
  db: Reader,
  tenantId: string,
  email: string,
): Promise<{ userId: string; isCurrent: boolean } | undefined> {
  const [row] = await db<{ userId: string; isCurrent: boolean }[]>`
    select m.user_id, m.ended_at is null as is_current from memberships m join users u on u.user_id = m.user_id
    where m.tenant_id = ${tenantId} and lower(u.email) = lower(${email})
    order by m.ended_at is not null, m.user_id limit 1`
  return row
}
