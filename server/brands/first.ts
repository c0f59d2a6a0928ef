import type { Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { getTenant } from '../tenants/queries.ts'
import { createBrand, findFirstBrand } from './queries.ts'
import type { Brand } from './schema.ts'

/** Every tenant has a brand as soon as something needs one. The lock makes those who come together find the same. */
export async function ensureFirstBrand(tx: Tx, tenantId: string): Promise<Brand> {
  const brand = await findFirstBrand(tx, tenantId)
  if (brand) return brand
  await lockTenant(tx, tenantId)
  const { name } = await getTenant(tx, tenantId)
  return (await findFirstBrand(tx, tenantId)) ?? (await createBrand(tx, tenantId, { name }))
}
