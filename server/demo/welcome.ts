import type { Ground } from '../ground.ts'
import { ensureFirstTenant, type FirstTenant } from '../tenants/first.ts'
import { seedDemo } from './seed.ts'

/**
 * Ensures the first tenant, its key and, on a first start and unless the settings say otherwise, the sample data: all of
 * it or none, so that a start that is cut short leaves nothing half made.
 */
export async function welcome(ground: Ground): Promise<FirstTenant> {
  return await ground.db.inTransaction(async (tx) => {
    const first = await ensureFirstTenant(tx, ground.config.apiKey)
    if (first.isFirst && ground.config.demo) await seedDemo(ground, tx, first.tenant.tenantId)
    return first
  })
}
