import { invalid, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { Tx } from '../database/database.ts'
import { demandPage } from '../pages/queries.ts'
import { cancelJob, enqueue, moveJob } from '../queue/jobs.ts'
import { demandAudience, findVersion } from '../versions/queries.ts'
import { toFuture } from '../web/future.ts'
import { countPending, insertSchedule, lockSchedule, updateSchedule } from './queries.ts'
import { pinOf } from './run.ts'
import type { Schedule, ScheduleInput } from './schema.ts'

const mostPending = 1_000

export async function createSchedule(
  tx: Tx,
  tenantId: string,
  pageId: string,
  { action, audienceId, versionId, runAt }: ScheduleInput,
  keyId: string,
): Promise<Schedule> {
  await demandPage(tx, tenantId, pageId)
  const at = toFuture(runAt, '/runAt')
  demandOnly('/audienceId', audienceId, action === 'publishVersion' || action === 'archiveAudience', action)
  demandOnly('/versionId', versionId, action === 'publishVersion', action)
  if (audienceId !== undefined)
    await demandAudience(tx, tenantId, pageId, audienceId).catch(
      asInvalid('/audienceId', 'does not match an audience'),
    )
  if (audienceId !== undefined && versionId !== undefined) {
    const version = await findVersion(tx, tenantId, audienceId, versionId)
    if (!version) throw invalid('/versionId', 'does not match a version of this audience')
  }
  if ((await countPending(tx, tenantId, pageId)) >= mostPending)
    throw new Problem('schedule_limit', `This page has ${mostPending} pending schedules.`)
  const ids = { audienceId: audienceId ?? null, versionId: versionId ?? null }
  const pin = await pinOf(tx, tenantId, { action, pageId, ...ids })
  const schedule = await insertSchedule(tx, tenantId, pageId, { action, ...ids, runAt: at, keyId, pin })
  enqueue(tx, 'schedule', tenantId, { key: schedule.scheduleId, runAt: at })
  return schedule
}

function demandOnly(path: string, value: string | undefined, isNeeded: boolean, action: string): void {
  if (isNeeded && value === undefined) throw invalid(path, `must be given for ${action}`)
  if (!isNeeded && value !== undefined) throw invalid(path, `can’t be used with ${action}`)
}

function asInvalid(path: string, message: string) {
  return (error: unknown): never => {
    throw error instanceof Problem ? invalid(path, message) : error
  }
}

export async function moveSchedule(
  tx: Tx,
  tenantId: string,
  scheduleId: string,
  runAt: string,
): Promise<Schedule> {
  const { status, runAt: before } = await lockSchedule(tx, tenantId, scheduleId)
  noteChange(tx, { before: { runAt: before } })
  if (status !== 'scheduled') throw new Problem('state_conflict', `This schedule is already ${status}.`)
  const at = toFuture(runAt, '/runAt')
  await moveJob(tx, 'schedule', tenantId, scheduleId, at)
  return await updateSchedule(tx, tenantId, scheduleId, { runAt: at })
}

/** A schedule that has run is returned unchanged. */
export async function cancelSchedule(tx: Tx, tenantId: string, scheduleId: string): Promise<Schedule> {
  const schedule = await lockSchedule(tx, tenantId, scheduleId)
  if (schedule.status !== 'scheduled') return schedule
  cancelJob(tx, 'schedule', tenantId, scheduleId)
  return await updateSchedule(tx, tenantId, scheduleId, { status: 'cancelled', finishedAt: tx`now()` })
}
