import type { Ground } from './ground.ts'
import { ensureFirstTenant, type FirstTenant } from './tenants/first.ts'

/** Ensures the first tenant; one made just now gets the sample data too, unless the settings say otherwise. */
export async function welcome(ground: Ground): Promise<FirstTenant> {
  const first = await ensureFirstTenant(ground)
  if (first.made && ground.config.demo) await seedDemo(ground, first.tenant.tenantId)
  return first
}

/**
 * Makes the sample data of a tenant: what a newcomer finds to play with. It may run any number of times, also after
 * having been cut short: each sample has a name of its own and is made only where it is missing.
 */
export async function seedDemo(_ground: Ground, _tenantId: string): Promise<void> {
  const samples: ((ground: Ground, tenantId: string) => Promise<void>)[] = []
  for (const ensure of samples) await ensure(_ground, _tenantId)
}
