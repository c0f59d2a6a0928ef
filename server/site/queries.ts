import type { Document, Metadata, OwnFont, PageParts } from '../../document/index.ts'
import { readableName } from '../accounts/readableName.ts'
import type { Brand } from '../brands/schema.ts'
import type { Reader } from '../database/database.ts'
import type { MediaType } from '../files/schema.ts'

/** The tenant of a host. Links on the tenant's subdomain have no domain. */
export type HostOwner = { tenantId: string; tenantDomainId: string | null }

export async function findOwnerOfHostname(db: Reader, hostname: string): Promise<HostOwner | undefined> {
  const [owner] = await db<HostOwner[]>`
    -- every tenant: the host name is what names one
    select tenant_id, tenant_domain_id from verified_hostnames where hostname = ${hostname}`
  return owner
}

/** The gate of a link. */
export type LinkGate = {
  pageLinkId: string
  hasPassword: boolean
  /** Visitors must confirm an e-mail address. */
  asksEmail: boolean
  expiresAtMs: number | null
  visitLimit: number | null
  isUsedUp: boolean
  revision: number
}
export type FoundLink = { path: string; audienceId: string; pageId: string; gate: LinkGate | null }

export const gateColumns = (db: Reader) => db`
  jsonb_build_object('pageLinkId', g.page_link_id,
    'hasPassword', g.password_hash is not null, 'asksEmail', g.allowed_emails is not null,
    'visitLimit', g.visit_limit,
    'isUsedUp', coalesce(g.visits >= g.visit_limit, false), 'revision', g.revision,
    'expiresAtMs', floor(extract(epoch from g.expires_at) * 1000))`

/**
 * Gates that protect an audience called `a` on every path: those of its own links and, for a personal page, of links of
 * the page to the public audience or the audience of the person's account. A gate with only an end date protects
 * nothing.
 */
export const protectingGates = (db: Reader, tenantId: string) => db`
  page_links gated
    join page_link_gates g on g.tenant_id = ${tenantId} and g.page_link_id = gated.page_link_id
      and (g.password_hash is not null or g.allowed_emails is not null or g.visit_limit is not null)
    join audiences target on target.tenant_id = ${tenantId} and target.audience_id = gated.audience_id
  where gated.tenant_id = ${tenantId} and gated.page_id = a.page_id and gated.deleted_at is null
    and (gated.audience_id = a.audience_id or (a.person_route_key is not null and target.person_id is null
      and (target.account_id is null or target.account_id = a.account_id)))`

/**
 * The order in which a page's gates are shown: those of the audience's own links first, then those that visitors can
 * still pass, then the oldest. A visitor who passes one can also open the page at that link's path.
 */
export const gateOrder = (db: Reader) => db`
  gated.audience_id <> a.audience_id, coalesce(g.allowed_emails = '{}', false), gated.page_link_id`

/** The links at these paths of a host. */
export async function findLinks(
  db: Reader,
  { tenantId, tenantDomainId }: HostOwner,
  paths: string[],
): Promise<FoundLink[]> {
  return await db<FoundLink[]>`
    select l.path, l.audience_id, l.page_id,
      case when g.page_link_id is not null then ${gateColumns(db)} end as gate
    from page_links l
      left join page_link_gates g on g.tenant_id = ${tenantId} and g.page_link_id = l.page_link_id
    where l.tenant_id = ${tenantId} and l.domain_key = ${tenantDomainId ?? ''} and l.path = any(${paths})
      and l.deleted_at is null`
}

/** The audience of a page that a person's key identifies. */
export async function findAudienceOfPerson(
  db: Reader,
  tenantId: string,
  pageId: string,
  personRouteKey: string,
): Promise<string | undefined> {
  const [row] = await db<{ audienceId: string }[]>`
    select audience_id from audiences
    where tenant_id = ${tenantId} and person_route_key = ${personRouteKey} and page_id = ${pageId}`
  return row?.audienceId
}

export type HomePage = { pageId: string; status: ShownAudience['pageStatus']; audienceId: string | null }

/** The public audience of the home page: the one with the home flag, or else the oldest public one. */
export async function findHome(db: Reader, tenantId: string): Promise<HomePage | undefined> {
  const [row] = await db<HomePage[]>`
    select page_id, status, coalesce(
      (select audience_id from audiences a
        where a.tenant_id = ${tenantId} and a.page_id = pages.page_id and a.flags = '{home_page}'
          and a.archived_at is null and a.live_at is not null),
      (select audience_id from audiences a
        where a.tenant_id = ${tenantId} and a.page_id = pages.page_id and a.person_id is null
          and a.account_id is null and a.archived_at is null and a.live_at is not null
        order by a.audience_id limit 1)) as audience_id
    from pages where tenant_id = ${tenantId} and flags = '{home_page}' and deleted_at is null`
  return row
}

/** The brand properties used in pages. */
export type ShownBrand = Omit<
  Brand,
  'brandId' | 'domain' | 'description' | 'language' | 'isDemo' | 'createdAt' | 'updatedAt'
>

export type ShownAudience = {
  pageId: string
  audienceId: string
  versionId: string
  isPersonal: boolean
  /** The gate that protects the audience on every path: of one of its links, or of a link above it. */
  gate: LinkGate | null
  isArchived: boolean
  /** Whether one of its versions was published, so that visitors may see it. */
  isLive: boolean
  /** Whether the page is deleted. */
  isDeleted: boolean
  pageStatus: 'draft' | 'published' | 'archived'
  /** Setting of the tenant for the visit script. */
  respectPrivacySignals: boolean
  actionUrlOverride: string | null
  page: Omit<PageParts, 'metadata' | 'headerActionId'> & {
    metadata: Metadata | null
    headerActionId: string | null
  }
  brand: ShownBrand
  document: Document
  /** Name and logo of the page's account. */
  accountName: string | null
  accountLogoAssetId: string | null
}

/** Everything needed to render an audience's page: its published version, or the given one. */
export async function findShown(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionId?: string,
): Promise<ShownAudience | undefined> {
  const [row] = await db<ShownAudience[]>`
    select p.page_id, a.audience_id, v.version_id, a.action_url_override,
      a.person_id is not null or a.account_id is not null as is_personal,
      a.archived_at is not null as is_archived, a.live_at is not null as is_live, p.deleted_at is not null as is_deleted, p.status as page_status,
      ${pageParts(db)}, ${brandParts(db)},
      d.document, t.respect_privacy_signals,
      (select ${gateColumns(db)} from ${protectingGates(db, tenantId)}
        order by ${gateOrder(db)} limit 1) as gate,
      case when live.is_shown then a.recipient_name else ${readableName(db, db`account`)} end as account_name,
      case when live.is_shown then a.recipient_logo_asset_id else account.logo_asset_id end as account_logo_asset_id
    from audiences a
      join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id
      join brands b on b.tenant_id = ${tenantId} and b.brand_id = p.brand_id
      join versions v on v.tenant_id = ${tenantId} and v.audience_id = a.audience_id
        and ${versionId === undefined ? db`v.status = 'published'` : db`v.version_id = ${versionId}`}
      join version_documents d on d.tenant_id = ${tenantId} and d.hash = v.document_hash
      join tenants t on t.tenant_id = ${tenantId}
      left join accounts account on account.tenant_id = ${tenantId} and account.account_id = a.account_id
      -- Drafts show the account as a publish would.
      cross join lateral (select v.status = 'published' and a.live_at is not null as is_shown) as live
    where a.tenant_id = ${tenantId} and a.audience_id = ${audienceId}`
  return row
}

/** The page properties needed to render any of its documents. */
export async function findPageLook(
  db: Reader,
  tenantId: string,
  pageId: string,
): Promise<Pick<ShownAudience, 'page' | 'brand'> | undefined> {
  const [row] = await db<Pick<ShownAudience, 'page' | 'brand'>[]>`
    select ${pageParts(db)}, ${brandParts(db)}
    from pages p join brands b on b.tenant_id = ${tenantId} and b.brand_id = p.brand_id
    where p.tenant_id = ${tenantId} and p.page_id = ${pageId} and p.deleted_at is null`
  return row
}

const pageParts = (db: Reader) => db`
  jsonb_build_object('title', p.title, 'actions', p.actions, 'actionCardWidgets', p.action_card_widgets,
    'scripts', p.scripts, 'footerLinks', p.footer_links, 'headerActionId', p.header_action_id,
    'metadata', p.metadata) as page`
const brandParts = (db: Reader) => db`
  jsonb_build_object('name', b.name, 'primaryColor', b.primary_color, 'font', b.font,
    'secondaryColor', b.secondary_color, 'look', b.look, 'headingFont', b.heading_font, 'textFont', b.text_font,
    'cornerStyle', b.corner_style, 'logoAssetId', b.logo_asset_id, 'logoDarkAssetId', b.logo_dark_asset_id,
    'faviconAssetId', b.favicon_asset_id) as brand`

export type PublicFile = {
  fileId: string
  mediaType: MediaType
  width: number | null
  height: number | null
  previewSize: number | null
  placeholder: string | null
  widths: number[]
  trimmedWidth: number | null
  trimmedHeight: number | null
  focalX: number | null
  focalY: number | null
}

/** The files with these ids, and of undeleted assets with these ids. */
export async function findPublicFiles(
  db: Reader,
  tenantId: string,
  ids: { assetIds: string[]; fileIds: string[] },
): Promise<(PublicFile & { assetId: string | null })[]> {
  if (ids.assetIds.length === 0 && ids.fileIds.length === 0) return []
  return await db<(PublicFile & { assetId: string | null })[]>`
    select s.asset_id, f.file_id, f.media_type, f.width, f.height, f.preview_size, f.placeholder, f.widths,
      f.trimmed_width, f.trimmed_height, s.focal_x, s.focal_y
    from files f join assets s on s.tenant_id = ${tenantId} and s.file_id = f.file_id and s.deleted_at is null
    where f.tenant_id = ${tenantId} and s.asset_id = any(${ids.assetIds}) and f.removed_at is null
    union all
    select null, f.file_id, f.media_type, f.width, f.height, f.preview_size, f.placeholder, f.widths,
      f.trimmed_width, f.trimmed_height, null, null
    from files f
    where f.tenant_id = ${tenantId} and f.file_id = any(${ids.fileIds}) and f.stored_at is not null
      and f.removed_at is null`
}

/** The uploaded fonts among these font names. */
export async function findOwnFonts(
  db: Reader,
  tenantId: string,
  names: (string | null)[],
): Promise<Map<string, OwnFont>> {
  const fileIds = names.filter((name) => name?.startsWith('file_')) as string[]
  if (fileIds.length === 0) return new Map()
  const rows = await db<{ fileId: string; font: Omit<OwnFont, 'fileId'> }[]>`
    select file_id, font from files
    where tenant_id = ${tenantId} and file_id = any(${fileIds}) and font is not null and removed_at is null`
  return new Map(rows.map(({ fileId, font }) => [fileId, { fileId, ...font }]))
}

export type ListedAddress = { path: string; robots: string[] | null; changedAt: string }

/** The paths of a host with public pages, newest first. */
export async function listPublicAddresses(
  db: Reader,
  { tenantId, tenantDomainId }: HostOwner,
  most: number,
): Promise<ListedAddress[]> {
  return await db<ListedAddress[]>`
    select l.path, v.published_at as changed_at,
      coalesce(d.metadata -> 'robots', p.metadata -> 'robots') as robots
    from audiences a
      join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id
      join page_links l on l.tenant_id = ${tenantId} and l.audience_id = a.audience_id
      join versions v on v.tenant_id = ${tenantId} and v.audience_id = a.audience_id and v.status = 'published'
      join version_documents d on d.tenant_id = ${tenantId} and d.hash = v.document_hash
    where a.tenant_id = ${tenantId} and a.person_id is null and a.account_id is null and a.archived_at is null
      and a.live_at is not null and p.status = 'published' and p.deleted_at is null
      and l.domain_key = ${tenantDomainId ?? ''} and l.deleted_at is null
      and not exists (select from page_link_gates g
        where g.tenant_id = ${tenantId} and g.page_link_id = l.page_link_id
          and g.expires_at is not null)
      and not exists (select from ${protectingGates(db, tenantId)})
    order by l.page_link_id desc limit ${most}`
}

/** The home page, if it is public. */
export async function findHomeAddress(db: Reader, tenantId: string): Promise<ListedAddress | undefined> {
  const home = await findHome(db, tenantId)
  if (home?.status !== 'published' || home.audienceId === null) return undefined
  const [row] = await db<ListedAddress[]>`
    select '/' as path, v.published_at as changed_at,
      coalesce(d.metadata -> 'robots', p.metadata -> 'robots') as robots
    from audiences a
      join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id
      join versions v on v.tenant_id = ${tenantId} and v.audience_id = a.audience_id and v.status = 'published'
      join version_documents d on d.tenant_id = ${tenantId} and d.hash = v.document_hash
    where a.tenant_id = ${tenantId} and a.audience_id = ${home.audienceId} and a.person_id is null
      and a.account_id is null and not exists (select from ${protectingGates(db, tenantId)})`
  return row
}

/** The first link of a published page on the tenant's own subdomain. */
export async function findSampleLink(db: Reader, tenantId: string): Promise<string | undefined> {
  const [row] = await db<{ path: string }[]>`
    select l.path from page_links l
      join pages p on p.tenant_id = ${tenantId} and p.page_id = l.page_id
      join audiences a on a.tenant_id = ${tenantId} and a.audience_id = l.audience_id
    where l.tenant_id = ${tenantId} and l.domain_key = '' and l.deleted_at is null and p.status = 'published'
      and p.deleted_at is null and a.archived_at is null and a.live_at is not null
    order by a.person_id is null, l.page_link_id limit 1`
  return row?.path
}
