import type { Ground } from '../ground.ts'
import { getTenant } from '../tenants/queries.ts'
import { findSampleLink } from './queries.ts'

/** An address at which a tenant's pages can be looked at: the first link of a published page, if there is one. */
export async function findSampleAddress(
  { db, siteUrl }: Pick<Ground, 'db' | 'siteUrl'>,
  tenantId: string,
): Promise<string | undefined> {
  const path = await findSampleLink(db.read, tenantId)
  return path && siteUrl((await getTenant(db.read, tenantId)).slug) + path
}
