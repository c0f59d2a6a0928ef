import { Problem } from '../../shared/problem.ts'
import { actorOfKey } from '../audit/cause.ts'
import { recordEvent } from '../audit/write.ts'
import { type Database, isInfrastructureFault, type Tx } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { findRefusal } from '../tenants/keyQueries.ts'
import { QueueFull } from '../threads/fairQueue.ts'
import { emit } from '../webhooks/events.ts'
import { type PlannedRow, planRows } from './plan.ts'
import { changeRelease, getRelease } from './queries.ts'
import {
  cancelWaiting,
  type HeldRelease,
  listToUndo,
  listWaiting,
  type SettledReleaseRow,
  settleRows,
  settleUndone,
  stopUndo,
  type WaitingReleaseRow,
} from './rows.ts'
import type { Release } from './schema.ts'
import { keepRowsInState, selectRows, stateOf } from './select.ts'
import { compareNext } from './states.ts'
import { getReleasedPage, type ReleasedPage } from './subjects.ts'
import { undoRows, writeRows } from './write.ts'

/** Number of audiences per step: a step locks the release, and a cancel request waits for it. */
const chunk = 100

export type StepContext = { db: Database; log: Log }

/**
 * Runs the next step of a release in the transaction that locks it: selects audiences, processes the next ones, or ends
 * it. Returns whether more steps are left.
 *
 * scheduled → running: it is due
 * running → finished: no row waits; running → cancelling → cancelled: a user cancelled it
 * finished, cancelled → undoing → undone: a user undid it
 * undoing → finished, cancelled: the key that requested it was revoked
 */
export async function stepRelease(
  context: StepContext,
  tx: Tx,
  release: HeldRelease,
  undoneBy: string | undefined,
): Promise<boolean> {
  const { tenantId, releaseId } = release
  if (release.status === 'undoing') return await stepUndo(tx, release, undoneBy ?? null)
  if (release.status === 'cancelling') return await stepCancel(tx, release)
  const refusal = await findMakersRefusal(tx, release)
  if (refusal !== undefined) return await stepCancel(tx, release, refusal)
  const page = await getReleasedPage(tx, tenantId, release.pageId, release.revision).catch((error) => {
    if (!(error instanceof Problem)) throw error
  })
  if (!page) return await stepCancel(tx, release, 'The page was deleted.')
  if (release.startedAt === null) {
    await changeRelease(tx, tenantId, releaseId, { status: 'running', startedAt: tx`statement_timestamp()` })
    if (!release.dryRun) emit(tx, tenantId, 'release.started', await getRelease(tx, tenantId, releaseId))
  }
  if (!release.isSelected) return await stepSelect(context, tx, release, page)
  const rows = await listWaiting(tx, release, chunk)
  if (rows.length === 0) return await end(tx, release, 'finished')
  await settleRows(tx, release, await workTogether(context.log, tx, release, page, rows))
  return true
}

async function stepSelect({ db }: StepContext, tx: Tx, release: HeldRelease, page: ReleasedPage) {
  // The audiences in a state are known only once all have been compared.
  if (stateOf(release.audiences) && (await compareNext(db, release.tenantId, page))) return true
  if (release.isPinned) await keepRowsInState(tx, release, page)
  else await selectRows(tx, release, page)
  return true
}

/** Why the key that created a release may no longer run it. A dry run changes nothing, so it needs no check. */
async function findMakersRefusal(tx: Tx, { tenantId, keyId, publish, dryRun }: HeldRelease) {
  return dryRun ? undefined : await findRefusal(tx, tenantId, keyId, publish ? 'publish' : 'write')
}

async function stepCancel(tx: Tx, release: HeldRelease, reason?: string): Promise<boolean> {
  return (await cancelWaiting(tx, release, reason)) || (await end(tx, release, 'cancelled'))
}

async function stepUndo(tx: Tx, release: HeldRelease, keyId: string | null): Promise<boolean> {
  const { tenantId, releaseId } = release
  const refusal = await findRefusal(tx, tenantId, keyId, 'publish')
  if (refusal !== undefined) {
    await stopUndo(tx, release, refusal)
    return false
  }
  const rows = await listToUndo(tx, release, chunk)
  if (rows.length > 0) {
    await settleUndone(tx, release, await undoRows(tx, release, rows))
    return true
  }
  await changeRelease(tx, tenantId, releaseId, { status: 'undone', undoneAt: tx`statement_timestamp()` })
  const undone = await getRelease(tx, tenantId, releaseId)
  record(tx, tenantId, 'release.undone', keyId, undone)
  emit(tx, tenantId, 'release.undone', undone)
  return false
}

async function end(tx: Tx, held: HeldRelease, status: 'finished' | 'cancelled') {
  const { tenantId, releaseId, dryRun, keyId } = held
  await changeRelease(tx, tenantId, releaseId, { status, finishedAt: tx`statement_timestamp()` })
  if (dryRun) return false
  const ended = await getRelease(tx, tenantId, releaseId)
  record(tx, tenantId, `release.${status}`, keyId, ended)
  emit(tx, tenantId, 'release.finished', ended)
  return false
}

function record(
  tx: Tx,
  tenantId: string,
  event: 'release.finished' | 'release.cancelled' | 'release.undone',
  keyId: string | null,
  { releaseId, pageId, counts }: Release,
): void {
  recordEvent(tx, tenantId, event, {
    actor: actorOfKey(keyId),
    way: 'release',
    objectId: releaseId,
    details: { facts: { pageId, ...counts } },
  })
}

/** Processes all rows at once; if that fails, one by one, so that one row can't block the rest. */
async function workTogether(
  log: Log,
  tx: Tx,
  release: HeldRelease,
  page: ReleasedPage,
  rows: WaitingReleaseRow[],
): Promise<SettledReleaseRow[]> {
  try {
    return await tx.savepoint((attempt) => work(attempt, release, page, rows))
  } catch (error) {
    if (mustStop(error)) throw error
    if (rows.length > 1) {
      const settled: SettledReleaseRow[] = []
      for (const row of rows) settled.push(...(await workTogether(log, tx, release, page, [row])))
      return settled
    }
    const [{ position } = { position: 0 }] = rows
    log.error({ err: error, releaseId: release.releaseId, position }, 'a row of a release failed')
    return [{ position, status: 'failed', reason: 'Something went wrong on our side. Release it again.' }]
  }
}

async function work(
  tx: Tx,
  release: HeldRelease,
  page: ReleasedPage,
  rows: WaitingReleaseRow[],
): Promise<SettledReleaseRow[]> {
  const planned: PlannedRow[] = await planRows(tx, release, page, rows)
  if (release.dryRun) return planned.map(({ row }) => row)
  return await writeRows(tx, release, page, planned)
}

/** The cause is the database or a busy process, so the rows are retried. */
function mustStop(error: unknown): boolean {
  return error instanceof QueueFull || isInfrastructureFault(error)
}
