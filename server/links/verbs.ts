import { isDeepStrictEqual } from 'node:util'
import { invalid } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { Tx } from '../database/database.ts'
import { holdDomain } from '../domains/queries.ts'
import { allowPublish, areLive } from '../web/publishing.ts'
import { emit } from '../webhooks/events.ts'
import { canonicalPath, isReserved, PathError, personalPath } from './path.ts'
import {
  findPageOfAudience,
  insertLink,
  lockLink,
  markLinkDeleted,
  type Route,
  updateLink,
} from './queries.ts'
import type { PageLink, PageLinkInput, PageLinkPatch } from './schema.ts'

export async function createLink(
  tx: Tx,
  tenantId: string,
  input: PageLinkInput,
  demandPublish = allowPublish,
): Promise<PageLink> {
  const { path, target, tenantDomainId = null } = input
  const route = { path: readLinkPath(path), audienceId: target.audienceId, tenantDomainId }
  const [, pageId, isShown] = await Promise.all([
    demandDomain(tx, tenantId, tenantDomainId),
    demandPage(tx, tenantId, target.audienceId),
    areLive(tx, tenantId, { linkedAudienceIds: [target.audienceId] }),
  ])
  if (mayHide(route.path) || isShown) demandPublish()
  const link = await insertLink(tx, tenantId, { ...route, pageId })
  emit(tx, tenantId, 'page_link.created', link)
  return link
}

/** Applies a patch. One without changes writes nothing. */
export async function changeLink(
  tx: Tx,
  tenantId: string,
  linkId: string,
  { path, target, tenantDomainId }: PageLinkPatch,
  demandPublish = allowPublish,
): Promise<PageLink> {
  const locked = await lockLink(tx, tenantId, linkId)
  const { link } = locked
  const before: Route = {
    tenantDomainId: link.tenantDomainId,
    path: link.path,
    audienceId: link.target.audienceId,
  }
  const after: Route = {
    tenantDomainId: tenantDomainId === undefined ? before.tenantDomainId : tenantDomainId,
    path: path === undefined ? before.path : readLinkPath(path),
    audienceId: target?.audienceId ?? before.audienceId,
  }
  if (isDeepStrictEqual(before, after)) return link
  noteChange(tx, { before: link })
  if (after.tenantDomainId !== before.tenantDomainId) await demandDomain(tx, tenantId, after.tenantDomainId)
  const linkedAudienceIds = [before.audienceId, after.audienceId]
  const hides = mayHide(before.path) || mayHide(after.path)
  if (hides || (await areLive(tx, tenantId, { linkedAudienceIds }))) demandPublish()
  const changed = await updateLink(
    tx,
    tenantId,
    locked,
    after.audienceId === before.audienceId
      ? after
      : { ...after, pageId: await demandPage(tx, tenantId, after.audienceId) },
  )
  emit(tx, tenantId, 'page_link.updated', changed)
  return changed
}

export async function deleteLink(
  tx: Tx,
  tenantId: string,
  linkId: string,
  demandPublish = allowPublish,
): Promise<void> {
  const locked = await lockLink(tx, tenantId, linkId)
  const { target, path } = locked.link
  noteChange(tx, { label: path })
  // Without the link, a home page or a personal page may be shown at its path.
  if (mayHide(path) || (await areLive(tx, tenantId, { linkedAudienceIds: [target.audienceId] })))
    demandPublish()
  emit(tx, tenantId, 'page_link.deleted', await markLinkDeleted(tx, tenantId, locked))
}

/** Whether a link at this path takes precedence over a page without a link: the home page or a personal page. */
function mayHide(path: string): boolean {
  return path === '/' || personalPath.test(path)
}

async function demandDomain(tx: Tx, tenantId: string, domainId: string | null) {
  if (domainId !== null && !(await holdDomain(tx, tenantId, domainId)))
    throw invalid('/tenantDomainId', 'does not match a domain')
}

async function demandPage(tx: Tx, tenantId: string, audienceId: string): Promise<string> {
  const pageId = await findPageOfAudience(tx, tenantId, audienceId)
  if (!pageId) throw invalid('/target/audienceId', 'does not match an audience')
  return pageId
}

/** Validates and normalises a caller's path. */
export function readPath(text: string): string {
  try {
    return canonicalPath(text)
  } catch (error) {
    if (error instanceof PathError) throw invalid('/path', error.message)
    throw error
  }
}

function readLinkPath(text: string): string {
  const path = readPath(text)
  if (isReserved(path)) throw invalid('/path', 'is reserved')
  return path
}
