import { csvLine } from '../../shared/csv.ts'
import { notFound } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { AppContext } from '../context.ts'
import type { Fragment, Reader, Tx } from '../database/database.ts'
import { holding, wordsOf } from '../lists/search.ts'
import type { PageOf } from '../web/paging.ts'
import { byteOrderMark } from '../web/send.ts'
import type { AudienceAddress, PersonalLinkForm } from './addressSchema.ts'

/** The URLs of a page and its audiences. */
export type PageAddresses = {
  personalLinks: PersonalLinkForm
  /** The page's own URL, that of its public audience. */
  publicUrl: string | null
  siteUrl: string
}

type Hosts = Pick<AppContext, 'siteUrl' | 'publicUrl'>
type AddressPageRow = {
  pageId: string
  personalLinks: PersonalLinkForm
  isHome: boolean
  slug: string
  hostname: string | null
  path: string | null
}

export async function getPageAddresses(
  hosts: Hosts,
  db: Reader,
  tenantId: string,
  pageId: string,
): Promise<PageAddresses> {
  const pages = await listPageAddresses(hosts, db, tenantId, [pageId])
  return pages.get(pageId) ?? notFound('page', pageId)
}

/** The URLs of pages that are not deleted. */
export async function listPageAddresses(
  { siteUrl, publicUrl: interfaceUrl }: Hosts,
  db: Reader,
  tenantId: string,
  pageIds: string[],
): Promise<Map<string, PageAddresses>> {
  // Custom domains before the subdomain, oldest first.
  const rows = await db<AddressPageRow[]>`
    select p.page_id, p.personal_links, p.flags = '{home_page}' as is_home, t.slug, link.hostname, link.path
    from pages p
      join tenants t on t.tenant_id = ${tenantId}
      left join lateral (
        select d.hostname, l.path from audiences a
          join page_links l on l.tenant_id = ${tenantId} and l.audience_id = a.audience_id and l.deleted_at is null
          left join tenant_domains d on d.tenant_id = ${tenantId} and d.tenant_domain_id = l.tenant_domain_id
        where a.tenant_id = ${tenantId} and a.page_id = p.page_id and a.person_id is null and a.account_id is null
          and a.archived_at is null ${onUsableHost(db)}
        order by l.tenant_domain_id is null, l.page_link_id limit 1) as link on true
    where p.tenant_id = ${tenantId} and p.page_id = any(${pageIds}) and p.deleted_at is null`
  const { protocol } = new URL(interfaceUrl())
  return new Map(
    rows.map(({ pageId, personalLinks, isHome, slug, hostname, path }) => {
      const own = siteUrl(slug)
      const linked = path === null ? null : `${hostname ? `${protocol}//${hostname}` : own}${path}`
      const publicUrl = linked ?? (isHome ? `${own}/` : null)
      return [pageId, { personalLinks, siteUrl: own, publicUrl }]
    }),
  )
}

/** The link `l` is on the tenant's subdomain or on a verified domain `d`. */
const onUsableHost = (db: Reader) =>
  db`and (l.tenant_domain_id is null or (d.verified_at is not null and d.deleted_at is null))`

type AddressRow = {
  audienceId: string
  pageId: string
  effectiveName: string
  personName: string | null
  email: string | null
  slug: string | null
  accountName: string | null
  madeFor: AudienceAddress['madeFor']
  key: string | null
  isLive: boolean
  /** Whether its page shows this audience if it is the home page. */
  isHome: boolean | null
  ownLinkId: string | null
  ownHostname: string | null
  ownPath: string | null
  accountHostname: string | null
  accountPath: string | null
}

const ofPage = (db: Reader, pageId: string, query: string) => {
  const words = wordsOf(query)
  return db`
    a.page_id = ${pageId} and a.archived_at is null
    ${words.length > 0 ? db`and a.search_text like all(${words.map(holding)})` : db``}`
}

/** Newest first, with their own link and that of their account's audience. */
async function listRows(
  db: Reader,
  tenantId: string,
  which: Fragment,
  { limit, after }: PageOf<[string]>,
): Promise<AddressRow[]> {
  return await db<AddressRow[]>`
    select found.*, own.page_link_id as own_link_id, own.hostname as own_hostname, own.path as own_path,
      account.hostname as account_hostname, account.path as account_path
    from (
      select a.audience_id, a.page_id, a.account_id, coalesce(a.custom_name, a.computed_name) as effective_name,
        person.name as person_name, person.email, person.slug, coalesce(c.name, c.domain) as account_name,
        case when a.person_id is not null then 'person' when a.account_id is not null then 'account'
          else 'everyone' end as made_for,
        a.person_route_key as key, a.live_at is not null as is_live, a.audience_id = (
          select home.audience_id from audiences home
          where home.tenant_id = ${tenantId} and home.page_id = a.page_id and home.person_id is null
            and home.account_id is null and home.archived_at is null
          order by home.flags = '{home_page}' desc, home.audience_id limit 1) as is_home
      from audiences a
        left join persons person on person.tenant_id = ${tenantId} and person.person_id = a.person_id
        left join accounts c on c.tenant_id = ${tenantId} and c.account_id = a.account_id
      where a.tenant_id = ${tenantId} and ${which} ${after ? db`and a.audience_id < ${after[0]}` : db``}
      order by a.audience_id desc limit ${limit + 1}) as found
      left join lateral (
        select l.page_link_id, l.path, d.hostname from page_links l
          left join tenant_domains d on d.tenant_id = ${tenantId} and d.tenant_domain_id = l.tenant_domain_id
        where l.tenant_id = ${tenantId} and l.audience_id = found.audience_id and l.deleted_at is null
          ${onUsableHost(db)}
        order by l.tenant_domain_id is null, l.page_link_id limit 1) as own on true
      left join lateral (
        select l.path, d.hostname from audiences a
          join page_links l on l.tenant_id = ${tenantId} and l.audience_id = a.audience_id and l.deleted_at is null
          left join tenant_domains d on d.tenant_id = ${tenantId} and d.tenant_domain_id = l.tenant_domain_id
        where found.key is not null and a.tenant_id = ${tenantId} and a.account_id = found.account_id
          and a.page_id = found.page_id and a.person_id is null and a.archived_at is null ${onUsableHost(db)}
        order by l.tenant_domain_id is null, l.page_link_id limit 1) as account on true
    order by found.audience_id desc`
}

/**
 * An audience's own link. For a person without one: their key below the URL of their company or of the page, never of
 * another company.
 */
function urlOf(row: AddressRow, { publicUrl, siteUrl, personalLinks }: PageAddresses): string | null {
  const { ownPath, ownHostname, accountPath, accountHostname, key, slug } = row
  const at = (hostname: string | null, path: string) =>
    hostname ? `${new URL(siteUrl).protocol}//${hostname}${path}` : siteUrl + path
  if (ownPath !== null) return at(ownHostname, ownPath)
  if (key === null) return row.isHome && publicUrl === `${siteUrl}/` ? publicUrl : null
  const parent = (accountPath === null ? publicUrl : at(accountHostname, accountPath))?.replace(/\/$/, '')
  if (parent === undefined) return null
  if (personalLinks === 'key' || slug === null) return `${parent}/${key}`
  return personalLinks === 'query' ? `${parent}/${slug}?k=${key}` : `${parent}/${slug}/${key}`
}

export type FoundUrl = { url: string | null; pageLinkId: string | null }

/** The URLs of audiences of any pages, including links of their own. */
export async function findUrls(
  hosts: Hosts,
  db: Reader,
  tenantId: string,
  audienceIds: string[],
): Promise<Map<string, FoundUrl>> {
  const every = { limit: audienceIds.length, after: undefined }
  const rows = await listRows(db, tenantId, db`a.audience_id = any(${audienceIds})`, every)
  const pages = await listPageAddresses(hosts, db, tenantId, [...new Set(rows.map(({ pageId }) => pageId))])
  return new Map(
    rows.map((row) => {
      const page = pages.get(row.pageId)
      return [row.audienceId, { url: page ? urlOf(row, page) : null, pageLinkId: row.ownLinkId }]
    }),
  )
}

/** Newest first. */
export async function listAddresses(
  db: Reader,
  tenantId: string,
  pageId: string,
  page: PageAddresses,
  query: string,
  request: PageOf<[string]>,
): Promise<AudienceAddress[]> {
  const found = await listRows(db, tenantId, ofPage(db, pageId, query), request)
  return found.map((row) => toAddress(row, page))
}

/** The URL of one audience; not found if it is archived. */
export async function getAddress(
  db: Reader,
  tenantId: string,
  pageId: string,
  page: PageAddresses,
  audienceId: string,
): Promise<AudienceAddress> {
  const one = { limit: 1, after: undefined }
  const which = db`${ofPage(db, pageId, '')} and a.audience_id = ${audienceId}`
  const [row] = await listRows(db, tenantId, which, one)
  if (!row) notFound('audience', audienceId)
  return toAddress(row, page)
}

function toAddress(row: AddressRow, page: PageAddresses): AudienceAddress {
  const { audienceId, effectiveName, madeFor, isLive } = row
  return { audienceId, effectiveName, madeFor, url: urlOf(row, page), isLive }
}

export async function countAddresses(
  db: Reader,
  tenantId: string,
  pageId: string,
  query: string,
): Promise<number> {
  const [row] = await db<{ total: number }[]>`
    select count(*) as total from audiences a where a.tenant_id = ${tenantId} and ${ofPage(db, pageId, query)}`
  return row?.total ?? 0
}

const chunk = 1_000

/** Streams names and URLs as CSV for a mail merge, reading a thousand at a time. */
export async function* exportAddresses(
  db: Reader,
  tenantId: string,
  pageId: string,
  page: PageAddresses,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['name', 'email', 'company', 'link', 'madeFor', 'isLive', 'audienceId'])
  let after: [string] | undefined
  for (;;) {
    const found = (await listRows(db, tenantId, ofPage(db, pageId, ''), { limit: chunk, after })).slice(
      0,
      chunk,
    )
    const last = found.at(-1)
    if (!last) return
    yield found
      .map((row) =>
        csvLine([
          row.personName ?? row.effectiveName,
          row.email,
          row.accountName,
          urlOf(row, page),
          row.madeFor,
          row.isLive ? 'yes' : 'no',
          row.audienceId,
        ]),
      )
      .join('')
    after = [last.audienceId]
  }
}

export async function setPersonalLinks(
  tx: Tx,
  tenantId: string,
  pageId: string,
  personalLinks: PersonalLinkForm,
): Promise<void> {
  const [[before], [row]] = await Promise.all([
    tx<{ personalLinks: PersonalLinkForm }[]>`
      select personal_links from pages where tenant_id = ${tenantId} and page_id = ${pageId} for no key update`,
    tx`
    update pages set personal_links = ${personalLinks}
    where tenant_id = ${tenantId} and page_id = ${pageId} and deleted_at is null returning page_id`,
  ])
  noteChange(tx, { before: before ?? {} })
  if (!row) notFound('page', pageId)
}
