import { invalid, notFound } from '../../shared/problem.ts'
import type { Database, Reader, Tx } from '../database/database.ts'
import type { PageOf } from '../web/paging.ts'
import type { StoredDecision } from './evaluate.ts'
import { type ConflictDecision, type ConflictGroup, mostGroups, type OpenConflict } from './stateSchema.ts'
import { compareStates } from './states.ts'
import { evaluateAudiences, getReleasedPage, loadAudiences, type ReleasedPage } from './subjects.ts'

type ConflictFilter = { conflictId?: string | undefined; audienceId?: string | undefined }

/** Excludes audiences that a release always skips. */
const present = (db: Reader, tenantId: string, pageId: string) => db`
  from audience_conflicts c join audiences a on a.tenant_id = ${tenantId} and a.audience_id = c.audience_id
    and a.archived_at is null and a.detached_at is null
  where c.tenant_id = ${tenantId} and c.page_id = ${pageId}`

const matching = (db: Reader, { conflictId, audienceId }: ConflictFilter) => db`
  ${conflictId === undefined ? db`` : db`and c.conflict_id = ${conflictId}`}
  ${audienceId === undefined ? db`` : db`and c.audience_id = ${audienceId}`}`

/** Ordered by changed part, then by audience. */
export async function listConflicts(
  db: Reader,
  tenantId: string,
  pageId: string,
  filter: ConflictFilter,
  { limit, after }: PageOf<[string, string]>,
): Promise<OpenConflict[]> {
  return await db<OpenConflict[]>`
    select c.audience_id, coalesce(a.custom_name, a.computed_name) as audience_name, c.conflict_id, c.kind, c.place,
      c.was, c.base, c.audience, c.decision, c.decided_text as text
    ${present(db, tenantId, pageId)} ${matching(db, filter)}
      ${after ? db`and (c.conflict_id, c.audience_id) > (${after[0]}, ${after[1]})` : db``}
    order by c.conflict_id, c.audience_id limit ${limit + 1}`
}

export async function countConflicts(
  db: Reader,
  tenantId: string,
  pageId: string,
  filter: ConflictFilter,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count ${present(db, tenantId, pageId)} ${matching(db, filter)}`
  return row?.count ?? 0
}

export async function groupConflicts(db: Reader, tenantId: string, pageId: string): Promise<ConflictGroup[]> {
  return await db<ConflictGroup[]>`
    select c.conflict_id, min(c.kind) as kind, min(c.place::text)::jsonb as place, count(*) as audiences,
      count(c.decision) as decided
    ${present(db, tenantId, pageId)}
    group by c.conflict_id order by count(*) desc, c.conflict_id limit ${mostGroups}`
}

export async function countConflictAudiences(db: Reader, tenantId: string, pageId: string) {
  const [row] = await db<{ audiences: number; decidedAudiences: number }[]>`
    select count(*) as audiences, count(*) filter (where is_decided) as decided_audiences from (
      select bool_and(c.decision is not null) as is_decided ${present(db, tenantId, pageId)}
      group by c.audience_id) as found`
  return row ?? { audiences: 0, decidedAudiences: 0 }
}

/** The decisions for these audiences, for a release that applies them. */
export async function readDecisions(
  db: Reader,
  tenantId: string,
  audienceIds: string[],
): Promise<Map<string, StoredDecision[]>> {
  const rows = await db<(DecidedConflict & { decision: 'keep' | 'take' | 'text' })[]>`
    select audience_id, conflict_id, sides_hash, decision, decided_text from audience_conflicts
    where tenant_id = ${tenantId} and audience_id = any(${audienceIds}::text[]) and decision is not null`
  return groupDecisions(rows)
}

type DecidedConflict = {
  audienceId: string
  conflictId: string
  sidesHash: string
  decision: ConflictDecision['decision']
  decidedText: string | null
}

function groupDecisions(rows: readonly DecidedConflict[]): Map<string, StoredDecision[]> {
  const decisions = new Map<string, StoredDecision[]>()
  for (const { audienceId, conflictId, sidesHash, decision, decidedText } of rows) {
    if (decision === 'undecided') continue
    const made = decision === 'text' ? { text: decidedText ?? '' } : decision
    decisions.set(audienceId, [
      ...(decisions.get(audienceId) ?? []),
      { conflictId, sidesHash, decision: made },
    ])
  }
  return decisions
}

const chunk = 100

/** Decides single conflicts or all of a group. Nothing is stored if any decision is invalid. */
export async function decideConflicts(
  db: Database,
  tenantId: string,
  pageId: string,
  given: ConflictDecision[],
): Promise<number> {
  const page = await getReleasedPage(db.read, tenantId, pageId)
  const named = [...new Set(given.flatMap(({ audienceId }) => audienceId ?? []))]
  for (let from = 0; from < named.length; from += chunk)
    await compareStates(db, tenantId, page, named.slice(from, from + chunk))
  const rows: DecidedConflict[] = []
  for (const [index, one] of given.entries())
    rows.push(...(await findDecided(db.read, tenantId, pageId, one, index)))
  await demandFit(db, tenantId, page, rows, given)
  await db.inTransaction((tx) => writeDecisions(tx, tenantId, rows))
  return rows.length
}

async function findDecided(
  db: Reader,
  tenantId: string,
  pageId: string,
  { conflictId, audienceId, decision, text }: ConflictDecision,
  index: number,
): Promise<DecidedConflict[]> {
  if ((decision === 'text') !== (text !== undefined))
    throw invalid(`/${index}/text`, 'must be given for the decision text, and only for it')
  const rows = await db<
    (Pick<DecidedConflict, 'audienceId' | 'conflictId' | 'sidesHash'> & { takesText: boolean })[]
  >`
    select c.audience_id, c.conflict_id, c.sides_hash,
      c.place ? 'blockId' and c.kind = 'changed' and 'string' in (jsonb_typeof(c.base), jsonb_typeof(c.audience))
        as takes_text
    ${present(db, tenantId, pageId)} ${matching(db, { conflictId, audienceId })} order by c.audience_id`
  if (rows.length === 0 && audienceId === undefined) notFound('conflict', conflictId)
  if (rows.length === 0) throw invalid(`/${index}/conflictId`, 'does not match a conflict of this audience')
  if (decision === 'text' && rows.some(({ takesText }) => !takesText))
    throw invalid(`/${index}/decision`, 'must be keep or take: this conflict is not about a text')
  return rows.map(({ takesText: _, ...row }) => ({ ...row, decision, decidedText: text ?? null }))
}

/** A custom text must be valid for the field it replaces. */
async function demandFit(
  db: Database,
  tenantId: string,
  page: ReleasedPage,
  rows: DecidedConflict[],
  given: ConflictDecision[],
): Promise<void> {
  const texts = rows.filter(({ decision }) => decision === 'text')
  const ids = [...new Set(texts.map(({ audienceId }) => audienceId))]
  for (let from = 0; from < ids.length; from += chunk) {
    const audiences = await loadAudiences(db.read, tenantId, page, ids.slice(from, from + chunk))
    const comparing = { policy: 'decided' as const, decisions: groupDecisions(texts) }
    const verdicts = await evaluateAudiences(db.read, tenantId, page, audiences, comparing)
    for (const { audienceId, conflictId } of texts) {
      const verdict = verdicts.get(audienceId)
      const isTaken = verdict?.conflicts.some((one) => one.conflictId === conflictId && one.result === 'text')
      if (!verdict || isTaken) continue
      const index = given.findIndex((one) => one.conflictId === conflictId && one.decision === 'text')
      throw invalid(`/${index}/text`, 'does not fit: it is too long for its place, or not allowed there')
    }
  }
}

async function writeDecisions(tx: Tx, tenantId: string, rows: DecidedConflict[]): Promise<void> {
  const texts = (field: keyof DecidedConflict) => rows.map((row) => row[field])
  // If two decisions name the same conflict, the later one in the list wins.
  await tx`
    update audience_conflicts c set decision = given.decision, decided_text = given.text,
      decided_at = case when given.decision is null then null else clock.at end
    from (
      select distinct on (audience_id, conflict_id) audience_id, conflict_id, sides_hash,
        nullif(decision, 'undecided') as decision, text
      from unnest(${texts('audienceId')}::text[], ${texts('conflictId')}::text[], ${texts('sidesHash')}::text[],
        ${texts('decision')}::text[], ${texts('decidedText')}::text[]) with ordinality
        as all_given (audience_id, conflict_id, sides_hash, decision, text, place)
      order by audience_id, conflict_id, place desc) as given, (select now() as at) as clock
    where c.tenant_id = ${tenantId} and c.audience_id = given.audience_id and c.conflict_id = given.conflict_id
      and c.sides_hash = given.sides_hash`
}
