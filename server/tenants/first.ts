import { firstTeamName } from '../../shared/firstTeam.ts'
import type { Tx } from '../database/database.ts'
import { hashKey } from '../web/auth.ts'
import { createKey, findAnyKeyByHash, revokeKeyIfPresent } from './keyQueries.ts'
import { issueKey } from './keys.ts'
import { createTenant, findTenantBySlug, type Tenant } from './queries.ts'

export const firstSlug = 'demo'

export type FirstTenant = {
  tenant: Tenant
  /** Whether the first start has not been completed yet: this one, or an interrupted one. */
  isFirst: boolean
  /** A new key, which can't be read again later. */
  newKey?: string
  /** FOYER_API_KEY was revoked and stays revoked. */
  isGivenKeyRevoked: boolean
}

/**
 * Creates the first tenant and its key if there are none. A key in the settings is created at every start unless it
 * was revoked, and then no other is created. If a start ended before its key was printed, the key is replaced.
 */
export async function ensureFirstTenant(tx: Tx, apiKey: string | undefined): Promise<FirstTenant> {
  const { tenantId } = await ensureTenant(tx)
  const tenant = (await findTenantBySlug(tx, firstSlug)) as Tenant
  const start = await lockFirstStart(tx)
  const isFirst = start.completedAt === null
  const isGivenKeyRevoked = apiKey !== undefined && !(await ensureGivenKey(tx, tenantId, apiKey))
  if (!isFirst || apiKey) return { tenant, isFirst, isGivenKeyRevoked }
  if (start.keyId) await revokeKeyIfPresent(tx, tenantId, start.keyId)
  const { key, keyId } = await issueKey(tx, tenantId, { name: 'First key', scopes: ['admin'] })
  await tx`update first_start set key_id = ${keyId}`
  return { tenant, isFirst, newKey: key, isGivenKeyRevoked }
}

/** The key was printed, or none is needed: later starts create no other. */
export async function completeFirstStart(tx: Tx): Promise<void> {
  await tx`update first_start set completed_at = now(), key_id = null where completed_at is null`
}

async function ensureTenant(tx: Tx): Promise<Tenant> {
  const tenant = (await createTenant(tx, firstSlug, firstTeamName)) ?? (await findTenantBySlug(tx, firstSlug))
  if (!tenant) throw new Error('the first tenant is missing')
  return tenant
}

/** False if the key was revoked. */
async function ensureGivenKey(tx: Tx, tenantId: string, apiKey: string): Promise<boolean> {
  const hash = hashKey(apiKey)
  const present = await findAnyKeyByHash(tx, hash)
  if (present) return !present.isRevoked
  await createKey(tx, tenantId, { name: 'FOYER_API_KEY', scopes: ['admin'], hash })
  return true
}

async function lockFirstStart(tx: Tx): Promise<{ keyId: string | null; completedAt: string | null }> {
  await tx`insert into first_start default values on conflict do nothing`
  const [row] = await tx<{ keyId: string | null; completedAt: string | null }[]>`
    select key_id, completed_at from first_start for update`
  return row as { keyId: string | null; completedAt: string | null }
}
