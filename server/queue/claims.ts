import type { Fragment, Tx } from '../database/database.ts'
import type { Job, JobGroup, JobKind } from './kinds.ts'

/** Job operations of workers: many jobs at a time, of all tenants. */

export type SlotRequest = JobGroup & { slots: number }

/**
 * Claims due jobs, up to a number per group: oldest due time first, then by key for jobs of one transaction. A claim
 * moves `due_at` to the end of the lease: if the worker dies, the job is due again then. The statement is sent with its
 * commit, in one round trip.
 */
export function claimJobs<K extends JobKind>(
  tx: Tx,
  kind: K,
  asked: SlotRequest[],
  { leaseMs, now }: { leaseMs: number; now: Fragment },
): PromiseLike<Job<K>[]> {
  // Uses `ctid` in an array, so that the plan is an index scan per group and a lookup per job, whatever the planner
  // estimates: the statistics of a queue are always outdated.
  return tx<Job<K>[]>`
    -- every tenant: workers serve all
    update jobs set due_at = ${now} + ${leaseMs}::int * interval '1 millisecond', fence = nextval('job_fences'),
      attempts = attempts + 1
    where ctid = any(array(
      select due.ctid from unnest(
        ${asked.map(({ tenantId }) => tenantId)}::text[], ${asked.map(({ group }) => group)}::text[],
        ${asked.map(({ slots }) => slots)}::int[]) as asked (tenant_id, group_key, slots)
      cross join lateral (
        select j.ctid from jobs j
        where j.kind = ${kind} and j.tenant_id = asked.tenant_id and j.group_key = asked.group_key
          and j.due_at <= ${now}
        order by j.due_at, j.key limit asked.slots for update skip locked) as due))
    returning kind, tenant_id, group_key as "group", key, data, attempts, fence, trace`
}

/** Extends leases. Returns the jobs that this worker still holds. */
export async function renewLeases(
  tx: Tx,
  jobs: Job[],
  { leaseMs, now }: { leaseMs: number; now: Fragment },
): Promise<Set<Job>> {
  const rows = await tx<{ fence: number }[]>`
    -- every tenant: workers serve all
    update jobs set due_at = ${now} + ${leaseMs}::int * interval '1 millisecond'
    where fence = any(${fencesOf(jobs)}::bigint[]) returning fence`
  return pick(jobs, rows)
}

/** The result of a job that a worker has finished. */
export type Settlement = {
  job: Job
  /** `released`: the job was not started, and the attempt does not count. */
  state: 'completed' | 'rescheduled' | 'released' | 'retried' | 'failed'
  inMs: number
  error: string | null
}

/** Stores the results of jobs. Returns the jobs that this worker still held; results of others are discarded. */
export async function settleJobs(tx: Tx, settlements: Settlement[], now: Fragment): Promise<Set<Job>> {
  const completed = settlements.filter(({ state }) => state === 'completed').map(({ job }) => job)
  const others = settlements.filter(({ state }) => state !== 'completed')
  const kept = others.map(({ job }) => job)
  const [removed, changed] = await Promise.all([
    completed.length === 0
      ? []
      : tx<{ fence: number }[]>`
          -- every tenant: workers serve all
          delete from jobs where fence = any(${fencesOf(completed)}::bigint[]) returning fence`,
    others.length === 0
      ? []
      : tx<{ fence: number }[]>`
          -- every tenant: workers serve all
          update jobs j set
            due_at = case given.state when 'failed' then 'infinity'
              else ${now} + given.in_ms * interval '1 millisecond' end,
            attempts = case given.state when 'rescheduled' then 0 when 'released' then j.attempts - 1
              else j.attempts end,
            last_error = coalesce(given.error, case given.state when 'released' then j.last_error end),
            failed_at = case given.state when 'failed' then ${now} end
          from unnest(
            ${fencesOf(kept)}::bigint[], ${others.map(({ state }) => state)}::text[],
            ${others.map(({ inMs }) => inMs)}::float8[], ${others.map(({ error }) => error)}::text[])
            as given (fence, state, in_ms, error)
          where j.fence = given.fence returning j.fence`,
  ])
  return new Set([...pick(completed, removed), ...pick(kept, changed)])
}

function fencesOf(jobs: Job[]): number[] {
  return jobs.map(({ fence }) => fence)
}

function pick(jobs: Job[], rows: readonly { fence: number }[]): Set<Job> {
  const found = new Set(rows.map(({ fence }) => fence))
  return new Set(jobs.filter(({ fence }) => found.has(fence)))
}

/** For writes that may be lost: if the database crashes before they reach the disk, the work is repeated. */
export async function commitAsynchronously(tx: Tx): Promise<void> {
  await tx`set local synchronous_commit = off`
}
