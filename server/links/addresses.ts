import { csvLine } from '../../shared/csv.ts'
import { notFound } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import type { Reader, Tx } from '../database/database.ts'
import { holding, wordsOf } from '../lists/search.ts'
import type { PageOf } from '../web/paging.ts'
import type { AudienceAddress, PersonalLinkForm } from './addressSchema.ts'

/** The URLs of a page and its audiences. */
export type PageAddresses = {
  personalLinks: PersonalLinkForm
  /** The page's own URL; those of persons are below it. */
  publicUrl: string | null
  /** The URL that persons' keys are appended to, without a trailing slash. */
  parentUrl: string | null
  siteUrl: string
}

type LinkRow = { hostname: string | null; path: string; isPublic: boolean }

export async function getPageAddresses(
  { siteUrl, publicUrl: interfaceUrl }: Pick<AppContext, 'siteUrl' | 'publicUrl'>,
  db: Reader,
  tenantId: string,
  pageId: string,
): Promise<PageAddresses> {
  const [[page], links] = await Promise.all([
    db<{ personalLinks: PersonalLinkForm; isHome: boolean; slug: string }[]>`
      select p.personal_links, p.flags = '{home_page}' as is_home, t.slug
      from pages p join tenants t on t.tenant_id = ${tenantId}
      where p.tenant_id = ${tenantId} and p.page_id = ${pageId} and p.deleted_at is null`,
    // Custom domains before the subdomain, the page's own URL before a person's, oldest first.
    db<LinkRow[]>`
      select d.hostname, l.path, a.person_id is null and a.account_id is null as is_public
      from page_links l
        join audiences a on a.tenant_id = ${tenantId} and a.audience_id = l.audience_id and a.archived_at is null
        left join tenant_domains d on d.tenant_id = ${tenantId} and d.tenant_domain_id = l.tenant_domain_id
      where l.tenant_id = ${tenantId} and l.page_id = ${pageId} and l.deleted_at is null
        and (l.tenant_domain_id is null or (d.verified_at is not null and d.deleted_at is null))
      order by a.person_id is null and a.account_id is null desc, l.tenant_domain_id is null, l.page_link_id
      limit 1`,
  ])
  if (!page) notFound('page', pageId)
  const own = siteUrl(page.slug)
  const { protocol } = new URL(interfaceUrl())
  const [link] = links
  const url = link && `${link.hostname ? `${protocol}//${link.hostname}` : own}${link.path}`
  const home = page.isHome ? `${own}/` : null
  return {
    personalLinks: page.personalLinks,
    publicUrl: link?.isPublic ? (url ?? null) : home,
    parentUrl: (url ?? home)?.replace(/\/$/, '') ?? null,
    siteUrl: own,
  }
}

type AddressRow = {
  audienceId: string
  effectiveName: string
  personName: string | null
  email: string | null
  slug: string | null
  accountName: string | null
  madeFor: AudienceAddress['madeFor']
  key: string | null
  isLive: boolean
  ownHostname: string | null
  ownPath: string | null
}

const rows = (db: Reader, tenantId: string, pageId: string, query: string, audienceId?: string) => {
  const words = wordsOf(query)
  return db`
    from audiences a
      left join persons person on person.tenant_id = ${tenantId} and person.person_id = a.person_id
      left join accounts account on account.tenant_id = ${tenantId} and account.account_id = a.account_id
    where a.tenant_id = ${tenantId} and a.page_id = ${pageId} and a.archived_at is null
      ${words.length > 0 ? db`and a.search_text like all(${words.map(holding)})` : db``}
      ${audienceId === undefined ? db`` : db`and a.audience_id = ${audienceId}`}`
}

async function listRows(
  db: Reader,
  tenantId: string,
  pageId: string,
  query: string,
  { limit, after }: PageOf<[string]>,
  audienceId?: string,
): Promise<AddressRow[]> {
  return await db<AddressRow[]>`
    select found.*, d.hostname as own_hostname, own.path as own_path from (
      select a.audience_id, coalesce(a.custom_name, a.computed_name) as effective_name, person.name as person_name,
        person.email, person.slug, coalesce(account.name, account.domain) as account_name,
        case when a.person_id is not null then 'person' when a.account_id is not null then 'account'
          else 'everyone' end as made_for,
        a.person_route_key as key, a.live_at is not null as is_live
      ${rows(db, tenantId, pageId, query, audienceId)} ${after ? db`and a.audience_id < ${after[0]}` : db``}
      order by a.audience_id desc limit ${limit + 1}) as found
      left join lateral (
        select l.path, l.tenant_domain_id from page_links l
        where l.tenant_id = ${tenantId} and l.audience_id = found.audience_id and l.deleted_at is null
        order by l.tenant_domain_id is null, l.page_link_id limit 1) as own on true
      left join tenant_domains d on d.tenant_id = ${tenantId} and d.tenant_domain_id = own.tenant_domain_id
    order by found.audience_id desc`
}

/** The audience's own link, or else its person's key below the page's URL. */
function urlOf(
  { ownPath, ownHostname, key, slug }: AddressRow,
  { parentUrl, siteUrl, personalLinks }: PageAddresses,
): string | null {
  if (ownPath !== null)
    return ownHostname ? `${new URL(siteUrl).protocol}//${ownHostname}${ownPath}` : siteUrl + ownPath
  if (key === null || parentUrl === null) return null
  if (personalLinks === 'key' || slug === null) return `${parentUrl}/${key}`
  return personalLinks === 'query' ? `${parentUrl}/${slug}?k=${key}` : `${parentUrl}/${slug}/${key}`
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
  const found = await listRows(db, tenantId, pageId, query, request)
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
  const [row] = await listRows(db, tenantId, pageId, '', one, audienceId)
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
    select count(*) as total ${rows(db, tenantId, pageId, query)}`
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
  // Spreadsheets need the byte order mark to read the file as UTF-8.
  yield `\ufeff${csvLine(['name', 'email', 'company', 'link', 'madeFor', 'isLive', 'audienceId'])}`
  let after: [string] | undefined
  for (;;) {
    const found = (await listRows(db, tenantId, pageId, '', { limit: chunk, after })).slice(0, chunk)
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
  const [row] = await tx`
    update pages set personal_links = ${personalLinks}
    where tenant_id = ${tenantId} and page_id = ${pageId} and deleted_at is null returning page_id`
  if (!row) notFound('page', pageId)
}
