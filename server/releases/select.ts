import { Problem } from '../../shared/problem.ts'
import type { Fragment, Tx } from '../database/database.ts'
import { holding, wordsOf } from '../lists/search.ts'
import { rowPin } from './pins.ts'
import { type HeldRelease, mostSelected } from './rows.ts'
import type { StoredAudiences } from './schema.ts'
import { type ReleasedPage, stateKey, stateTables } from './subjects.ts'

/** Pinning more would delay the request that creates the release too long. */
const mostPinned = 100_000

/** Inserts a pinned row for every audience of the release. States are not known yet; see `keepRowsInState`. */
export async function pinRows(tx: Tx, release: HeldRelease, page: ReleasedPage): Promise<void> {
  const { tenantId, releaseId, audiences } = release
  let [totalRows, selectedThrough] = [0, '']
  for (let isMore = true; isMore; ) {
    const found = await tx<SelectedRow[]>`
      select a.audience_id, head.version_id as from_version_id, ${rowPin(tx, release, page)} as pin
      from audiences a ${stateTables(tx, tenantId)}
      where ${isNext(tx, release, selectedThrough)} ${withoutLeftOut(tx, audiences, choiceOf(tx, tenantId, audiences))}
      order by a.audience_id limit ${mostSelected}`
    insertRows(tx, release, totalRows, found)
    totalRows += found.length
    if (totalRows > mostPinned)
      throw new Problem('release_limit', `A release is for ${mostPinned} audiences at most. Filter them.`)
    selectedThrough = found.at(-1)?.audienceId ?? selectedThrough
    isMore = found.length === mostSelected
  }
  const isSelected = stateOf(audiences) === undefined
  await tx`
    update releases set total_rows = ${totalRows}, is_selected = ${isSelected}, is_pinned = true
    where tenant_id = ${tenantId} and release_id = ${releaseId}`
}

/** Deletes the rows of audiences that are not in the requested state, once all states are known. */
export async function keepRowsInState(tx: Tx, release: HeldRelease, page: ReleasedPage): Promise<void> {
  const { tenantId, releaseId, totalRows, audiences } = release
  const dropped = await tx`
    delete from release_rows where tenant_id = ${tenantId} and release_id = ${releaseId} and audience_id not in (
      select a.audience_id from audiences a ${statesJoined(tx, tenantId)}
      where a.tenant_id = ${tenantId} and a.page_id = ${release.pageId} ${isInState(tx, audiences, page)})
    returning position`
  await tx`
    update releases set total_rows = ${totalRows - dropped.length}, is_selected = true
    where tenant_id = ${tenantId} and release_id = ${releaseId}`
}

type SelectedRow = { audienceId: string; fromVersionId?: string; pin?: string }

/** Inserts rows for the next audiences of a dry run; true when all have one. */
export async function selectRows(tx: Tx, release: HeldRelease, page: ReleasedPage): Promise<boolean> {
  const { tenantId, releaseId, totalRows, selectedThrough, audiences } = release
  const chosen = withoutLeftOut(tx, audiences, choiceOf(tx, tenantId, audiences))
  // Joins the states only for a filter by state.
  const found = await tx<SelectedRow[]>`
    select a.audience_id from audiences a ${stateOf(audiences) ? statesJoined(tx, tenantId) : tx``}
    where ${isNext(tx, release, selectedThrough)} ${chosen} ${isInState(tx, audiences, page)}
    order by a.audience_id limit ${mostSelected}`
  insertRows(tx, release, totalRows, found)
  const isSelected = found.length < mostSelected
  await tx`
    update releases set total_rows = total_rows + ${found.length}, is_selected = ${isSelected},
      selected_through = ${found.at(-1)?.audienceId ?? selectedThrough}
    where tenant_id = ${tenantId} and release_id = ${releaseId}`
  return isSelected
}

function insertRows(
  tx: Tx,
  { tenantId, releaseId }: HeldRelease,
  after: number,
  found: readonly SelectedRow[],
): void {
  const of = (field: keyof SelectedRow) => found.map((row) => row[field] ?? null)
  tx.defer(tx`
    insert into release_rows (tenant_id, release_id, position, audience_id, from_version_id, pin)
    select ${tenantId}, ${releaseId}, ${after}::int + nth, audience_id, version_id, pin
    from unnest(${of('audienceId')}::text[], ${of('fromVersionId')}::text[], ${of('pin')}::text[])
      with ordinality as found (audience_id, version_id, pin, nth)`)
}

const isNext = (tx: Tx, { tenantId, pageId }: HeldRelease, after: string) => tx`
  a.tenant_id = ${tenantId} and a.page_id = ${pageId} and a.archived_at is null and a.audience_id > ${after}`

const statesJoined = (tx: Tx, tenantId: string) => tx`${stateTables(tx, tenantId)}
  left join audience_base_states s on s.tenant_id = ${tenantId} and s.audience_id = a.audience_id`

/** The state that the release filters by; audiences must be compared before they can be selected by it. */
export function stateOf({ filter }: StoredAudiences): string | undefined {
  return filter?.baseState === 'detached' ? undefined : filter?.baseState
}

function isInState(tx: Tx, audiences: StoredAudiences, page: ReleasedPage) {
  const state = stateOf(audiences)
  return state ? tx`and a.detached_at is null and s.state = ${state} and s.key = ${stateKey(tx, page)}` : tx``
}

function withoutLeftOut(tx: Tx, { leaveOut }: StoredAudiences, chosen: Fragment) {
  return leaveOut ? tx`${chosen} and a.audience_id <> all(${leaveOut})` : chosen
}

function choiceOf(tx: Tx, tenantId: string, audiences: StoredAudiences) {
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
    ${baseState === 'detached' ? tx`and a.detached_at is not null` : tx``}`
}
