import { invalid, notFound, Problem } from '../../shared/problem.ts'
import { conflictOn } from '../database/conflict.ts'
import type { Reader, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { newId } from '../ids.ts'
import { recount } from '../lists/tallies.ts'
import type { PageOf } from '../web/paging.ts'
import type { PageLink, PageLinkHost } from './schema.ts'

/** A link: a path on a domain (null: the tenant's subdomain) leads to an audience. */
export type Route = { tenantDomainId: string | null; path: string; audienceId: string }
export type LinkFilter = { tenantDomainId: string | null; pageId?: string; path?: string }

type LinkRow = Omit<PageLink, 'target'> & { audienceId: string }

const columns = (db: Reader) => db`
  page_link_id, tenant_domain_id, path, audience_id, created_at, updated_at, deleted_at`

function toLink({ audienceId, ...row }: LinkRow): PageLink {
  return { ...row, target: { targetType: 'audience', audienceId } }
}

/** Why a link can't be stored: the path is taken, or its audience was just erased. */
const refusal = ({ path }: Route) =>
  conflictOn({
    page_links_path: () => new Problem('path_taken', `${path} is already in use.`),
    page_links_audience: () => invalid('/target/audienceId', 'does not match an audience'),
  })

/** The page of an audience, unless it is deleted. */
export async function findPageOfAudience(
  db: Reader,
  tenantId: string,
  audienceId: string,
): Promise<string | undefined> {
  const [row] = await db<{ pageId: string }[]>`
    select page_id from audiences join pages using (tenant_id, page_id)
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and deleted_at is null`
  return row?.pageId
}

export async function insertLink(
  tx: Tx,
  tenantId: string,
  route: Route & { pageId: string },
): Promise<PageLink> {
  const [row] = await tx<LinkRow[]>`
    insert into page_links ${tx.values({ tenantId, pageLinkId: newId('page_link'), ...route })}
    returning ${columns(tx)}`.catch(refusal(route))
  recount(tx, tenantId, [], scopesOf(route))
  notifySite(tx, tenantId, route.path)
  return toLink(row as LinkRow)
}

export async function getLink(db: Reader, tenantId: string, linkId: string): Promise<PageLink> {
  const [row] = await db<LinkRow[]>`
    select ${columns(db)} from page_links
    where tenant_id = ${tenantId} and page_link_id = ${linkId} and deleted_at is null`
  return row ? toLink(row) : notFound('page link', linkId)
}

/** A link that is locked until the transaction ends, and the page of its audience. */
export type LockedLink = { link: PageLink; pageId: string }

export async function lockLink(tx: Tx, tenantId: string, linkId: string): Promise<LockedLink> {
  const [locked] = await tx<(LinkRow & { pageId: string })[]>`
    select ${columns(tx)}, page_id from page_links
    where tenant_id = ${tenantId} and page_link_id = ${linkId} and deleted_at is null for no key update`
  if (!locked) notFound('page link', linkId)
  const { pageId, ...row } = locked
  return { link: toLink(row), pageId }
}

export async function listLinks(
  db: Reader,
  tenantId: string,
  { tenantDomainId, pageId, path }: LinkFilter,
  { limit, after }: PageOf<[string]>,
): Promise<PageLink[]> {
  const rows = await db<LinkRow[]>`
    select ${columns(db)} from page_links
    where tenant_id = ${tenantId} and domain_key = ${tenantDomainId ?? ''} and deleted_at is null
      ${pageId === undefined ? db`` : db`and page_id = ${pageId}`}
      ${path === undefined ? db`` : db`and path = ${path}`}
      ${after ? db`and page_link_id < ${after[0]}` : db``}
    order by page_link_id desc limit ${limit + 1}`
  return rows.map(toLink)
}

/** The custom domains that links use, by the host names in their URLs. */
export async function listLinkHosts(db: Reader, tenantId: string): Promise<PageLinkHost[]> {
  return await db<PageLinkHost[]>`
    select tenant_domain_id, hostname from tenant_domains d
    where d.tenant_id = ${tenantId} and d.verified_at is not null and d.deleted_at is null and exists (
      select from page_links l
      where l.tenant_id = ${tenantId} and l.domain_key = d.tenant_domain_id and l.deleted_at is null)
    order by hostname`
}

/** The tally of the links of a domain, or of a page on a domain. */
export function linkScope({ tenantDomainId, pageId }: LinkFilter): string {
  return ['page_links', tenantDomainId ?? '', ...(pageId === undefined ? [] : [pageId])].join(':')
}

/** The tallies that count a link. */
function scopesOf({ tenantDomainId, pageId }: { tenantDomainId: string | null; pageId: string }): string[] {
  return [linkScope({ tenantDomainId }), linkScope({ tenantDomainId, pageId })]
}

export async function updateLink(
  tx: Tx,
  tenantId: string,
  { link: before, pageId }: LockedLink,
  route: Route & { pageId?: string },
): Promise<PageLink> {
  const isMoved = before.target.audienceId !== route.audienceId
  const former = isMoved
    ? tx`, former_audience_ids = array_append(array_remove(former_audience_ids, audience_id), audience_id)`
    : tx``
  const [row] = await tx<LinkRow[]>`
    update page_links set ${tx.set(route)}, updated_at = now() ${former}
    where tenant_id = ${tenantId} and page_link_id = ${before.pageLinkId}
    returning ${columns(tx)}`.catch(refusal(route))
  const { tenantDomainId } = before
  recount(tx, tenantId, scopesOf({ tenantDomainId, pageId }), scopesOf({ pageId, ...route }))
  notifySite(tx, tenantId, before.path)
  notifySite(tx, tenantId, route.path)
  // The gate of the link also protects other paths of its page.
  for (const id of new Set([pageId, route.pageId ?? pageId])) notifySite(tx, tenantId, id)
  return toLink(row as LinkRow)
}

export async function markLinkDeleted(
  tx: Tx,
  tenantId: string,
  { link: { pageLinkId, tenantDomainId, path }, pageId }: LockedLink,
): Promise<PageLink> {
  const [row] = await tx<LinkRow[]>`
    update page_links set deleted_at = now(), updated_at = now()
    where tenant_id = ${tenantId} and page_link_id = ${pageLinkId} returning ${columns(tx)}`
  recount(tx, tenantId, scopesOf({ tenantDomainId, pageId }), [])
  notifySite(tx, tenantId, path)
  notifySite(tx, tenantId, pageId)
  return toLink(row as LinkRow)
}
