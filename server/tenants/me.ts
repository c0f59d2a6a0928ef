import type { Static } from 'typebox'
import type { AppContext } from '../context.ts'
import type { Caller } from '../web/auth.ts'
import { getTenant } from './queries.ts'
import type { Me } from './schema.ts'

/** The response of `GET /v0/me`. */
export async function describeCaller(
  { db, siteUrl }: Pick<AppContext, 'db' | 'siteUrl'>,
  { tenantId, keyId, scopes }: Caller,
): Promise<Static<typeof Me>> {
  const { slug } = await getTenant(db.read, tenantId)
  return { tenantId, tenantSlug: slug, keyId, scopes, siteUrl: siteUrl(slug) }
}
