import type { Ground } from '../ground.ts'
import { hashKey } from '../http/auth.ts'
import { issueKey } from './keys.ts'
import { createKey, createTenant, findKeyByHash, findTenantBySlug } from './queries.ts'

export const firstSlug = 'demo'

/**
 * Makes the first tenant on a first start and returns the key made for it, which can't be had again. A key given in
 * the settings is ensured on every start instead.
 */
export async function ensureFirstTenant({
  config,
  db,
}: Pick<Ground, 'config' | 'db'>): Promise<string | undefined> {
  return await db.inTransaction(async (tx) => {
    const made = await createTenant(tx, firstSlug, 'Demo')
    const tenant = made ?? (await findTenantBySlug(tx, firstSlug))
    if (!tenant) throw new Error('the first tenant is missing')
    if (config.apiKey) {
      const hash = hashKey(config.apiKey)
      if (!(await findKeyByHash(tx, hash)))
        await createKey(tx, tenant.tenantId, { name: 'FOYER_API_KEY', scopes: ['admin'], hash })
      return undefined
    }
    if (!made) return undefined
    return (await issueKey(tx, tenant.tenantId, { name: 'First key', scopes: ['admin'] })).key
  })
}
