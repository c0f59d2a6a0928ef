import { randomInt } from 'node:crypto'
import { type CustomValues, effectiveMetadata, type Facts, type Metadata } from '../../document/index.ts'
import { invalid, notFound } from '../../shared/problem.ts'
import { audienceNames } from '../accounts/audienceNames.ts'
import { conflictOn } from '../database/conflict.ts'
import { type Reader, TooLate, type Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { valuesByKey } from '../fields/queries.ts'
import { searchColumns } from '../lists/search.ts'
import { count } from '../lists/tallies.ts'
import { type NewAudience, versionFields } from '../versions/queries.ts'
import type { AudienceVersion } from '../versions/schema.ts'
import type { PageOf } from '../web/paging.ts'
import type { AudienceInput } from './inputSchema.ts'
import type { Audience, AudiencePatch } from './schema.ts'

type StoredAudience = Omit<
  Audience,
  | 'effectiveName'
  | 'status'
  | 'isNewPageAgent'
  | 'latestVersion'
  | 'publishedVersion'
  | 'effectiveMetadata'
  | 'metadataOverride'
>
type KnownMetadata = { [K in 'metadataOverride' | 'liveMetadata' | 'pageMetadata']: Metadata | null }
type AudienceRow = StoredAudience & KnownMetadata & Record<string, unknown>

const kept = `
  a.audience_id, a.page_id, a.person_id, a.person_route_key, a.computed_name, a.custom_name, a.flags,
  a.action_form_id_override, a.action_form_instructions_override, a.action_url_override, a.supplementary_context,
  a.archived_at, a.created_at`
const metadata = `
  newest.metadata as metadata_override, live.metadata as live_metadata, p.metadata as page_metadata`

/** The columns of the audience's versions, with a prefix: `latest_status`, `published_status`. */
const versionColumns = ['latest', 'published'].flatMap((which) =>
  versionFields.map((field) => {
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return `${which}.${column} as ${which}_${column}`
  }),
)
const columns = [kept, metadata, ...versionColumns].join(', ')

/**
 * Audiences with their page, latest and published version: one index lookup for each. The versions are read with
 * lateral lookups; for a plain join the planner may choose a merge, which in the middle of a million audiences reads
 * half a million versions.
 */
const selectAudiences = (db: Reader, tenantId: string) => db`
  select ${db.raw(columns)} from audiences a
    join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id and p.deleted_at is null
    join lateral (
      select * from versions v where v.tenant_id = ${tenantId} and v.audience_id = a.audience_id
      order by v.version_number desc limit 1) as latest on true
    join lateral (
      select * from versions v
      where v.tenant_id = ${tenantId} and v.audience_id = a.audience_id and v.status = 'published' limit 1)
      as published on true
    join version_documents live on live.tenant_id = ${tenantId} and live.hash = published.document_hash
    join lateral (
      select d.metadata from versions v
        join version_documents d on d.tenant_id = ${tenantId} and d.hash = v.document_hash
      where v.tenant_id = ${tenantId} and v.audience_id = a.audience_id and v.document_hash is not null
      order by v.version_number desc limit 1) as newest on true
  where a.tenant_id = ${tenantId}`

function toAudience(row: AudienceRow): Audience {
  return describeAudience(row, versionOf(row, 'latest'), versionOf(row, 'published'))
}

export function describeAudience(
  row: StoredAudience & KnownMetadata,
  latestVersion: AudienceVersion,
  publishedVersion: AudienceVersion,
): Audience {
  const { metadataOverride, liveMetadata, pageMetadata, customName, computedName, archivedAt } = row
  const effective = effectiveMetadata(pageMetadata ?? undefined, liveMetadata ?? undefined)
  return {
    audienceId: row.audienceId,
    pageId: row.pageId,
    personId: row.personId,
    personRouteKey: row.personRouteKey,
    computedName,
    customName,
    effectiveName: customName ?? computedName,
    status: archivedAt === null ? latestVersion.status : 'archived',
    flags: row.flags,
    isNewPageAgent: latestVersion.isNewPageAgent,
    actionFormIdOverride: row.actionFormIdOverride,
    actionFormInstructionsOverride: row.actionFormInstructionsOverride,
    actionUrlOverride: row.actionUrlOverride,
    supplementaryContext: row.supplementaryContext,
    latestVersion,
    publishedVersion,
    archivedAt,
    createdAt: row.createdAt,
    ...(pageMetadata || liveMetadata ? { effectiveMetadata: effective } : {}),
    ...(metadataOverride ? { metadataOverride } : {}),
  }
}

function versionOf(row: AudienceRow, which: 'latest' | 'published'): AudienceVersion {
  return Object.fromEntries(
    versionFields.map((field) => [field, row[`${which}${field[0]?.toUpperCase()}${field.slice(1)}`]]),
  ) as AudienceVersion
}

export async function getAudience(
  db: Reader,
  tenantId: string,
  pageId: string,
  audienceId: string,
): Promise<Audience> {
  const [row] = await db<AudienceRow[]>`
    ${selectAudiences(db, tenantId)} and a.audience_id = ${audienceId} and a.page_id = ${pageId}`
  return row ? toAudience(row) : notFound('audience', audienceId)
}

/** The archived or the active audiences of a page. */
export async function listAudiences(
  db: Reader,
  tenantId: string,
  pageId: string,
  archived: boolean,
  { limit, after }: PageOf<[string]>,
): Promise<Audience[]> {
  const rows = await db<AudienceRow[]>`
    ${selectAudiences(db, tenantId)} and a.page_id = ${pageId}
      and a.archived_at is ${archived ? db`not null` : db`null`}
      ${after ? db`and a.audience_id < ${after[0]}` : db``}
    order by a.audience_id desc limit ${limit + 1}`
  return rows.map(toAudience)
}

/** These audiences, in this order. */
export async function getAudiences(db: Reader, tenantId: string, audienceIds: string[]): Promise<Audience[]> {
  const rows = await db<AudienceRow[]>`
    ${selectAudiences(db, tenantId)} and a.audience_id = any(${audienceIds})
    order by array_position(${audienceIds}::text[], a.audience_id::text)`
  return rows.map(toAudience)
}

const routeKeyLetters = '0123456789abcdefghijklmnopqrstuvwxyz'

/** 82 random bits. */
function newRouteKey(): string {
  return Array.from({ length: 16 }, () => routeKeyLetters[randomInt(routeKeyLetters.length)]).join('')
}

/**
 * Inserts an audience without a version; the caller counts it. Locks the rows that its name is derived from until the
 * transaction ends, so that changes to them include the audience.
 */
export async function insertAudience(
  tx: Tx,
  tenantId: string,
  { audienceId, pageId }: { audienceId: string; pageId: string },
  { personId = null, accountId = null, customName = null, supplementaryContext = null }: GivenAudience,
): Promise<StoredAudience & NewAudience> {
  const { customNameFolded, customSearchText } = customNames(customName)
  const { computedName, nameFolded, searchText } = audienceNames(tx)
  const personRouteKey = personId === null ? null : newRouteKey()
  const [made] = await tx<(StoredAudience & NewAudience)[]>`
    with person as materialized (
      select * from persons where tenant_id = ${tenantId} and person_id = ${personId}::text for share
    ), account as materialized (
      select * from accounts where tenant_id = ${tenantId}
        and account_id = coalesce((select account_id from person), ${accountId}::text) for share
    )
    insert into audiences as a (tenant_id, audience_id, page_id, person_id, account_id, person_route_key, custom_name,
      custom_name_folded, custom_search_text, supplementary_context, computed_name, name_folded, search_text)
    select ${tenantId}, ${audienceId}, ${pageId}, ${personId}::text,
      case when ${personId}::text is null then ${accountId}::text else person.account_id end, ${personRouteKey}::text,
      ${customName}::text, given.custom_name_folded, given.custom_search_text, ${supplementaryContext}::text,
      ${computedName}, ${nameFolded}, ${searchText}
    from (select ${customNameFolded}::text as custom_name_folded, ${customSearchText}::text as custom_search_text)
        as given
      left join person on true left join account on true
    on conflict (tenant_id, person_route_key) where person_route_key is not null do nothing
    returning ${tx.raw(kept)}, a.created_at::text as at`.catch(conflictOn(unknownReferences(pageId)))
  // At a million audiences, two keys collide once in 10¹⁸ times; the transaction is then retried.
  if (!made) throw new TooLate('the route key is taken')
  // Visitors without an audience of their own may get to see an audience for everyone.
  if (personId === null && accountId === null) notifySite(tx, tenantId, audienceId)
  return made
}

/** At a million audiences, two keys collide once in 10¹⁸ times; the transaction then fails and is retried. */
export async function replaceRouteKey(tx: Tx, tenantId: string, audienceId: string): Promise<void> {
  await tx`
    update audiences set person_route_key = ${newRouteKey()}
    where tenant_id = ${tenantId} and audience_id = ${audienceId}`
  notifySite(tx, tenantId, audienceId)
}

/** SQL builds the search text but can't fold case, so custom names are also stored folded. */
function customNames(customName: string | null) {
  if (customName === null) return { customName, customNameFolded: null, customSearchText: null }
  const { nameFolded, searchText } = searchColumns(customName)
  return { customName, customNameFolded: nameFolded, customSearchText: searchText }
}

type GivenAudience = { [K in keyof AudienceInput]: AudienceInput[K] | null }

const unknownReferences = (pageId: string) => ({
  audiences_tenant_id_page_id_fkey: () => notFound('page', pageId),
  audiences_person: () => invalid('/personId', 'does not match a person'),
  audiences_account: () => invalid('/accountId', 'does not match an account'),
})

/** The account, person and page data for the placeholders of an audience's document. */
export async function gatherFacts(db: Reader, tenantId: string, audienceId: string): Promise<Facts> {
  const [row] = await db<FactsRow[]>`
    select a.person_id, person.name as person_name, person.email, person.job_title, a.account_id, account.name as account_name,
      account.domain, page.title, brand.name as brand_name,
      ${valuesByKey(db, tenantId, 'person', db`person.custom_values`)} as person_fields,
      ${valuesByKey(db, tenantId, 'account', db`account.custom_values`)} as account_fields
    from audiences a
      join pages page on page.tenant_id = ${tenantId} and page.page_id = a.page_id
      join brands brand on brand.tenant_id = ${tenantId} and brand.brand_id = page.brand_id
      left join persons person on person.tenant_id = ${tenantId} and person.person_id = a.person_id
      left join accounts account on account.tenant_id = ${tenantId} and account.account_id = a.account_id
    where a.tenant_id = ${tenantId} and a.audience_id = ${audienceId}`
  if (!row) notFound('audience', audienceId)
  const { personId, personName, email, jobTitle, accountId, accountName, domain, title, brandName } = row
  const [ofPerson, ofAccount] = [row.personFields, row.accountFields]
  return {
    person:
      personId === null
        ? undefined
        : { personId, name: personName, email, jobTitle, ...(ofPerson && { fields: ofPerson }) },
    account:
      accountId === null || domain === null
        ? undefined
        : { accountId, name: accountName, domain, ...(ofAccount && { fields: ofAccount }) },
    brand: { name: brandName },
    page: { title },
  }
}

type FactsRow = {
  [K in 'personId' | 'personName' | 'email' | 'jobTitle' | 'accountId' | 'accountName' | 'domain']:
    | string
    | null
} & {
  title: string
  brandName: string
  personFields: CustomValues | null
  accountFields: CustomValues | null
}

export async function updateAudience(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  { customName, ...patch }: Omit<AudiencePatch, 'metadataOverride'>,
): Promise<void> {
  const changes = {
    ...patch,
    ...(customName === undefined ? {} : customNames(customName)),
  }
  await tx`
    update audiences set ${tx.set(changes)}
    where tenant_id = ${tenantId} and audience_id = ${audienceId}`
  if (customName !== undefined) await updateSearchText(tx, tenantId, audienceId)
  notifySite(tx, tenantId, audienceId)
}

/** A custom name changes only the search text of an audience. */
async function updateSearchText(tx: Tx, tenantId: string, audienceId: string): Promise<void> {
  const { nameFolded, searchText } = audienceNames(tx)
  await tx`
    with given as materialized (
      select person_id, account_id, custom_name_folded, custom_search_text from audiences
      where tenant_id = ${tenantId} and audience_id = ${audienceId}
    ), person as materialized (
      select * from persons where tenant_id = ${tenantId} and person_id = (select person_id from given) for share
    ), account as materialized (
      select * from accounts where tenant_id = ${tenantId} and account_id = (select account_id from given) for share
    )
    update audiences a set name_folded = ${nameFolded}, search_text = ${searchText}
    from given left join person on true left join account on true
    where a.tenant_id = ${tenantId} and a.audience_id = ${audienceId}`
}

/** Archives an active audience, or restores an archived one (`at` is null). */
export async function setArchived(
  tx: Tx,
  tenantId: string,
  { audienceId, pageId }: { audienceId: string; pageId: string },
  at: string | null,
): Promise<void> {
  await tx`
    update audiences set archived_at = ${at} where tenant_id = ${tenantId} and audience_id = ${audienceId}`
  const archived = at === null ? -1 : 1
  count(tx, tenantId, {
    [`page:${pageId}:audiences`]: -archived,
    [`page:${pageId}:archived_audiences`]: archived,
  })
  notifySite(tx, tenantId, audienceId)
}

/** Removes `home_page` from the audience of this page that has it. The page must be locked. */
export async function vacateHome(tx: Tx, tenantId: string, pageId: string): Promise<string | undefined> {
  const [row] = await tx<{ audienceId: string }[]>`
    update audiences set flags = '{}'
    where tenant_id = ${tenantId} and page_id = ${pageId} and flags = '{home_page}' returning audience_id`
  if (row) notifySite(tx, tenantId, row.audienceId)
  return row?.audienceId
}
