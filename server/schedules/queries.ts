import { notFound } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import type { PageOf } from '../web/paging.ts'
import type { Schedule } from './schema.ts'

const columns = (db: Reader) => db`
  schedule_id, page_id, action, audience_id, version_id, run_at, status, reason, created_at, finished_at`

export type NewSchedule = Pick<Schedule, 'action' | 'audienceId' | 'versionId'> & {
  runAt: Date
  keyId: string
  pin: string | null
}

/** A schedule with the data its run is checked against. */
export type HeldSchedule = Schedule & { keyId: string | null; pin: string | null }

export async function insertSchedule(
  tx: Tx,
  tenantId: string,
  pageId: string,
  schedule: NewSchedule,
): Promise<Schedule> {
  const [made] = await tx<Schedule[]>`
    insert into schedules ${tx.values({ tenantId, scheduleId: newId('schedule'), pageId, ...schedule })}
    returning ${columns(tx)}`
  return made as Schedule
}

/** Newest first. */
export async function listSchedules(
  db: Reader,
  tenantId: string,
  pageId: string,
  { limit, after }: PageOf<[string]>,
): Promise<Schedule[]> {
  return await db<Schedule[]>`
    select ${columns(db)} from schedules
    where tenant_id = ${tenantId} and page_id = ${pageId} ${after ? db`and schedule_id < ${after[0]}` : db``}
    order by schedule_id desc limit ${limit + 1}`
}

export async function findSchedules(
  db: Reader,
  tenantId: string,
  scheduleIds: string[],
): Promise<Schedule[]> {
  return await db<Schedule[]>`
    select ${columns(db)} from schedules where tenant_id = ${tenantId} and schedule_id = any(${scheduleIds})`
}

/** A page has few schedules, so they are counted directly. */
export async function countSchedules(db: Reader, tenantId: string, pageId: string): Promise<number> {
  const [row] = await db<{ total: number }[]>`
    select count(*) as total from schedules where tenant_id = ${tenantId} and page_id = ${pageId}`
  return row?.total ?? 0
}

export async function countPending(db: Reader, tenantId: string, pageId: string): Promise<number> {
  const [row] = await db<{ total: number }[]>`
    select count(*) as total from schedules
    where tenant_id = ${tenantId} and page_id = ${pageId} and status = 'scheduled'`
  return row?.total ?? 0
}

export async function findLockedSchedule(
  tx: Tx,
  tenantId: string,
  scheduleId: string,
): Promise<HeldSchedule | undefined> {
  const [row] = await tx<HeldSchedule[]>`
    select ${columns(tx)}, key_id, pin from schedules
    where tenant_id = ${tenantId} and schedule_id = ${scheduleId} for update`
  return row
}

export async function lockSchedule(tx: Tx, tenantId: string, scheduleId: string): Promise<Schedule> {
  const {
    keyId: _,
    pin: _pin,
    ...schedule
  } = (await findLockedSchedule(tx, tenantId, scheduleId)) ?? notFound('schedule', scheduleId)
  return schedule
}

export async function updateSchedule(
  tx: Tx,
  tenantId: string,
  scheduleId: string,
  changes: object,
): Promise<Schedule> {
  const [row] = await tx<Schedule[]>`
    update schedules set ${tx.set(changes)}
    where tenant_id = ${tenantId} and schedule_id = ${scheduleId} returning ${columns(tx)}`
  return row ?? notFound('schedule', scheduleId)
}
