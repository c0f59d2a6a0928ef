import { invalid, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { AppContext } from '../context.ts'
import { TooLate, type Tx } from '../database/database.ts'
import type { Addresses } from '../pages/announce.ts'
import { restoreRevision } from '../pages/document.ts'
import { demandPage, lockPage } from '../pages/queries.ts'
import { closeRevision } from '../pages/revisions.ts'
import { cancelJob, enqueue, moveJob } from '../queue/jobs.ts'
import { toFuture } from '../web/future.ts'
import { demandSameRequest, fingerprint } from '../web/idempotency.ts'
import type { DemandPublish } from '../web/publishing.ts'
import {
  changeRelease,
  countUnfinished,
  findContentBefore,
  findReleaseByKey,
  getRelease,
  insertRelease,
  lockRelease,
} from './queries.ts'
import { findLockedRelease } from './rows.ts'
import type { Release, ReleaseInput } from './schema.ts'
import { pinRows } from './select.ts'
import { getReleasedPage, type ReleasedPage } from './subjects.ts'

/** The releases of a tenant run one after another, and a longer queue would be hard to follow. */
const mostUnfinished = 50

/** Creates a release; a worker runs it immediately or at its scheduled time. */
export async function createRelease(
  tx: Tx,
  tenantId: string,
  pageId: string,
  input: ReleaseInput,
  { keyId, demandPublish }: { keyId: string; demandPublish: DemandPublish },
): Promise<Release> {
  const { kind, conflicts = 'skip', publish = true, dryRun = false, note = null } = input
  demandValidInput(input)
  if (publish && !dryRun) demandPublish()
  await demandPage(tx, tenantId, pageId)
  await demandAudiences(tx, tenantId, pageId, input)
  const page = await getPinnedPage(tx, tenantId, pageId, input)
  const { operationKey = null, publishAt } = input
  const requestHash = fingerprint({ pageId, ...input })
  const releaseId = await insertRelease(tx, tenantId, {
    ...{ pageId, kind, conflicts, publish, dryRun, note, keyId, operationKey },
    audiences: { ...input.audiences, ...(input.leaveOut && { leaveOut: input.leaveOut }) },
    revision: kind === 'base' ? page.revision : null,
    status: publishAt === undefined ? 'running' : 'scheduled',
    publishAt: publishAt === undefined ? null : toFuture(publishAt, '/publishAt'),
    fingerprint: operationKey === null ? null : requestHash,
  })
  if (releaseId === undefined) return await repeat(tx, tenantId, operationKey as string, requestHash)
  if ((await countUnfinished(tx, tenantId, mostUnfinished + 1)) > mostUnfinished)
    throw new Problem('release_limit', `${mostUnfinished} releases are unfinished or scheduled.`)
  const release = dryRun ? undefined : await findLockedRelease(tx, tenantId, releaseId)
  if (release) await pinRows(tx, release, page)
  return await getRelease(tx, tenantId, releaseId)
}

function demandValidInput({ kind, revision, publish, dryRun, publishAt }: ReleaseInput): void {
  if (kind === 'drafts') {
    if (revision !== undefined) throw invalid('/revision', 'can only be used with kind base')
    if (publish === false) throw invalid('/publish', 'must be true: drafts are drafts already')
  }
  if (publishAt !== undefined && dryRun) throw invalid('/publishAt', 'can’t be used in a dry run')
}

/** Freezes the current revision; later edits go into the next one. A dry run does not freeze it. */
async function getPinnedPage(
  tx: Tx,
  tenantId: string,
  pageId: string,
  { kind, revision, dryRun = false }: ReleaseInput,
): Promise<ReleasedPage> {
  if (kind === 'base' && !dryRun) {
    await lockPage(tx, tenantId, pageId)
    await closeRevision(tx, tenantId, pageId)
  }
  const latest = await getReleasedPage(tx, tenantId, pageId)
  if (revision === undefined || revision === latest.revision) return latest
  if (revision > latest.revision) throw invalid('/revision', 'is no revision of this page')
  return await getReleasedPage(tx, tenantId, pageId, revision)
}

async function demandAudiences(
  tx: Tx,
  tenantId: string,
  pageId: string,
  { audiences: { batchId, releaseId, audienceIds }, leaveOut }: ReleaseInput,
): Promise<void> {
  if (batchId !== undefined) {
    const [row] = await tx`
      select from batches where tenant_id = ${tenantId} and batch_id = ${batchId} and page_id = ${pageId}`
    if (!row) throw invalid('/audiences/batchId', 'does not match a batch of this page')
  }
  if (releaseId !== undefined) {
    const [row] = await tx`
      select from releases where tenant_id = ${tenantId} and release_id = ${releaseId} and page_id = ${pageId}`
    if (!row) throw invalid('/audiences/releaseId', 'does not match a release of this page')
  }
  if (audienceIds) await demandOnPage(tx, tenantId, pageId, audienceIds, '/audiences/audienceIds')
  if (leaveOut) await demandOnPage(tx, tenantId, pageId, leaveOut, '/leaveOut')
}

async function demandOnPage(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceIds: string[],
  path: string,
): Promise<void> {
  const [unknown] = await tx<{ index: number }[]>`
    select place::int - 1 as index from unnest(${audienceIds}::text[]) with ordinality as given (id, place)
    where not exists (select from audiences a
      where a.tenant_id = ${tenantId} and a.audience_id = given.id and a.page_id = ${pageId})
    order by place limit 1`
  if (unknown) throw invalid(`${path}/${unknown.index}`, 'does not match an audience of this page')
}

async function repeat(tx: Tx, tenantId: string, key: string, requestHash: Buffer): Promise<Release> {
  const first = await findReleaseByKey(tx, tenantId, key)
  if (!first) throw new TooLate('the release under this key is gone')
  demandSameRequest(first.fingerprint, requestHash, key)
  return await getRelease(tx, tenantId, first.releaseId)
}

/** Moves a release that has not started to another time. */
export async function reschedule(
  tx: Tx,
  tenantId: string,
  releaseId: string,
  publishAt: string,
): Promise<Release> {
  const { status, publishAt: before } = await lockRelease(tx, tenantId, releaseId)
  noteChange(tx, { before: { publishAt: before } })
  if (status !== 'scheduled')
    throw new Problem('state_conflict', `A release that is ${status} can’t be rescheduled.`)
  const at = toFuture(publishAt, '/publishAt')
  await changeRelease(tx, tenantId, releaseId, { publishAt: at })
  await moveJob(tx, 'release', tenantId, releaseId, at)
  return await getRelease(tx, tenantId, releaseId)
}

/** Stops a release; rows already published stay published. A finished release is left unchanged. */
export async function cancelRelease(
  tx: Tx,
  tenantId: string,
  releaseId: string,
  demandPublish: DemandPublish,
): Promise<Release> {
  const { status, publish, dryRun } = await lockRelease(tx, tenantId, releaseId)
  if (publish && !dryRun) demandPublish()
  if (status === 'scheduled') {
    await tx`delete from release_rows where tenant_id = ${tenantId} and release_id = ${releaseId}`
    const ended = { status: 'cancelled', finishedAt: tx`now()`, totalRows: 0 }
    await changeRelease(tx, tenantId, releaseId, ended)
    cancelJob(tx, 'release', tenantId, releaseId)
  }
  if (status === 'running') {
    await changeRelease(tx, tenantId, releaseId, { status: 'cancelling' })
    await moveJob(tx, 'release', tenantId, releaseId)
  }
  return await getRelease(tx, tenantId, releaseId)
}

/**
 * Starts to restore the previously live version of every audience that still shows the release's version. The key is
 * checked again before each step.
 */
export async function undoRelease(
  tx: Tx,
  tenantId: string,
  releaseId: string,
  keyId: string,
): Promise<Release> {
  const { status, dryRun } = await lockRelease(tx, tenantId, releaseId)
  if (dryRun) throw new Problem('state_conflict', 'A dry run can’t be undone: it changed nothing.')
  if (status === 'finished' || status === 'cancelled') {
    await changeRelease(tx, tenantId, releaseId, { status: 'undoing' })
    enqueue(tx, 'release', tenantId, { key: releaseId, data: { undoneBy: keyId } })
  } else if (status !== 'undoing' && status !== 'undone')
    throw new Problem('state_conflict', `A release that is ${status} can’t be undone. Cancel it first.`)
  return await getRelease(tx, tenantId, releaseId)
}

/** Reverts the page's own content before a release of it is undone. */
export async function restoreContentBefore(
  context: Addresses & Pick<AppContext, 'config'>,
  tx: Tx,
  tenantId: string,
  releaseId: string,
  keyId: string,
): Promise<void> {
  const { pageId, status } = await getRelease(tx, tenantId, releaseId)
  if (status === 'undoing' || status === 'undone') return
  await lockPage(tx, tenantId, pageId)
  const revision = await findContentBefore(tx, tenantId, releaseId)
  if (revision === null)
    throw new Problem(
      'state_conflict',
      'This release can’t be taken out of the content of the page, which was changed since or not at all. Undo it without `restoreContent`, or restore a revision.',
    )
  await restoreRevision(context, tx, tenantId, pageId, revision, { keyId })
}
