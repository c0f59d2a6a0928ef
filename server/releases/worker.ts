import type { AppContext } from '../context.ts'
import { completeJob, rescheduleJob } from '../queue/jobs.ts'
import type { Queue } from '../queue/queue.ts'
import { findLockedRelease } from './rows.ts'
import { stepRelease } from './step.ts'

/** Concurrent steps, of different tenants. */
const concurrency = 2
/** Delay before a failed step is retried. */
const retryMs = 5_000

/** Runs releases in this process: a job is one step of a release, and is rescheduled until no step is left. */
export function workReleases(queue: Queue, { db, log }: Pick<AppContext, 'db' | 'log'>): void {
  queue.work('release', {
    concurrency,
    retryInMs: () => retryMs,
    handle: async (job) =>
      await db.inTransaction(async (tx) => {
        const release = await findLockedRelease(tx, job.tenantId, job.key)
        const isMore =
          release !== undefined && (await stepRelease({ db, log }, tx, release, job.data.undoneBy))
        return isMore ? await rescheduleJob(tx, job, 0) : await completeJob(tx, job)
      }),
  })
}
