import type { Static } from 'typebox'
import type { Ground } from '../ground.ts'
import type { Caller } from '../http/auth.ts'
import { getTenant } from './queries.ts'
import type { Me } from './schema.ts'

/** Tells a caller who they are. */
export async function describeCaller(
  { db, siteUrl }: Pick<Ground, 'db' | 'siteUrl'>,
  { tenantId, keyId, scopes }: Caller,
): Promise<Static<typeof Me>> {
  const { slug } = await getTenant(db.read, tenantId)
  return { tenantId, tenantSlug: slug, keyId, scopes, siteUrl: siteUrl(slug) }
}
