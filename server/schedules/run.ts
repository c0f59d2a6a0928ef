import { archiveAudience } from '../audiences/verbs.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { archivePage, publishPage } from '../pages/verbs.ts'
import { publishVersion } from '../versions/verbs.ts'
import { Problem } from '../web/problem.ts'
import { findLockedSchedule, updateSchedule } from './queries.ts'
import type { Schedule } from './schema.ts'

/** Does what was scheduled, once. What the rules do not allow any more fails, and the schedule says why. */
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
    await tx.savepoint((attempt) => act(context, attempt, tenantId, schedule))
    await updateSchedule(tx, tenantId, scheduleId, { status: 'done', finishedAt })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await updateSchedule(tx, tenantId, scheduleId, { status: 'failed', reason: error.message, finishedAt })
  }
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
