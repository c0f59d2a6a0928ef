import type { Document } from '../../document/index.ts'
import { notFound } from '../../shared/problem.ts'
import { readableName } from '../accounts/readableName.ts'
import type { Fragment, Reader, Tx } from '../database/database.ts'
import type { PageOf } from '../web/paging.ts'
import type { AudienceVersion, VersionStatus } from './schema.ts'

/** The location of a version: three ids, each of which must belong to the previous one. */
export type VersionPlace = { pageId: string; audienceId: string; versionId: string }
export type StoredVersion = AudienceVersion & { documentHash: string | null }

/** An audience that is locked until the transaction ends. */
export type LockedAudience = {
  audienceId: string
  pageId: string
  personId: string | null
  accountId: string | null
  supplementaryContext: string | null
  archivedAt: string | null
  /** Since when visitors may see it; null until one of its versions is first published. */
  liveAt: string | null
  /** The time of the lock, as PostgreSQL writes it: timestamps taken from it are in the order of the steps. */
  at: string
  atMs: number
}

/** A newly inserted audience; `at` is `createdAt` as PostgreSQL writes it. */
export type NewAudience = Pick<LockedAudience, 'audienceId' | 'supplementaryContext' | 'at'> & {
  createdAt: string
}

export const versionFields = [
  'versionId',
  'audienceId',
  'versionNumber',
  'status',
  'isNewPageAgent',
  'supplementaryContext',
  'queueDurationMs',
  'createdAt',
  'becameDraftAt',
  'queuedAt',
  'publishedAt',
  'cancelledAt',
  'obsoleteAt',
  'archivedAt',
] as const satisfies (keyof AudienceVersion)[]

/** By table. */
const columnsOf = new Map<string, Fragment>()

/** The columns of a version, qualified with a table name for joins. */
export function versionColumns(db: Reader, table = 'versions'): Fragment {
  const columns = columnsOf.get(table) ?? db.identifier(versionFields.map((field) => `${table}.${field}`))
  columnsOf.set(table, columns)
  return columns
}

/** Every step of an audience's versions starts with this lock. The clock is read once the lock is held. */
export async function findLockedAudience(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  which = tx``,
): Promise<LockedAudience | undefined> {
  const [audience] = await tx<LockedAudience[]>`
    with locked as materialized (
      select audience_id, page_id, person_id, account_id, supplementary_context, archived_at, live_at
      from audiences
      where tenant_id = ${tenantId} and audience_id = ${audienceId} ${which} for no key update
    )
    select audience_id, page_id, person_id, account_id, supplementary_context, archived_at, live_at,
      moment::text as at, floor(extract(epoch from moment) * 1000)::bigint as at_ms
    from (select *, clock_timestamp() as moment from locked) as timed`
  return audience
}

/** Locks several audiences in order of their ids; missing ones are omitted. They share one timestamp. */
export async function lockAudiences(
  tx: Tx,
  tenantId: string,
  audienceIds: string[],
): Promise<LockedAudience[]> {
  return await tx<LockedAudience[]>`
    with locked as materialized (
      select audience_id, page_id, person_id, account_id, supplementary_context, archived_at, live_at
      from audiences
      where tenant_id = ${tenantId} and audience_id = any(${audienceIds}::text[])
      order by audience_id for no key update
    ), clock as materialized (
      -- Read once all are locked.
      select clock_timestamp() as moment from (select count(*) from locked) as counted
    )
    select locked.*, moment::text as at, floor(extract(epoch from moment) * 1000)::bigint as at_ms
    from locked cross join clock`
}

/** Throws if the audience does not exist; with `pageId`, also if it belongs to another or a deleted page. */
export async function lockAudience(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  pageId?: string,
): Promise<LockedAudience> {
  const onPage = tx`and page_id = ${pageId} and exists (
    select from pages p where p.tenant_id = ${tenantId} and p.page_id = ${pageId} and p.deleted_at is null)`
  const locked = await findLockedAudience(tx, tenantId, audienceId, pageId === undefined ? tx`` : onPage)
  return locked ?? notFound('audience', audienceId)
}

/**
 * Makes these audiences visible if their page is published. Their pages show the account as it is now until the next
 * publish, so a change of an account or person changes nothing that is live. The caller notifies the site.
 */
export function markLive(
  tx: Tx,
  tenantId: string,
  audiences: Pick<LockedAudience, 'audienceId' | 'at'>[],
): void {
  const [first, ...others] = audiences
  if (!first) return
  // With equality PostgreSQL caches the plan; with `any` it plans each time, which takes 0.3 ms.
  const which =
    others.length === 0
      ? tx`a.audience_id = ${first.audienceId}`
      : tx`a.audience_id = any(${audiences.map(({ audienceId }) => audienceId)}::text[])`
  tx.append(tx`
    update audiences a set live_at = coalesce(a.live_at, ${first.at}),
      (recipient_name, recipient_logo_asset_id) = (
        select ${readableName(tx, tx`account`)}, account.logo_asset_id from accounts account
        where account.tenant_id = ${tenantId} and account.account_id = a.account_id)
    where a.tenant_id = ${tenantId} and ${which}`)
}

/** Throws if the page does not exist or the audience is not one of its own. */
export async function demandAudience(
  db: Reader,
  tenantId: string,
  pageId: string,
  audienceId: string,
): Promise<void> {
  const [found] = await db`
    select from audiences a join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id
    where a.tenant_id = ${tenantId} and a.audience_id = ${audienceId} and a.page_id = ${pageId}
      and p.deleted_at is null`
  if (!found) notFound('audience', audienceId)
}

export async function getVersion(
  db: Reader,
  tenantId: string,
  { pageId, audienceId, versionId }: VersionPlace,
): Promise<StoredVersion> {
  const [version] = await db<StoredVersion[]>`
    select ${versionColumns(db, 'v')}, v.document_hash from versions v
      join audiences a on a.tenant_id = ${tenantId} and a.audience_id = v.audience_id
      join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id
    where v.tenant_id = ${tenantId} and v.version_id = ${versionId} and v.audience_id = ${audienceId}
      and a.page_id = ${pageId} and p.deleted_at is null`
  return version ?? notFound('version', versionId)
}

export async function findVersion(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<StoredVersion | undefined> {
  const [version] = await db<StoredVersion[]>`
    select ${versionColumns(db)}, document_hash from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and version_id = ${versionId}`
  return version
}

export type ReadVersion = StoredVersion & { document: Document | null }

/** A version and the published one, possibly the same; for a draft, both with their documents. */
export async function findVersionAndPublished(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<{ version: ReadVersion | undefined; published: ReadVersion | undefined }> {
  const document = db`(
    select d.document from version_documents d
    where d.tenant_id = ${tenantId} and d.hash = versions.document_hash)`
  const found = await db<ReadVersion[]>`
    select ${versionColumns(db)}, document_hash, case when status = 'draft' then ${document} end as document
    from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and version_id = ${versionId}
    union all
    select ${versionColumns(db)}, document_hash, ${document} from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and status = 'published'
      and version_id <> ${versionId}`
  return {
    version: found.find((version) => version.versionId === versionId),
    published: found.find((version) => version.status === 'published'),
  }
}

export async function findPublishedVersion(
  db: Reader,
  tenantId: string,
  audienceId: string,
): Promise<StoredVersion | undefined> {
  const [version] = await db<StoredVersion[]>`
    select ${versionColumns(db)}, document_hash from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and status = 'published'`
  return version
}

/**
 * The version that this one started from: the newest earlier one that was not obsolete at the time, or else the newest
 * earlier one.
 */
export async function findEarlierVersion(
  db: Reader,
  tenantId: string,
  { audienceId, versionNumber }: AudienceVersion,
): Promise<StoredVersion | undefined> {
  const [version] = await db<StoredVersion[]>`
    select ${versionColumns(db)}, document_hash from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and version_number < ${versionNumber}
      and document_hash is not null
    order by obsolete_at < (
        select coalesce(v.queued_at, v.created_at) from versions v
        where v.tenant_id = ${tenantId} and v.audience_id = ${audienceId} and v.version_number = ${versionNumber}
      ) is true, version_number desc limit 1`
  return version
}

/** The version that the run of this version starts from. */
export async function findStartingVersion(
  db: Reader,
  tenantId: string,
  { audienceId, versionNumber }: AudienceVersion,
): Promise<StoredVersion | undefined> {
  const start = startNumber(db, tenantId, audienceId, db`and s.version_number < ${versionNumber}`)
  const [version] = await db<StoredVersion[]>`
    select ${versionColumns(db)}, document_hash from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and version_number = ${start}`
  return version
}

/**
 * The number of the version that the next one starts from: the newest that is published or can still be. The version
 * of an undone release is newer than the published one, but obsolete. While an older request is processed, all earlier
 * versions may be obsolete; then it is the newest of them.
 */
export function startNumber(
  db: Reader,
  tenantId: string,
  audienceId: string,
  which: Fragment = db``,
): Fragment {
  const newest = (also: Fragment) => db`(
    select max(s.version_number) from versions s
    where s.tenant_id = ${tenantId} and s.audience_id = ${audienceId} and s.document_hash is not null ${which} ${also})`
  return db`coalesce(${newest(db`and s.obsolete_at is null`)}, ${newest(db``)})`
}

/**
 * The newest earlier versions with a document, oldest first, each with the document's hash. A version that was
 * archived while it was the newest, for example by undoing a release, is omitted if a later one exists, because that
 * one didn't start from it.
 */
export async function listEarlierDocuments(
  db: Reader,
  tenantId: string,
  { audienceId, versionNumber }: AudienceVersion,
  most: number,
): Promise<{ versionNumber: number; documentHash: string }[]> {
  const rows = await db<{ versionNumber: number; documentHash: string }[]>`
    select version_number, document_hash from (
      select version_number, document_hash,
        archived_at < lag(became_draft_at) over (order by version_number desc) as is_taken_back
      from versions
      where tenant_id = ${tenantId} and audience_id = ${audienceId} and version_number < ${versionNumber}
        and document_hash is not null
      order by version_number desc limit ${most}) as earlier
    where is_taken_back is not true
    order by version_number`
  return rows
}

/** Newest first, by number: ids follow the clocks of the nodes that created them, numbers the order of the steps. */
export async function listVersions(
  db: Reader,
  tenantId: string,
  audienceId: string,
  { limit, after }: PageOf<[number]>,
): Promise<AudienceVersion[]> {
  return await db<AudienceVersion[]>`
    select ${versionColumns(db)} from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId}
      ${after ? db`and version_number < ${after[0]}` : db``}
    order by version_number desc limit ${limit + 1}`
}

/** Numbers start at 1 without gaps, so the highest is the count. */
export async function countVersions(db: Reader, tenantId: string, audienceId: string): Promise<number> {
  const [row] = await db<{ total: number }[]>`
    select coalesce(max(version_number), 0)::bigint as total from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId}`
  return row?.total ?? 0
}

export async function hasUnfinishedVersion(
  db: Reader,
  tenantId: string,
  audienceId: string,
): Promise<boolean> {
  const [found] = await db`
    select from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and status in ('pending', 'queued', 'processing')
    limit 1`
  return found !== undefined
}

/** The oldest waiting version, if no earlier one is unfinished. */
export async function findNextVersion(
  db: Reader,
  tenantId: string,
  audienceId: string,
): Promise<string | undefined> {
  const [first] = await db<{ versionId: string; status: VersionStatus }[]>`
    select version_id, status from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and status in ('pending', 'queued', 'processing')
    order by status = 'pending', version_number limit 1`
  return first?.status === 'pending' ? first.versionId : undefined
}

/** The version being processed, or else the oldest waiting one. */
export async function findRunningVersion(
  db: Reader,
  tenantId: string,
  audienceId: string,
): Promise<string | undefined> {
  const [first] = await db<{ versionId: string }[]>`
    select version_id from versions
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and status in ('pending', 'queued', 'processing')
    order by status = 'processing' desc, version_number limit 1`
  return first?.versionId
}
