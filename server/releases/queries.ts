import { notFound } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import { enqueue } from '../queue/jobs.ts'
import { nameOfKey } from '../users/keyName.ts'
import type { PageOf } from '../web/paging.ts'
import {
  type Release,
  type ReleaseCounts,
  type ReleaseRow,
  type ReleaseRowStatus,
  rowStatuses,
  type StoredAudiences,
  type UndoCounts,
  type UndoPreview,
} from './schema.ts'
import { headVersion } from './subjects.ts'

type StoredCounts = Partial<Record<string, number>>
type ReleaseFields = Omit<Release, 'counts' | 'undo'> & {
  totalRows: number
  storedCounts: StoredCounts
  undoCounts: StoredCounts
}

const columns = (db: Reader) => db`
  r.release_id, r.page_id, r.kind, r.status, r.revision, 
  (r.audiences - 'audienceIds' - 'leaveOut') || jsonb_strip_nulls(jsonb_build_object(
    'audienceCount', jsonb_array_length(r.audiences -> 'audienceIds'),
    'leftOutCount', jsonb_array_length(r.audiences -> 'leaveOut'))) as audiences, r.conflicts, r.publish, r.dry_run, r.note,
  r.publish_at, ${nameOfKey(db)} as made_by, r.total_rows, r.counts as stored_counts, r.undo_counts, r.created_at,
  r.started_at, r.finished_at, r.undone_at`

const tables = (db: Reader, tenantId: string) => db`
  releases r left join api_keys k on k.tenant_id = ${tenantId} and k.key_id = r.key_id`

function toRelease({ totalRows, storedCounts, undoCounts, ...release }: ReleaseFields): Release {
  const settled = rowStatuses.filter((status) => status !== 'waiting')
  const counts = Object.fromEntries(settled.map((status) => [status, storedCounts[status] ?? 0]))
  const done = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const { audiences, conflicts, publish, dryRun, note, publishAt, madeBy, ...rest } = release
  const { createdAt, startedAt, finishedAt, undoneAt, ...first } = rest
  return {
    ...{ ...first, audiences, conflicts, publish, dryRun, note, publishAt, madeBy },
    counts: { total: totalRows, waiting: totalRows - done, ...counts } as ReleaseCounts,
    undo: toUndoCounts(release.status, counts.published ?? 0, undoCounts),
    ...{ createdAt, startedAt, finishedAt, undoneAt },
  }
}

function toUndoCounts(status: Release['status'], total: number, counts: StoredCounts): UndoCounts | null {
  if (status !== 'undoing' && status !== 'undone') return null
  const { undone = 0, overtaken = 0 } = counts
  return { total, waiting: total - undone - overtaken, undone, overtaken }
}

export type NewRelease = Pick<
  Release,
  'pageId' | 'kind' | 'status' | 'revision' | 'conflicts' | 'publish' | 'dryRun' | 'note'
> & {
  audiences: StoredAudiences
  publishAt: Date | null
  operationKey: string | null
  fingerprint: Buffer | null
  keyId: string | null
}

/** Inserts a release without rows; undefined if its idempotency key exists. */
export async function insertRelease(
  tx: Tx,
  tenantId: string,
  { publishAt, audiences, ...release }: NewRelease,
): Promise<string | undefined> {
  const releaseId = newId('release')
  const row = { tenantId, releaseId, ...release, audiences: tx.json(audiences), publishAt }
  const [made] = await tx`
    insert into releases ${tx.values(row)}
    on conflict (tenant_id, operation_key) where operation_key is not null do nothing returning release_id`
  if (!made) return undefined
  if (!release.dryRun) count(tx, tenantId, { [releaseScope(release.pageId)]: 1 })
  enqueue(tx, 'release', tenantId, { key: releaseId, ...(publishAt && { runAt: publishAt }) })
  return releaseId
}

export const releaseScope = (pageId: string) => `page:${pageId}:releases`

export async function findReleaseByKey(db: Reader, tenantId: string, operationKey: string) {
  const [row] = await db<{ releaseId: string; fingerprint: Buffer }[]>`
    select release_id, fingerprint from releases
    where tenant_id = ${tenantId} and operation_key = ${operationKey}`
  return row
}

export async function getRelease(db: Reader, tenantId: string, releaseId: string): Promise<Release> {
  const [row] = await db<ReleaseFields[]>`
    select ${columns(db)} from ${tables(db, tenantId)}
    where r.tenant_id = ${tenantId} and r.release_id = ${releaseId}`
  return row ? toRelease(row) : notFound('release', releaseId)
}

export async function findReleases(db: Reader, tenantId: string, releaseIds: string[]): Promise<Release[]> {
  const rows = await db<ReleaseFields[]>`
    select ${columns(db)} from ${tables(db, tenantId)}
    where r.tenant_id = ${tenantId} and r.release_id = any(${releaseIds})`
  return rows.map(toRelease)
}

/** The releases of a page, newest first, without dry runs. */
export async function listReleases(
  db: Reader,
  tenantId: string,
  pageId: string,
  { limit, after }: PageOf<[string]>,
): Promise<Release[]> {
  const rows = await db<ReleaseFields[]>`
    select ${columns(db)} from ${tables(db, tenantId)}
    where r.tenant_id = ${tenantId} and r.page_id = ${pageId} and not r.dry_run
      ${after ? db`and r.release_id < ${after[0]}` : db``}
    order by r.release_id desc limit ${limit + 1}`
  return rows.map(toRelease)
}

/** The number of unfinished releases of a tenant, up to `most`. */
export async function countUnfinished(db: Reader, tenantId: string, most: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from (
      select from releases
      where tenant_id = ${tenantId} and status in ('scheduled', 'running', 'cancelling', 'undoing')
      limit ${most}) as unfinished`
  return row?.count ?? 0
}

/** What undoing a release would do to each audience, by the same rules as the undo. */
export async function countUndo(
  db: Reader,
  tenantId: string,
  releaseId: string,
): Promise<Omit<UndoPreview, 'contentRevision' | 'keeping'>> {
  const [row] = await db<Omit<UndoPreview, 'contentRevision' | 'keeping'>[]>`
    select count(*) filter (where w.status = 'published' and v.status = 'published') as restored,
      count(*) filter (where w.status = 'published' and v.status is distinct from 'published') as overtaken,
      count(*) filter (where w.status <> 'published') as unaffected
    from release_rows w
      left join versions v on v.tenant_id = ${tenantId} and v.version_id = w.version_id
    where w.tenant_id = ${tenantId} and w.release_id = ${releaseId}`
  return row as Omit<UndoPreview, 'contentRevision' | 'keeping'>
}

/** The number of audiences of the page based on this revision or a later one. */
export async function countStandingOn(
  db: Reader,
  tenantId: string,
  { pageId, revision }: Pick<Release, 'pageId' | 'revision'>,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from audiences a ${headVersion(db, tenantId)}
    where a.tenant_id = ${tenantId} and a.page_id = ${pageId} and a.archived_at is null and a.detached_at is null
      and head.base_revision >= ${revision}`
  return row?.count ?? 0
}

/**
 * The revision that most audiences of the release would return to. Null unless the page still has the content of the
 * release and the content of that revision differs.
 */
export async function findContentBefore(
  db: Reader,
  tenantId: string,
  releaseId: string,
): Promise<number | null> {
  const [row] = await db<{ revision: number }[]>`
    select before.revision from releases r
      join page_revisions released on released.tenant_id = ${tenantId} and released.page_id = r.page_id
        and released.revision = r.revision
      join page_revisions before on before.tenant_id = ${tenantId} and before.page_id = r.page_id
        and before.revision = (
          select v.base_revision from release_rows w
            join versions v on v.tenant_id = ${tenantId}
              and v.version_id = coalesce(w.previous_version_id, w.from_version_id)
          where w.tenant_id = ${tenantId} and w.release_id = ${releaseId} and w.status = 'published'
          group by v.base_revision order by count(*) desc, v.base_revision desc limit 1)
    where r.tenant_id = ${tenantId} and r.release_id = ${releaseId} and r.kind = 'base'
      and before.hash <> released.hash and released.hash = (
        select newest.hash from page_revisions newest
        where newest.tenant_id = ${tenantId} and newest.page_id = r.page_id order by newest.revision desc limit 1)`
  return row?.revision ?? null
}

/** Locks a release; waits for the running step. */
export async function lockRelease(
  tx: Tx,
  tenantId: string,
  releaseId: string,
): Promise<Pick<Release, 'status' | 'publish' | 'dryRun' | 'publishAt'>> {
  const [row] = await tx<Pick<Release, 'status' | 'publish' | 'dryRun' | 'publishAt'>[]>`
    select status, publish, dry_run, publish_at from releases
    where tenant_id = ${tenantId} and release_id = ${releaseId} for update`
  return row ?? notFound('release', releaseId)
}

export async function changeRelease(
  tx: Tx,
  tenantId: string,
  releaseId: string,
  changes: object,
): Promise<void> {
  await tx`
    update releases set ${tx.set(changes)} where tenant_id = ${tenantId} and release_id = ${releaseId}`
}

const rowColumns = (db: Reader) => db`
  w.position, w.audience_id, coalesce(a.custom_name, a.computed_name) as audience_name, w.status, w.reason,
  w.version_id, v.version_number, w.previous_version_id, w.changes, w.conflict_count as conflicts,
  w.is_personalised, w.undo, w.settled_at`

const rowTables = (db: Reader, tenantId: string) => db`
  release_rows w
    left join audiences a on a.tenant_id = ${tenantId} and a.audience_id = w.audience_id
    left join versions v on v.tenant_id = ${tenantId} and v.version_id = w.version_id`

export async function listRows(
  db: Reader,
  tenantId: string,
  releaseId: string,
  { status, isReversed }: { status?: ReleaseRowStatus | undefined; isReversed: boolean },
  { limit, after }: PageOf<[number]>,
): Promise<ReleaseRow[]> {
  // Most recent first: rows are processed in order of position.
  const beyond = isReversed ? db`<` : db`>`
  return await db<ReleaseRow[]>`
    select ${rowColumns(db)} from ${rowTables(db, tenantId)}
    where w.tenant_id = ${tenantId} and w.release_id = ${releaseId}
      ${status ? db`and w.status = ${status}` : isReversed ? db`and w.status <> 'waiting'` : db``}
      ${after ? db`and w.position ${beyond} ${after[0]}` : db``}
    order by w.position ${isReversed ? db`desc` : db``} limit ${limit + 1}`
}

export async function findRow(
  db: Reader,
  tenantId: string,
  releaseId: string,
  audienceId: string,
): Promise<(ReleaseRow & { fromVersionId: string | null }) | undefined> {
  const [row] = await db<(ReleaseRow & { fromVersionId: string | null })[]>`
    select ${rowColumns(db)}, w.from_version_id from ${rowTables(db, tenantId)}
    where w.tenant_id = ${tenantId} and w.release_id = ${releaseId} and w.audience_id = ${audienceId}`
  return row
}

/** Deletes dry runs after a week. */
export async function forgetOldDryRuns(tx: Tx, tenants?: Included): Promise<void> {
  await tx`
    -- every tenant: upkeep
    delete from releases where ${isIncluded(tx, tenants)} and (tenant_id, release_id) in (
      select tenant_id, release_id from releases
      where ${isIncluded(tx, tenants)} and dry_run and created_at < now() - interval '7 days' and finished_at is not null limit 20)`
}
