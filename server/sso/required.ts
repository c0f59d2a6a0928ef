import type { Role } from '../../shared/roles.ts'
import type { Reader } from '../database/database.ts'
import { findTenantBySlug } from '../tenants/queries.ts'
import { hasOwnCredential } from '../users/credentials.ts'
import { domainOf } from './admission.ts'
import { keyOf } from './key.ts'
import { findOnlyTenant, listProviders, listProvidersOfDomain, type Provider } from './queries.ts'

/** Sign-in methods that admins may use even if a provider is required, in case it is down. */
const recovery = new Set(['password', 'passkey', 'code'])

/** Whether a user may start a session of this tenant, or switch to it, with this sign-in method. */
export async function mayEnter(
  db: Reader,
  { tenantId, role }: { tenantId: string; role: Role },
  way: string,
): Promise<boolean> {
  if (way === 'oidc' || (role === 'admin' && recovery.has(way))) return true
  return (await listProviders(db, tenantId)).every(({ isRequired }) => !isRequired)
}

/** The provider that is required for addresses of this domain, whether or not a user has the address. */
export async function findRequiredFor(db: Reader, email: string): Promise<Provider | undefined> {
  const domain = domainOf(email)
  const providers = domain === undefined ? [] : await listProvidersOfDomain(db, domain)
  return providers.find(({ isRequired }) => isRequired)
}

/** The public properties of a provider. */
export function toPublicProvider(provider: Provider): { key: string; name: string } {
  return { key: keyOf(provider), name: provider.name }
}

/** The providers of the tenant in the URL of the sign-in screen, or of the only tenant. */
export async function findPublicProviders(db: Reader, slug: string | undefined) {
  const named = slug === undefined ? undefined : await findTenantBySlug(db, slug)
  const tenantId = slug === undefined ? await findOnlyTenant(db) : named?.tenantId
  const providers = tenantId === undefined ? [] : await listProviders(db, tenantId)
  return {
    tenantName: providers.length > 0 ? (named?.name ?? null) : null,
    providers: providers.map(toPublicProvider),
  }
}

/** Whether an admin could sign in without the provider. */
export async function hasRecovery(db: Reader, tenantId: string): Promise<boolean> {
  const admins = await db<{ userId: string }[]>`
    select user_id from memberships where tenant_id = ${tenantId} and role = 'admin' and ended_at is null`
  for (const { userId } of admins) if (await hasOwnCredential(db, userId)) return true
  return false
}
