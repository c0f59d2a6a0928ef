import type { Reader } from '../database/database.ts'
import { personalPath } from '../links/path.ts'
import { findAudienceOfPerson, findHome, findLinks, type Owner } from './queries.ts'

export type Found = {
  audienceId: string
  /** What stands here is chosen from all that there is, so any change may change it. */
  depends: boolean
}

/** Whom a path of a host is for: the target of its link, the person named below a link, or whoever comes home. */
export async function findAudience(db: Reader, owner: Owner, path: string): Promise<Found | undefined> {
  const [, above, personRouteKey] = personalPath.exec(path) ?? []
  const parent = above === '' ? '/' : above
  const links = await findLinks(db, owner, parent === undefined ? [path] : [path, parent])
  const link = links.find((link) => link.path === path)
  if (link) return { audienceId: link.audienceId, depends: path === '/' }
  if (path === '/') return await findAtHome(db, owner.tenantId)
  if (parent === undefined || personRouteKey === undefined) return undefined
  const pageId =
    links.find((link) => link.path === parent)?.pageId ??
    (parent === '/' ? (await findHome(db, owner.tenantId))?.pageId : undefined)
  const audienceId = pageId && (await findAudienceOfPerson(db, owner.tenantId, pageId, personRouteKey))
  return audienceId ? { audienceId, depends: parent === '/' } : undefined
}

async function findAtHome(db: Reader, tenantId: string): Promise<Found | undefined> {
  const audienceId = (await findHome(db, tenantId))?.audienceId
  return audienceId ? { audienceId, depends: true } : undefined
}
