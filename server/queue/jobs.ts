import { randomUUID } from 'node:crypto'
import type { Fragment, Reader, Tx } from '../database/database.ts'
import { currentTraceparent } from '../telemetry/trace.ts'
import { type Job, type JobData, type JobGroup, type JobKind, systemTenant } from './kinds.ts'

/** `due` wakes workers; its payload is a group. `cancelled` aborts a running job; its payload is the job. */
export const channels = { due: 'jobs_due', cancelled: 'jobs_cancelled' } as const

/** Another worker holds the job, or it was cancelled or moved: this worker must not commit its effects. */
export class LeaseLost extends Error {
  constructor({ kind, key }: Pick<Job, 'kind' | 'key'>) {
    super(`The lease of the job ${kind} ${key} is lost.`)
  }
}

export type NewJob<K extends JobKind> = {
  /** A kind and key identify at most one job. Without a key, jobs are independent. */
  key?: string
  group?: string
  data?: JobData[K]
  /** Defaults to now. */
  runAt?: Date
}

/**
 * Adds a job in the transaction of its cause: it runs if and only if that transaction commits. An existing job with
 * this key is replaced, and a worker running it loses its lease.
 */
export function enqueue<K extends JobKind>(
  tx: Tx,
  kind: K,
  tenantId: string,
  { key = randomUUID(), group = '', data = {} as JobData[K], runAt }: NewJob<K>,
): void {
  const due = runAt ? tx`${runAt}::timestamptz` : tx`now()`
  tx.append(tx`
    insert into jobs (tenant_id, kind, key, group_key, data, due_at, trace)
    values (${tenantId}, ${kind}, ${key}, ${group}, ${tx.json(data)}, ${due}, ${currentTraceparent()})
    on conflict (tenant_id, kind, key) do update set group_key = excluded.group_key, data = excluded.data, due_at = excluded.due_at, trace = excluded.trace, attempts = 0, fence = excluded.fence, last_error = null, failed_at = null`)
  if (!runAt) wakeWorkers(tx, kind, { tenantId, group })
}

/** Notifies all workers that a group may have due jobs. */
export function wakeWorkers(tx: Tx, kind: JobKind, { tenantId, group }: JobGroup): void {
  tx.notify(channels.due, payloadOf(kind, tenantId, group))
}

export function payloadOf(kind: JobKind, tenantId: string, rest: string): string {
  return `${kind}/${tenantId}/${rest}`
}

/** Removes a job. A worker running it is notified to stop and can't commit its effects. */
export function cancelJob(tx: Tx, kind: JobKind, tenantId: string, key: string): void {
  deleteJob(tx, kind, tenantId, key)
  tx.notify(channels.cancelled, payloadOf(kind, tenantId, key))
}

/** Removes a job that is not running, or whose worker need not be notified. */
export function deleteJob(tx: Tx, kind: JobKind, tenantId: string, key: string): void {
  tx.defer(tx`delete from jobs where tenant_id = ${tenantId} and kind = ${kind} and key = ${key}`)
}

/** Moves a job to another time, or to now. A worker running it loses its lease. False if there is no such job. */
export async function moveJob(
  tx: Tx,
  kind: JobKind,
  tenantId: string,
  key: string,
  runAt?: Date,
): Promise<boolean> {
  const due = runAt ? tx`${runAt}::timestamptz` : tx`now()`
  const [row] = await tx<{ group: string }[]>`
    update jobs set due_at = ${due}, fence = nextval('job_fences'), attempts = 0, failed_at = null
    where tenant_id = ${tenantId} and kind = ${kind} and key = ${key} returning group_key as "group"`
  if (row && !runAt) wakeWorkers(tx, kind, { tenantId, group: row.group })
  return row !== undefined
}

/** Makes a job due now if it is due within this time. A running job is left alone: its attempts are not 0. */
export function hastenJob(tx: Tx, kind: JobKind, tenantId: string, key: string, withinMs: number): void {
  tx.defer(tx`
    update jobs set due_at = now()
    where tenant_id = ${tenantId} and kind = ${kind} and key = ${key} and attempts = 0 and due_at > now()
      and due_at < now() + ${withinMs} * interval '1 millisecond'`)
  wakeWorkers(tx, kind, { tenantId, group: '' })
}

/** How a job ended. `isStored`: the handler stored the result in its own transaction, with one of the functions below. */
export type Ending = { isStored?: true; againInMs?: number }

/** Ends a job in the transaction of its effects. Throws `LeaseLost`, which rolls them back, if another worker holds it. */
export async function completeJob(tx: Tx, job: Job): Promise<Ending> {
  if (!(await removeJob(tx, job))) throw new LeaseLost(job)
  return { isStored: true }
}

/** Like `completeJob`, but returns false if another worker holds the job. */
export async function removeJob(tx: Tx, job: Job): Promise<boolean> {
  const [row] = await tx`delete from jobs where ${isHeld(tx, job)} returning key`
  return row !== undefined
}

/** Reschedules a job in the transaction of its effects. Throws `LeaseLost` if another worker holds it. */
export async function rescheduleJob(tx: Tx, job: Job, againInMs: number): Promise<Ending> {
  const [row] = await tx`
    update jobs set due_at = clock_timestamp() + ${againInMs} * interval '1 millisecond', attempts = 0, last_error = null
    where ${isHeld(tx, job)} returning key`
  if (!row) throw new LeaseLost(job)
  return { isStored: true, againInMs }
}

function isHeld(tx: Tx, { tenantId, fence }: Job): Fragment {
  return tx`tenant_id = ${tenantId} and fence = ${fence}`
}

/** Creates a recurring job of the service itself if it does not exist. It first runs after one period. */
export function ensureRecurringJob(tx: Tx, kind: JobKind, everyMs: number): void {
  tx.defer(tx`
    insert into jobs (tenant_id, kind, key, due_at)
    values (${systemTenant}, ${kind}, ${kind}, now() + ${everyMs} * interval '1 millisecond')
    on conflict do nothing`)
}

/** How long permanently failed jobs are kept for operators to inspect. */
const keepFailedDays = 14

export async function deleteFailedJobs(tx: Tx): Promise<void> {
  await tx`
    -- every tenant: upkeep
    delete from jobs where failed_at < now() - ${keepFailedDays} * interval '1 day'`
}

/** The groups with due jobs, of all kinds. */
export async function findDueGroups(db: Reader, now: Fragment): Promise<(JobGroup & { kind: JobKind })[]> {
  // Skips through the index from group to group: the cost depends on the number of waiting groups, about 40 µs each,
  // not on the number of their jobs.
  return await db<(JobGroup & { kind: JobKind })[]>`
    -- every tenant: workers serve all
    with recursive waiting as (
      (select tenant_id, kind, group_key, due_at from jobs order by tenant_id, kind, group_key, due_at limit 1)
      union all
      select next.* from waiting cross join lateral (
        select tenant_id, kind, group_key, due_at from jobs j
        where (j.tenant_id, j.kind, j.group_key) > (waiting.tenant_id, waiting.kind, waiting.group_key)
        order by tenant_id, kind, group_key, due_at limit 1) as next
    )
    select kind, tenant_id, group_key as "group" from waiting where due_at <= ${now}`
}
