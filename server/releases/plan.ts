import type { Reader } from '../database/database.ts'
import { findMissing } from '../versions/sources.ts'
import { readDecisions } from './conflicts.ts'
import type { EvaluatedSubject } from './evaluate.ts'
import type { HeldRelease, SettledReleaseRow, WaitingReleaseRow } from './rows.ts'
import { evaluateAudiences, type LoadedAudience, loadAudiences, type ReleasedPage } from './subjects.ts'

/** What a release does with an audience, or would do in a dry run. */
export type PlannedRow = {
  row: SettledReleaseRow
  waiting: WaitingReleaseRow
  audience?: LoadedAudience
  verdict?: EvaluatedSubject
  /** `merge` creates a version of the merged document; `show` publishes the existing version. */
  write?: 'merge' | 'show'
}

type RowOutcome = Pick<SettledReleaseRow, 'status' | 'reason'> & Pick<PlannedRow, 'write'>

/** Reads and compares audiences and decides the result of each. Writes nothing. */
export async function planRows(
  db: Reader,
  release: HeldRelease,
  page: ReleasedPage,
  rows: WaitingReleaseRow[],
): Promise<PlannedRow[]> {
  const { tenantId, kind, conflicts: policy } = release
  const ids = rows.flatMap(({ audienceId }) => audienceId ?? [])
  const audiences = await loadAudiences(db, tenantId, page, ids)
  const reached = audiences.filter(({ archivedAt, detachedAt }) => archivedAt === null && detachedAt === null)
  const decisions = policy === 'decided' ? await readDecisions(db, tenantId, ids) : new Map()
  const comparing = { policy, decisions, asTheyAre: kind === 'drafts' }
  const verdicts = await evaluateAudiences(db, tenantId, page, reached, comparing)
  const named = [...verdicts.values()].flatMap(({ audienceId, newSources }) =>
    newSources.map((source) => ({ ...source, audienceId })),
  )
  const missing = new Map(
    (await findMissing(db, tenantId, named)).map((source) => [source.audienceId, source]),
  )
  const byId = new Map(audiences.map((audience) => [audience.audienceId, audience]))
  return rows.map((waiting) => {
    const { position, audienceId } = waiting
    const audience = audienceId === null ? undefined : byId.get(audienceId)
    if (!audience)
      return { waiting, row: { position, status: 'cancelled', reason: 'The person was erased.' } }
    const verdict = verdicts.get(audience.audienceId)
    const source = missing.get(audience.audienceId)
    const blocker =
      verdict?.blockers[0] ??
      (source && `${source.path} does not match an existing ${source.kind.replace('_', ' ')}.`)
    const { write, ...outcome } = decide(release, audience, verdict, blocker)
    const row: SettledReleaseRow = {
      position,
      ...outcome,
      fromVersionId: audience.versionId,
      // A dry run names its drafts, so that users can review them.
      ...(release.kind === 'drafts' && release.dryRun && { versionId: audience.versionId }),
      previousVersionId: audience.publishedId,
      wasLive: audience.isLive,
      ...(verdict && {
        changes: verdict.changes,
        conflictCount: verdict.conflicts.length,
        isPersonalised: verdict.isPersonalised,
      }),
    }
    return { waiting, row, audience, ...(verdict && { verdict }), ...(write && { write }) }
  })
}

function decide(
  release: HeldRelease,
  audience: LoadedAudience,
  verdict: EvaluatedSubject | undefined,
  blocker: string | undefined,
): RowOutcome {
  if (audience.archivedAt !== null)
    return { status: 'overtaken', reason: 'It was archived after the release began.' }
  if (!verdict) return { status: 'detached', reason: 'It is detached from the page.' }
  return release.kind === 'drafts'
    ? decideDraft(audience, blocker)
    : decideMerge(release, audience, verdict, blocker)
}

function decideDraft({ status, isLive }: LoadedAudience, blocker: string | undefined): RowOutcome {
  if (status === 'published' && isLive) return { status: 'unchanged', reason: 'It has no draft.' }
  return blocker ? { status: 'blocked', reason: blocker } : { status: 'published', write: 'show' }
}

function decideMerge(
  { publish }: HeldRelease,
  { versionId, versionNumber, publishedId, isLive }: LoadedAudience,
  { state, undecided }: EvaluatedSubject,
  blocker: string | undefined,
): RowOutcome {
  const isDraft = versionId !== publishedId
  if (state === 'current') {
    if (!publish || isDraft || isLive) return { status: 'unchanged', reason: 'It already has this revision.' }
    return blocker ? { status: 'blocked', reason: blocker } : { status: 'published', write: 'show' }
  }
  if (undecided > 0) {
    const what = undecided === 1 ? 'One thing was' : `${undecided} things were`
    return { status: 'conflicts', reason: `${what} changed both in the page and for this audience.` }
  }
  if (!publish) return { status: 'drafted', write: 'merge' }
  if (isDraft) {
    const reason = `Version ${versionNumber} is an unpublished draft, so the change was saved as a new draft.`
    return { status: 'drafted', reason, write: 'merge' }
  }
  return blocker ? { status: 'blocked', reason: blocker } : { status: 'published', write: 'merge' }
}
