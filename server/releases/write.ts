import type { Tx } from '../database/database.ts'
import {
  insertDrafts,
  markManyNotLive,
  type Publication,
  publishMany,
  storeDocuments,
} from '../versions/publishMany.ts'
import { type LockedAudience, lockAudiences } from '../versions/queries.ts'
import { emitAll } from '../webhooks/events.ts'
import type { EvaluatedSubject } from './evaluate.ts'
import { readPins } from './pins.ts'
import type { PlannedRow } from './plan.ts'
import type { HeldRelease, PublishedRow, SettledReleaseRow, WaitingReleaseRow } from './rows.ts'
import type { LoadedAudience, ReleasedPage } from './subjects.ts'

type WritableRow = Required<PlannedRow> & { locked: LockedAudience }

/** Applies planned rows unless something changed meanwhile. Returns the result of each row. */
export async function writeRows(
  tx: Tx,
  release: HeldRelease,
  page: ReleasedPage,
  planned: PlannedRow[],
): Promise<SettledReleaseRow[]> {
  const { tenantId } = release
  const wanted = planned.filter((plan): plan is Required<PlannedRow> => plan.write !== undefined)
  const ids = wanted.map(({ audience }) => audience.audienceId)
  const locked = new Map((await lockAudiences(tx, tenantId, ids)).map((one) => [one.audienceId, one]))
  const heads = await readHeads(tx, tenantId, ids)
  const pins = await readPins(tx, release, page, ids)
  const overtaken = new Map<number, SettledReleaseRow>()
  const toWrite: WritableRow[] = []
  for (const plan of wanted) {
    const { audienceId } = plan.audience
    const [lock, head] = [locked.get(audienceId), heads.get(audienceId)]
    const reason =
      reasonAgainst(plan.audience, lock, head) ?? reasonOfPin(plan.waiting, pins.get(audienceId), head)
    if (lock && reason === undefined) toWrite.push({ ...plan, locked: lock })
    else {
      const { position, fromVersionId } = plan.row
      overtaken.set(position, { position, fromVersionId, status: 'overtaken', reason })
    }
  }
  const made = await writeVersions(tx, tenantId, page.revision, toWrite)
  return planned.map(
    ({ row }) => overtaken.get(row.position) ?? { ...row, versionId: made.get(row.position) },
  )
}

type HeadVersions = { versionId: string; versionNumber: number; publishedId: string; publishedNumber: number }

async function readHeads(
  tx: Tx,
  tenantId: string,
  audienceIds: string[],
): Promise<Map<string, HeadVersions>> {
  const rows = await tx<(HeadVersions & { audienceId: string })[]>`
    select p.audience_id, p.version_id as published_id, p.version_number as published_number, head.version_id,
      head.version_number
    from versions p
      join lateral (
        select v.version_id, v.version_number from versions v
        where v.tenant_id = ${tenantId} and v.audience_id = p.audience_id and v.document_hash is not null
          and v.obsolete_at is null
        order by v.version_number desc limit 1) as head on true
    where p.tenant_id = ${tenantId} and p.audience_id = any(${audienceIds}::text[]) and p.status = 'published'`
  return new Map(rows.map(({ audienceId, ...head }) => [audienceId, head]))
}

/** Why a plan is outdated; undefined if it is not. */
function reasonAgainst(
  audience: LoadedAudience,
  locked: LockedAudience | undefined,
  head: HeadVersions | undefined,
): string | undefined {
  if (!locked || !head) return 'The person was erased just before.'
  if (locked.archivedAt !== null) return 'It was archived just before.'
  if (head.publishedId !== audience.publishedId)
    return `Version ${head.publishedNumber} was published just before.`
  if (head.versionId !== audience.versionId) return `Version ${head.versionNumber} was created just before.`
}

/** Why the current state differs from the pinned one; undefined if it does not. */
function reasonOfPin(
  { fromVersionId, pin }: WaitingReleaseRow,
  current: string | undefined,
  head: HeadVersions | undefined,
): string | undefined {
  if (pin === null) return 'The release was made by an earlier version of Foyer. Release it again.'
  if (pin === current) return undefined
  if (head && head.versionId !== fromVersionId)
    return `Version ${head.versionNumber} was created or published after the release was made. Release it again.`
  return 'Its facts, decisions, action, links or protection changed after the release was made. Check it, then release it again.'
}

/** Creates and publishes versions; returns them by row position. */
async function writeVersions(
  tx: Tx,
  tenantId: string,
  revision: number,
  plans: WritableRow[],
): Promise<Map<number, string>> {
  if (plans.length === 0) return new Map()
  const merged = plans.filter(({ write }) => write === 'merge')
  await storeDocuments(tx, tenantId, documentsOf(merged.map(({ verdict }) => verdict)))
  const drafts = await insertDrafts(
    tx,
    tenantId,
    merged.map(({ locked, verdict }) => ({
      audience: locked,
      documentHash: verdict.result.hash,
      baseHash: verdict.base.hash,
      baseRevision: revision,
    })),
  )
  const idOf = ({ audience }: WritableRow) => drafts.get(audience.audienceId)?.versionId ?? audience.versionId
  const isPublished = ({ row }: WritableRow) => row.status === 'published'
  const kept = plans.filter((plan) => !isPublished(plan))
  emitAll(
    tx,
    tenantId,
    'version.drafted',
    kept.flatMap(({ audience }) => drafts.get(audience.audienceId) ?? []),
  )
  const publications = plans.filter(isPublished).map((plan) => ({
    audience: plan.locked,
    versionId: idOf(plan),
    publishedId: plan.audience.publishedId,
  }))
  await publishMany(tx, tenantId, publications)
  return new Map(plans.map((plan) => [plan.row.position, idOf(plan)]))
}

function documentsOf(verdicts: EvaluatedSubject[]): Map<string, string> {
  return new Map(verdicts.flatMap(({ base, result }) => [base, result]).map(({ hash, json }) => [hash, json]))
}

/** Publishes the previously live version where the release's version is still published. */
export async function undoRows(tx: Tx, release: HeldRelease, rows: PublishedRow[]) {
  const { tenantId, kind } = release
  const ids = rows.flatMap(({ audienceId }) => audienceId ?? [])
  const locked = new Map((await lockAudiences(tx, tenantId, ids)).map((one) => [one.audienceId, one]))
  const heads = await readHeads(tx, tenantId, ids)
  const undoable = rows.flatMap((row) => {
    const audience = row.audienceId === null ? undefined : locked.get(row.audienceId)
    const isStill = row.audienceId !== null && heads.get(row.audienceId)?.publishedId === row.versionId
    return audience && isStill ? [{ ...row, audience }] : []
  })
  const replaced = undoable.filter(({ versionId, previousVersionId }) => versionId !== previousVersionId)
  const publications: Publication[] = replaced.map(({ audience, versionId, previousVersionId }) => ({
    audience,
    versionId: previousVersionId,
    publishedId: versionId,
  }))
  await publishMany(tx, tenantId, publications)
  if (kind === 'drafts') await draftAgain(tx, tenantId, publications)
  const hidden = undoable.filter(({ wasLive }) => !wasLive).map(({ audience }) => audience.audienceId)
  await markManyNotLive(tx, tenantId, hidden)
  const undone = new Set(undoable.map(({ position }) => position))
  return rows.map(({ position }) => ({
    position,
    undo: undone.has(position) ? ('undone' as const) : ('overtaken' as const),
  }))
}

/** A version that was a draft before the release becomes a draft again as a new version: published ones stay history. */
async function draftAgain(tx: Tx, tenantId: string, publications: Publication[]): Promise<void> {
  const sources = await tx<
    { audienceId: string; documentHash: string; baseHash: string; baseRevision: number }[]
  >`
    select audience_id, document_hash, base_hash, base_revision from versions
    where tenant_id = ${tenantId} and version_id = any(${publications.map((one) => one.publishedId)}::text[])`
  const audiences = new Map(publications.map(({ audience }) => [audience.audienceId, audience]))
  const drafts = await insertDrafts(
    tx,
    tenantId,
    sources.map(({ audienceId, ...draft }) => ({
      audience: audiences.get(audienceId) as LockedAudience,
      ...draft,
    })),
  )
  emitAll(tx, tenantId, 'version.drafted', [...drafts.values()])
}
