import type { AppContext } from '../context.ts'
import { ensureFirstTenant, type FirstTenant } from '../tenants/first.ts'
import { seedDemo } from './seed.ts'

/**
 * Ensures the first tenant, its key and, on a first start and unless the settings say otherwise, the sample data: all of
 * it or none, so that a start that is cut short leaves nothing half made.
 */
export async function welcome(context: AppContext): Promise<FirstTenant> {
  return await context.db.inTransaction(async (tx) => {
    const first = await ensureFirstTenant(tx, context.config.apiKey)
    if (first.isFirst && context.config.demo) await seedDemo(context, tx, first.tenant.tenantId)
    return first
  })
}
