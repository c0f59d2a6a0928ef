import type { AppContext } from '../context.ts'
import { ensureFirstTenant, type FirstTenant } from '../tenants/first.ts'
import { seedDemo } from './seed.ts'

/**
 * Ensures the first tenant, its key and, on a first start unless disabled in the settings, the sample data. All in one
 * transaction, so that an interrupted start leaves nothing incomplete.
 */
export async function welcome(context: AppContext): Promise<FirstTenant> {
  return await context.db.inTransaction(async (tx) => {
    const first = await ensureFirstTenant(tx, context.config.apiKey)
    if (first.isFirst && context.config.demo) await seedDemo(context, tx, first.tenant.tenantId)
    return first
  })
}
