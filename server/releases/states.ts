import type { Database, Reader, Tx } from '../database/database.ts'
import { holding, wordsOf } from '../lists/search.ts'
import type { PageOf } from '../web/paging.ts'
import type { EvaluatedSubject, NotedConflict } from './evaluate.ts'
import type { AudienceBaseState, BaseStateCounts, BaseStateQuery, ChangedBlocks } from './stateSchema.ts'
import {
  evaluateAudiences,
  getReleasedPage,
  type LoadedAudience,
  loadAudiences,
  parseDocument,
  type ReleasedPage,
  stateKey,
  stateTables,
} from './subjects.ts'

const chunk = 100
/** How long a request compares audiences; those not reached are `unchecked`. */
const patienceMs = 1_500

/** One comparison per page at a time; concurrent requests await the same promise. */
const underWay = new Map<string, Promise<void>>()

/**
 * Updates the states of a page's audiences within the time a request can wait. Returns the revision they are compared
 * with.
 */
export async function refreshStates(db: Database, tenantId: string, pageId: string): Promise<ReleasedPage> {
  const page = await getReleasedPage(db.read, tenantId, pageId)
  const name = `${tenantId}/${pageId}/${page.hash}`
  let work = underWay.get(name)
  if (!work) {
    work = compareFor(db, tenantId, page, patienceMs).finally(() => underWay.delete(name))
    underWay.set(name, work)
  }
  await work
  return page
}

async function compareFor(db: Database, tenantId: string, page: ReleasedPage, ms: number): Promise<void> {
  const until = performance.now() + ms
  let after = ''
  do {
    const ids = await listStale(db.read, tenantId, page, after)
    if (ids.length === 0) return
    after = ids.at(-1) as string
    await compareStates(db, tenantId, page, ids)
  } while (performance.now() < until)
}

/** Compares the next audiences whose state is outdated; false if there are none. */
export async function compareNext(db: Database, tenantId: string, page: ReleasedPage): Promise<boolean> {
  const ids = await listStale(db.read, tenantId, page, '')
  if (ids.length > 0) await compareStates(db, tenantId, page, ids)
  return ids.length > 0
}

async function listStale(db: Reader, tenantId: string, page: ReleasedPage, after: string): Promise<string[]> {
  const rows = await db<{ audienceId: string }[]>`
    select a.audience_id from audiences a ${stateTables(db, tenantId)}
      left join audience_base_states s on s.tenant_id = ${tenantId} and s.audience_id = a.audience_id
    where a.tenant_id = ${tenantId} and a.page_id = ${page.pageId} and a.archived_at is null
      and a.audience_id > ${after} and s.key is distinct from ${stateKey(db, page)}
    order by a.audience_id limit ${chunk}`
  return rows.map(({ audienceId }) => audienceId)
}

/** Compares these audiences with the page and stores the results. */
export async function compareStates(
  db: Database,
  tenantId: string,
  page: ReleasedPage,
  audienceIds: string[],
): Promise<Map<string, EvaluatedSubject>> {
  const audiences = await loadAudiences(db.read, tenantId, page, audienceIds)
  const verdicts = await evaluateAudiences(db.read, tenantId, page, audiences, { policy: 'skip' })
  await db.inTransaction((tx) => keepStates(tx, tenantId, page.pageId, audiences, verdicts))
  return verdicts
}

async function keepStates(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audiences: LoadedAudience[],
  verdicts: Map<string, EvaluatedSubject>,
): Promise<void> {
  // Audiences erased meanwhile are skipped; the lock keeps the others until the states are written.
  const held = await tx<{ audienceId: string }[]>`
    select audience_id from audiences
    where tenant_id = ${tenantId} and audience_id = any(${audiences.map(({ audienceId }) => audienceId)}::text[])
    order by audience_id for key share`
  const ids = new Set(held.map(({ audienceId }) => audienceId))
  const there = audiences.filter(({ audienceId }) => ids.has(audienceId))
  const of = ({ audienceId }: LoadedAudience) => verdicts.get(audienceId) as EvaluatedSubject
  await tx`
    insert into audience_base_states (tenant_id, audience_id, page_id, key, state, changed_blocks)
    select ${tenantId}, id, ${pageId}, key, state, array(select jsonb_array_elements_text(blocks::jsonb))
    from unnest(${there.map((one) => one.audienceId)}::text[], ${there.map((one) => one.key)}::text[],
      ${there.map((one) => of(one).state)}::text[],
      ${there.map((one) => JSON.stringify(of(one).changedBlocks))}::text[]) as given (id, key, state, blocks)
    on conflict (tenant_id, audience_id) do update
      set key = excluded.key, state = excluded.state, changed_blocks = excluded.changed_blocks`
  await keepConflicts(
    tx,
    tenantId,
    pageId,
    // Conflicts in locked blocks are already resolved in favour of the page.
    there.map((one) => [one.audienceId, of(one).conflicts.filter(({ result }) => result !== 'base')]),
  )
}

/** Replaces the conflicts of audiences. A decision is kept while its conflict is unchanged. */
async function keepConflicts(
  tx: Tx,
  tenantId: string,
  pageId: string,
  conflicts: [audienceId: string, NotedConflict[]][],
): Promise<void> {
  const rows = conflicts.flatMap(([audienceId, noted]) => noted.map((one) => ({ audienceId, ...one })))
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
  const ids = conflicts.map(([audienceId]) => audienceId)
  await tx`
    delete from audience_conflicts c
    where c.tenant_id = ${tenantId} and c.audience_id = any(${ids}::text[]) and not exists (
      select from unnest(${rows.map((row) => row.audienceId)}::text[], ${rows.map((row) => row.conflictId)}::text[])
        as given (audience_id, conflict_id)
      where given.audience_id = c.audience_id and given.conflict_id = c.conflict_id)`
  if (rows.length === 0) return
  await tx`
    insert into audience_conflicts as c (tenant_id, audience_id, conflict_id, page_id, kind, place, was, base, audience,
      sides_hash)
    select ${tenantId}, audience_id, conflict_id, ${pageId}, kind, place::jsonb, was::jsonb, base::jsonb,
      audience::jsonb, sides_hash
    from unnest(${rows.map((row) => row.audienceId)}::text[], ${rows.map((row) => row.conflictId)}::text[],
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => json(row.place))}::text[],
      ${rows.map((row) => json(row.was))}::text[], ${rows.map((row) => json(row.base))}::text[],
      ${rows.map((row) => json(row.audience))}::text[], ${rows.map((row) => row.sidesHash)}::text[])
      as given (audience_id, conflict_id, kind, place, was, base, audience, sides_hash)
    on conflict (tenant_id, audience_id, conflict_id) do update
      set kind = excluded.kind, place = excluded.place, was = excluded.was, base = excluded.base,
        audience = excluded.audience, sides_hash = excluded.sides_hash,
        decision = case when c.sides_hash = excluded.sides_hash then c.decision end,
        decided_text = case when c.sides_hash = excluded.sides_hash then c.decided_text end,
        decided_at = case when c.sides_hash = excluded.sides_hash then c.decided_at end`
}

const stateOf = (db: Reader, page: ReleasedPage) => db`
  case when a.detached_at is not null then 'detached' when s.key = ${stateKey(db, page)} then s.state
    else 'unchecked' end`

const statesOf = (db: Reader, tenantId: string, pageId: string) => db`
  from audiences a ${stateTables(db, tenantId)}
    left join audience_base_states s on s.tenant_id = ${tenantId} and s.audience_id = a.audience_id
  where a.tenant_id = ${tenantId} and a.page_id = ${pageId} and a.archived_at is null`

export async function countStates(
  db: Reader,
  tenantId: string,
  page: ReleasedPage,
): Promise<BaseStateCounts> {
  const rows = await db<{ state: keyof BaseStateCounts; count: number }[]>`
    select ${stateOf(db, page)} as state, count(*) as count ${statesOf(db, tenantId, page.pageId)} group by 1`
  const counts: BaseStateCounts = { current: 0, behind: 0, conflicts: 0, detached: 0, unchecked: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

type StateFilter = Pick<BaseStateQuery, 'baseState' | 'query' | 'audienceId'>

/** Newest first. Audiences still being compared are omitted. */
export async function listStates(
  db: Reader,
  tenantId: string,
  page: ReleasedPage,
  filter: StateFilter,
  { limit, after }: PageOf<[string]>,
): Promise<AudienceBaseState[]> {
  return await db<AudienceBaseState[]>`
    select audience_id, effective_name, base_state, base_revision, is_personalised from (
      select a.audience_id, coalesce(a.custom_name, a.computed_name) as effective_name,
        ${stateOf(db, page)} as base_state, head.base_revision,
        head.document_hash <> head.base_hash as is_personalised
      ${statesOf(db, tenantId, page.pageId)} ${keep(db, filter)}
        ${after ? db`and a.audience_id < ${after[0]}` : db``}) as found
    where ${filter.baseState ? db`base_state = ${filter.baseState}` : db`base_state <> 'unchecked'`}
    order by audience_id desc limit ${limit + 1}`
}

export async function countMatching(
  db: Reader,
  tenantId: string,
  page: ReleasedPage,
  filter: StateFilter,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from (
      select ${stateOf(db, page)} as base_state ${statesOf(db, tenantId, page.pageId)} ${keep(db, filter)}) as found
    where ${filter.baseState ? db`base_state = ${filter.baseState}` : db`base_state <> 'unchecked'`}`
  return row?.count ?? 0
}

function keep(db: Reader, { query = '', audienceId }: StateFilter) {
  const words = wordsOf(query)
  return db`
    ${words.length > 0 ? db`and a.search_text like all(${words.map(holding)})` : db``}
    ${audienceId ? db`and a.audience_id = any(${audienceId})` : db``}`
}

/** How many audiences changed each block of the page. */
export async function countChangedBlocks(
  db: Reader,
  tenantId: string,
  page: ReleasedPage,
): Promise<ChangedBlocks> {
  const [rows, { unchecked }] = await Promise.all([
    db<{ blockId: string; audiences: number }[]>`
      select block as block_id, count(*) as audiences
      from audience_base_states s
        join audiences a on a.tenant_id = ${tenantId} and a.audience_id = s.audience_id and a.archived_at is null
        cross join lateral unnest(s.changed_blocks) as block
      where s.tenant_id = ${tenantId} and s.page_id = ${page.pageId} group by 1`,
    countStates(db, tenantId, page),
  ])
  const counts = new Map(rows.map(({ blockId, audiences }) => [blockId, audiences]))
  const blocks = parseDocument(page).blocks.flatMap(({ id }) => {
    const audiences = counts.get(id)
    return audiences ? [{ blockId: id, audiences }] : []
  })
  return { revision: page.revision, blocks, unchecked }
}
