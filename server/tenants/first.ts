import type { Ground } from '../ground.ts'
import { hashKey } from '../http/auth.ts'
import { issueKey } from './keys.ts'
import { createKey, createTenant, findKeyByHash, findTenantBySlug, type Tenant } from './queries.ts'

export const firstSlug = 'demo'

export type FirstTenant = {
  tenant: Tenant
  /** Whether it was made just now. */
  made: boolean
  /** The key made with it, which can't be had again. */
  newKey?: string
}

/**
 * Makes the first tenant and a key for it where there is none. A key given in the settings is ensured every time,
 * and none is made.
 */
export async function ensureFirstTenant({ config, db }: Pick<Ground, 'config' | 'db'>): Promise<FirstTenant> {
  return await db.inTransaction(async (tx) => {
    const made = await createTenant(tx, firstSlug, 'Demo')
    const tenant = made ?? (await findTenantBySlug(tx, firstSlug))
    if (!tenant) throw new Error('the first tenant is missing')
    if (config.apiKey) {
      const hash = hashKey(config.apiKey)
      if (!(await findKeyByHash(tx, hash)))
        await createKey(tx, tenant.tenantId, { name: 'FOYER_API_KEY', scopes: ['admin'], hash })
    }
    const newKey =
      made && !config.apiKey
        ? (await issueKey(tx, tenant.tenantId, { name: 'First key', scopes: ['admin'] })).key
        : undefined
    return { tenant, made: Boolean(made), newKey }
  })
}
