import type { Tx } from '../database/database.ts'
import { hashKey } from '../web/auth.ts'
import { issueKey } from './keys.ts'
import {
  createKey,
  createTenant,
  findAnyKeyByHash,
  findTenantBySlug,
  revokeKeyIfPresent,
  type Tenant,
} from './queries.ts'

export const firstSlug = 'demo'

export type FirstTenant = {
  tenant: Tenant
  /** Whether a first start is under way, this one or one that was cut short. */
  isFirst: boolean
  /** The key made with it, which can't be had again. */
  newKey?: string
  /** FOYER_API_KEY is a key that was revoked, and stays so. */
  isGivenKeyRevoked: boolean
}

/**
 * Makes the first tenant and a key for it where there is none. A key given in the settings is ensured every time, unless
 * it was revoked, and none is made. A key that was made by a start that ended before it could show it is replaced.
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

/** The key has been shown, or there is none to show: no later start makes another. */
export async function completeFirstStart(tx: Tx): Promise<void> {
  await tx`update first_start set completed_at = now(), key_id = null where completed_at is null`
}

async function ensureTenant(tx: Tx): Promise<Tenant> {
  const tenant = (await createTenant(tx, firstSlug, 'Demo')) ?? (await findTenantBySlug(tx, firstSlug))
  if (!tenant) throw new Error('the first tenant is missing')
  return tenant
}

/** False when the key is there and was revoked. */
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
