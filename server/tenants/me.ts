import type { Static } from 'typebox'
import { type Role, roleNames, roles } from '../../shared/roles.ts'
import type { AppContext } from '../context.ts'
import { findUser } from '../users/queries.ts'
import { allows, type Caller } from '../web/auth.ts'
import { getTenant } from './queries.ts'
import type { Me } from './schema.ts'

/** The response of `GET /v0/me`. */
export async function describeCaller(
  { db, siteUrl }: Pick<AppContext, 'db' | 'siteUrl'>,
  { tenantId, keyId, scopes, userId, pageIds }: Caller,
): Promise<Static<typeof Me>> {
  const [{ slug, name: tenantName }, user] = await Promise.all([
    getTenant(db.read, tenantId),
    userId === undefined ? undefined : findUser(db.read, userId),
  ])
  const me = {
    tenantId,
    tenantSlug: slug,
    tenantName,
    keyId,
    scopes,
    siteUrl: siteUrl(slug),
    ...(pageIds && { pageIds }),
  }
  if (!user) return me
  const { name, email, picture } = user
  return { ...me, user: { userId: user.userId, name, email, role: roleOf(scopes), picture } }
}

/** The widest role covered by these scopes. */
function roleOf(scopes: Caller['scopes']): Role {
  return roleNames.findLast((role) => allows(scopes, roles[role].scope)) ?? 'viewer'
}
