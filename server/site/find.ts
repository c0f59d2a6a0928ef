import type { Reader } from '../database/database.ts'
import { personalPath } from '../links/path.ts'
import {
  findAudienceOfPerson,
  findHome,
  findLinks,
  type HostOwner,
  type LinkGate,
  type ShownAudience,
} from './queries.ts'

export type FoundAudience = {
  audienceId: string
  /** The result depends on other pages of the tenant, so any change may change it. */
  depends: boolean
  gate?: LinkGate | null | undefined
}

/**
 * The audience of a path: the target of its link, the person whose key follows a link's path, or a visitor of the home
 * page. A readable name may stand between link and key; only the key counts.
 */
export async function findAudience(
  db: Reader,
  owner: HostOwner,
  path: string,
): Promise<FoundAudience | undefined> {
  const [, above, personRouteKey] = personalPath.exec(path) ?? []
  const parents = above === undefined ? [] : [...new Set([above || '/', parentOf(above)])]
  const links = await findLinks(db, owner, [path, ...parents])
  const link = links.find((link) => link.path === path)
  if (link) return { audienceId: link.audienceId, depends: path === '/', gate: link.gate }
  if (path === '/') return await findAtHome(db, owner.tenantId)
  if (personRouteKey === undefined) return undefined
  for (const parent of parents) {
    const parentLink = links.find((link) => link.path === parent)
    const pageId =
      parentLink?.pageId ?? (parent === '/' ? (await findHome(db, owner.tenantId))?.pageId : undefined)
    const audienceId = pageId && (await findAudienceOfPerson(db, owner.tenantId, pageId, personRouteKey))
    // A personal page is protected by the gate of the link above it.
    if (audienceId) return { audienceId, depends: parent === '/', gate: parentLink?.gate }
  }
}

/** The gate of an audience at a path: that of the link there, or else one that protects the audience everywhere. */
export function gateBefore(
  found: FoundAudience,
  { gate }: Pick<ShownAudience, 'gate'>,
): LinkGate | undefined {
  const own = found.gate ?? undefined
  if (!gate || (own && needsVisitorAction(own))) return own
  const ends = [gate.expiresAtMs, own?.expiresAtMs ?? null].filter((end) => end !== null)
  return { ...gate, expiresAtMs: ends.length === 0 ? null : Math.min(...ends) }
}

/** Whether a gate requires an action of the visitor. */
export function needsVisitorAction({ hasPassword, asksEmail, visitLimit }: LinkGate): boolean {
  return hasPassword || asksEmail || visitLimit !== null
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

async function findAtHome(db: Reader, tenantId: string): Promise<FoundAudience | undefined> {
  const audienceId = (await findHome(db, tenantId))?.audienceId
  return audienceId ? { audienceId, depends: true } : undefined
}
