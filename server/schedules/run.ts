import { Problem } from '../../shared/problem.ts'
import { archiveAudience } from '../audiences/verbs.ts'
import { actorOfKey } from '../audit/cause.ts'
import { recordEvent } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { lockPage } from '../pages/queries.ts'
import { archivePage, publishPage } from '../pages/verbs.ts'
import { findRefusal } from '../tenants/keyQueries.ts'
import { pinAudience, pinPage } from '../versions/pins.ts'
import { lockAudience } from '../versions/queries.ts'
import { publishVersion } from '../versions/verbs.ts'
import { findLockedSchedule, type HeldSchedule, updateSchedule } from './queries.ts'
import type { Schedule } from './schema.ts'

class Overtaken extends Problem {}

/**
 * Runs a scheduled action once. If it is no longer allowed, or its subject has changed, it is skipped and the schedule
 * stores why.
 */
export async function runSchedule(
  context: AppContext,
  tx: Tx,
  tenantId: string,
  scheduleId: string,
): Promise<void> {
  const schedule = await findLockedSchedule(tx, tenantId, scheduleId)
  if (schedule?.status !== 'scheduled') return
  const finishedAt = tx`statement_timestamp()`
  try {
    await tx.savepoint(async (attempt) => {
      const refusal = await findRefusal(attempt, tenantId, schedule.keyId, 'publish')
      if (refusal !== undefined) throw new Problem('state_conflict', refusal)
      await demandUnchanged(attempt, tenantId, schedule)
      await act(context, attempt, tenantId, schedule)
    })
    await updateSchedule(tx, tenantId, scheduleId, { status: 'done', finishedAt })
    record(tx, tenantId, schedule, 'done')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const status = error instanceof Overtaken ? 'overtaken' : 'failed'
    await updateSchedule(tx, tenantId, scheduleId, { status, reason: error.message, finishedAt })
    record(tx, tenantId, schedule, status)
  }
}

function record(
  tx: Tx,
  tenantId: string,
  { scheduleId, keyId, action, audienceId }: HeldSchedule,
  status: 'done' | 'overtaken' | 'failed',
): void {
  recordEvent(tx, tenantId, status === 'done' ? 'schedule.finished' : 'schedule.failed', {
    actor: actorOfKey(keyId),
    way: 'schedule',
    objectId: scheduleId,
    aboutId: audienceId,
    details: { facts: { action, status } },
  })
}

/** A hash of what a schedule makes visible besides its version; null if it only unpublishes. */
export async function pinOf(
  tx: Tx,
  tenantId: string,
  { action, pageId, audienceId }: Pick<Schedule, 'action' | 'pageId' | 'audienceId'>,
): Promise<string | null> {
  if (action === 'publishPage') return (await pinPage(tx, tenantId, pageId)) ?? null
  if (action !== 'publishVersion') return null
  return (await pinAudience(tx, tenantId, pageId, audienceId as string)) ?? null
}

async function demandUnchanged(tx: Tx, tenantId: string, schedule: HeldSchedule): Promise<void> {
  const { action, pageId, audienceId } = schedule
  if (action !== 'publishPage' && action !== 'publishVersion') return
  // Locked first, so that nothing changes between the check and the publish.
  if (action === 'publishPage') await lockPage(tx, tenantId, pageId)
  else await lockAudience(tx, tenantId, audienceId as string, pageId)
  if (schedule.pin !== null && schedule.pin === (await pinOf(tx, tenantId, schedule))) return
  const what =
    action === 'publishPage'
      ? 'The page or its brand'
      : 'The account, action, links or protection of this audience'
  throw new Overtaken(
    'state_conflict',
    `${what} changed after it was scheduled. Check it, then schedule it again.`,
  )
}

async function act(
  context: AppContext,
  tx: Tx,
  tenantId: string,
  { action, pageId, audienceId, versionId }: Schedule,
): Promise<unknown> {
  switch (action) {
    case 'publishPage':
      return await publishPage(context, tx, tenantId, pageId)
    case 'archivePage':
      return await archivePage(context, tx, tenantId, pageId)
    case 'archiveAudience':
      return await archiveAudience(tx, tenantId, pageId, audienceId as string)
    case 'publishVersion':
      return await publishVersion(tx, tenantId, audienceId as string, versionId as string)
  }
}
