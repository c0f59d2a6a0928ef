import { Problem } from '../../shared/problem.ts'
import type { Reader } from '../database/database.ts'
import { findTenant, type Tenant } from '../tenants/queries.ts'
import { paint } from './output.ts'

/** Finds a tenant by slug or id. */
export async function getNamedTenant(db: Reader, name: string): Promise<Tenant> {
  const tenant = await findTenant(db, name)
  if (!tenant)
    throw new Problem('not_found', `Tenant ${name} not found. List tenants with \`npx foyer tenants list\`.`)
  return tenant
}

export function shownKey(key: string): string {
  return `  ${paint('bold', key)}\n\nThis key is shown only once. Store it now.`
}
