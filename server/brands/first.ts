import type { Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { getTenant } from '../tenants/queries.ts'
import { createBrand, findFirstBrand } from './queries.ts'
import type { Brand } from './schema.ts'

/** The first brand of a tenant, created when it is first needed. The lock keeps concurrent calls from creating two. */
export async function ensureFirstBrand(tx: Tx, tenantId: string): Promise<Brand> {
  const brand = await findFirstBrand(tx, tenantId)
  if (brand) return brand
  await lockTenant(tx, tenantId)
  const { name } = await getTenant(tx, tenantId)
  return (await findFirstBrand(tx, tenantId)) ?? (await createBrand(tx, tenantId, { name }))
}
