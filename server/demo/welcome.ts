import type { Ground } from '../ground.ts'
import { ensureFirstTenant, type FirstTenant } from '../tenants/first.ts'
import { seedDemo } from './seed.ts'

/** Ensures the first tenant; one made just now gets the sample data too, unless the settings say otherwise. */
export async function welcome(ground: Ground): Promise<FirstTenant> {
  const first = await ensureFirstTenant(ground)
  if (first.made && ground.config.demo) await seedDemo(ground, first.tenant.tenantId)
  return first
}
