import type { Tx } from '../database/database.ts'
import { holding, wordsOf } from '../lists/search.ts'
import type { Release, ReleaseRowStatus, StoredAudiences } from './schema.ts'
import { type ReleasedPage, stateKey, stateTables } from './subjects.ts'

/** What workers do with releases and their rows. */

/** A release that nobody else takes a step of until the transaction ends. */
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
}

const held = `tenant_id, release_id, page_id, kind, status, revision, audiences, conflicts, publish, dry_run, started_at,
  selected_through, is_selected, total_rows, cursor, undo_cursor`

/** Undefined when it has ended. */
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

const mostSelected = 5_000

/** Gives the next audiences that the release is for a row each; true when all have one. */
export async function selectRows(tx: Tx, release: HeldRelease, page: ReleasedPage): Promise<boolean> {
  const { tenantId, releaseId, totalRows, selectedThrough } = release
  const found = await tx<{ audienceId: string }[]>`
    select a.audience_id from audiences a ${joinsOf(tx, release)}
    where a.tenant_id = ${tenantId} and a.page_id = ${release.pageId} and a.archived_at is null
      and a.audience_id > ${selectedThrough} ${conditionOf(tx, release, page)}
    order by a.audience_id limit ${mostSelected}`
  const ids = found.map(({ audienceId }) => audienceId)
  const isSelected = ids.length < mostSelected
  tx.defer(tx`
    insert into release_rows (tenant_id, release_id, position, audience_id)
    select ${tenantId}, ${releaseId}, ${totalRows}::int + nth, audience_id
    from unnest(${ids}::text[]) with ordinality as found (audience_id, nth)`)
  await tx`
    update releases set total_rows = total_rows + ${ids.length}, is_selected = ${isSelected},
      selected_through = ${ids.at(-1) ?? selectedThrough}
    where tenant_id = ${tenantId} and release_id = ${releaseId}`
  return isSelected
}

/** States are joined only where they are asked for. */
function joinsOf(tx: Tx, { tenantId, audiences: { filter } }: HeldRelease) {
  if (!filter?.baseState) return tx``
  return tx`${stateTables(tx, tenantId)}
    left join audience_base_states s on s.tenant_id = ${tenantId} and s.audience_id = a.audience_id`
}

function conditionOf(tx: Tx, { tenantId, audiences }: HeldRelease, page: ReleasedPage) {
  const { leaveOut } = audiences
  const chosen = choiceOf(tx, tenantId, audiences, page)
  return leaveOut ? tx`${chosen} and a.audience_id <> all(${leaveOut})` : chosen
}

function choiceOf(tx: Tx, tenantId: string, audiences: StoredAudiences, page: ReleasedPage) {
  const { audienceIds, batchId, releaseId, filter } = audiences
  if (audienceIds) return tx`and a.audience_id = any(${audienceIds})`
  if (batchId)
    return tx`and exists (select from batch_rows b
      where b.tenant_id = ${tenantId} and b.audience_id = a.audience_id and b.batch_id = ${batchId})`
  if (releaseId)
    return tx`and exists (select from release_rows r
      where r.tenant_id = ${tenantId} and r.audience_id = a.audience_id and r.release_id = ${releaseId}
        and r.status = 'drafted')`
  if (!filter) return tx``
  const { accountId, baseState, query = '' } = filter
  const words = wordsOf(query)
  return tx`
    ${accountId ? tx`and a.account_id = ${accountId}` : tx``}
    ${words.length > 0 ? tx`and a.search_text like all(${words.map(holding)})` : tx``}
    ${
      !baseState
        ? tx``
        : baseState === 'detached'
          ? tx`and a.detached_at is not null`
          : tx`and a.detached_at is null and s.state = ${baseState} and s.key = ${stateKey(tx, page)}`
    }`
}

export type WaitingRow = { position: number; audienceId: string | null }

export async function listWaiting(
  tx: Tx,
  { tenantId, releaseId, cursor }: HeldRelease,
  most: number,
): Promise<WaitingRow[]> {
  return await tx<WaitingRow[]>`
    select position, audience_id from release_rows
    where tenant_id = ${tenantId} and release_id = ${releaseId} and status = 'waiting' and position > ${cursor}
    order by position limit ${most}`
}

export type SettledRow = {
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

/** Writes what became of rows that waited, and how many of each there are. */
export async function settleRows(
  tx: Tx,
  { tenantId, releaseId }: HeldRelease,
  rows: SettledRow[],
): Promise<void> {
  const last = rows.at(-1)
  if (!last) return
  const of = <K extends keyof SettledRow>(field: K) => rows.map((row) => row[field] ?? null)
  await tx`
    update release_rows r set status = s.status, reason = s.reason, from_version_id = s.from_id,
      version_id = s.version_id, previous_version_id = s.previous_id, was_live = s.was_live, changes = s.changes,
      conflict_count = s.conflict_count, is_personalised = s.is_personalised, settled_at = statement_timestamp()
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

/** The release is held, so nobody else adds to its counts. */
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

/** Gives up rows that wait; false when none are left. */
export async function cancelWaiting(tx: Tx, { tenantId, releaseId }: HeldRelease): Promise<boolean> {
  const cancelled = await tx`
    update release_rows set status = 'cancelled', settled_at = statement_timestamp()
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

/** The next rows whose publication has to be taken back. */
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

export async function settleUndone(
  tx: Tx,
  { tenantId, releaseId }: HeldRelease,
  rows: { position: number; undo: 'undone' | 'overtaken' }[],
): Promise<void> {
  const last = rows.at(-1)
  if (!last) return
  await tx`
    update release_rows r set undo = given.undo, settled_at = statement_timestamp()
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
