import type { Tx } from '../database/database.ts'
import type { Release, ReleaseRowStatus, StoredAudiences } from './schema.ts'

/** Release operations of workers. */

/** Rows written by one statement. */
export const mostSelected = 5_000

/** A release that is locked until the transaction ends. */
export type HeldRelease = Pick<
  Release,
  'releaseId' | 'pageId' | 'kind' | 'status' | 'revision' | 'conflicts' | 'publish' | 'dryRun' | 'startedAt'
> & {
  tenantId: string
  audiences: StoredAudiences
  selectedThrough: string
  isSelected: boolean
  totalRows: number
  cursor: number
  undoCursor: number
  keyId: string | null
  /** Whether its rows were selected and pinned when it was created. */
  isPinned: boolean
}

const held = `tenant_id, release_id, page_id, kind, status, revision, audiences, conflicts, publish, dry_run, started_at,
  selected_through, is_selected, total_rows, cursor, undo_cursor, key_id, is_pinned`

/** Undefined if the release has ended. */
export async function findLockedRelease(
  tx: Tx,
  tenantId: string,
  releaseId: string,
): Promise<HeldRelease | undefined> {
  const [release] = await tx<HeldRelease[]>`
    select ${tx.raw(held)} from releases
    where tenant_id = ${tenantId} and release_id = ${releaseId}
      and status in ('scheduled', 'running', 'cancelling', 'undoing') for update`
  return release
}

export type WaitingReleaseRow = {
  position: number
  audienceId: string | null
  /** The audience's version when the release was created. */
  fromVersionId: string | null
  pin: string | null
}

export async function listWaiting(
  tx: Tx,
  { tenantId, releaseId, cursor }: HeldRelease,
  most: number,
): Promise<WaitingReleaseRow[]> {
  return await tx<WaitingReleaseRow[]>`
    select position, audience_id, from_version_id, pin from release_rows
    where tenant_id = ${tenantId} and release_id = ${releaseId} and status = 'waiting' and position > ${cursor}
    order by position limit ${most}`
}

export type SettledReleaseRow = {
  position: number
  status: ReleaseRowStatus
  reason?: string | undefined
  fromVersionId?: string | undefined
  versionId?: string | undefined
  previousVersionId?: string | undefined
  wasLive?: boolean
  changes?: number
  conflictCount?: number
  isPersonalised?: boolean
}

/** Stores the results of waiting rows and updates the counts. */
export async function settleRows(
  tx: Tx,
  { tenantId, releaseId }: HeldRelease,
  rows: SettledReleaseRow[],
): Promise<void> {
  const last = rows.at(-1)
  if (!last) return
  const of = <K extends keyof SettledReleaseRow>(field: K) => rows.map((row) => row[field] ?? null)
  await tx`
    update release_rows r set status = s.status, reason = s.reason, from_version_id = s.from_id,
      version_id = s.version_id, previous_version_id = s.previous_id, was_live = s.was_live, changes = s.changes,
      conflict_count = s.conflict_count, is_personalised = s.is_personalised, pin = null, settled_at = statement_timestamp()
    from unnest(${of('position')}::int[], ${of('status')}::text[], ${of('reason')}::text[],
      ${of('fromVersionId')}::text[], ${of('versionId')}::text[], ${of('previousVersionId')}::text[],
      ${rows.map((row) => row.wasLive ?? false)}::boolean[], ${of('changes')}::int[], ${of('conflictCount')}::int[],
      ${rows.map((row) => row.isPersonalised ?? false)}::boolean[])
      as s (position, status, reason, from_id, version_id, previous_id, was_live, changes, conflict_count,
        is_personalised)
    where r.tenant_id = ${tenantId} and r.release_id = ${releaseId} and r.position = s.position`
  await addToCounts(
    tx,
    { tenantId, releaseId },
    'counts',
    rows.map(({ status }) => status),
  )
  await tx`
    update releases set cursor = ${last.position} where tenant_id = ${tenantId} and release_id = ${releaseId}`
}

/** The release is locked, so no other transaction changes its counts. */
async function addToCounts(
  tx: Tx,
  { tenantId, releaseId }: Pick<HeldRelease, 'tenantId' | 'releaseId'>,
  column: 'counts' | 'undo_counts',
  names: string[],
): Promise<void> {
  const added = Object.entries(Object.groupBy(names, (name) => name))
  await tx`
    update releases set ${tx.raw(column)} = ${tx.raw(column)} || (
      select coalesce(jsonb_object_agg(name, coalesce((${tx.raw(column)} ->> name)::int, 0) + added), '{}')
      from unnest(${added.map(([name]) => name)}::text[], ${added.map(([, all]) => all?.length ?? 0)}::int[])
        as given (name, added))
    where tenant_id = ${tenantId} and release_id = ${releaseId}`
}

/** Cancels a chunk of waiting rows; false if none are left. */
export async function cancelWaiting(
  tx: Tx,
  { tenantId, releaseId }: HeldRelease,
  reason: string | undefined,
): Promise<boolean> {
  const cancelled = await tx`
    update release_rows set status = 'cancelled', reason = ${reason ?? null}, pin = null, settled_at = statement_timestamp()
    where tenant_id = ${tenantId} and release_id = ${releaseId} and status = 'waiting' and position <= (
      select max(position) from (
        select position from release_rows w
        where w.tenant_id = ${tenantId} and w.release_id = ${releaseId} and w.status = 'waiting'
        order by position limit ${mostSelected}) as waiting)
    returning position`
  const names = cancelled.map(() => 'cancelled')
  if (names.length > 0) await addToCounts(tx, { tenantId, releaseId }, 'counts', names)
  return names.length === mostSelected
}

export type PublishedRow = {
  position: number
  audienceId: string | null
  versionId: string
  previousVersionId: string
  wasLive: boolean
}

/** The next rows to undo. */
export async function listToUndo(
  tx: Tx,
  { tenantId, releaseId, undoCursor }: HeldRelease,
  most: number,
): Promise<PublishedRow[]> {
  return await tx<PublishedRow[]>`
    select position, audience_id, version_id, previous_version_id, was_live from release_rows
    where tenant_id = ${tenantId} and release_id = ${releaseId} and status = 'published' and undo is null
      and position > ${undoCursor}
    order by position limit ${most}`
}

/** Stops undoing, with the reason, and leaves the remaining rows published; another key can undo them. */
export async function stopUndo(tx: Tx, { tenantId, releaseId }: HeldRelease, refusal: string): Promise<void> {
  await tx`
    update release_rows set reason = ${`Not undone: ${refusal}`}
    where tenant_id = ${tenantId} and release_id = ${releaseId} and status = 'published' and undo is null`
  await tx`
    update releases set status = case when coalesce((counts ->> 'cancelled')::int, 0) > 0 then 'cancelled' else 'finished' end
    where tenant_id = ${tenantId} and release_id = ${releaseId}`
}

export async function settleUndone(
  tx: Tx,
  { tenantId, releaseId }: HeldRelease,
  rows: { position: number; undo: 'undone' | 'overtaken' }[],
): Promise<void> {
  const last = rows.at(-1)
  if (!last) return
  await tx`
    update release_rows r set undo = given.undo, reason = null, settled_at = statement_timestamp()
    from unnest(${rows.map(({ position }) => position)}::int[], ${rows.map(({ undo }) => undo)}::text[])
      as given (position, undo)
    where r.tenant_id = ${tenantId} and r.release_id = ${releaseId} and r.position = given.position`
  await addToCounts(
    tx,
    { tenantId, releaseId },
    'undo_counts',
    rows.map(({ undo }) => undo),
  )
  await tx`
    update releases set undo_cursor = ${last.position}
    where tenant_id = ${tenantId} and release_id = ${releaseId}`
}
