import type { AppContext } from '../context.ts'
import { completeJob, rescheduleJob } from '../queue/jobs.ts'
import type { Queue } from '../queue/queue.ts'
import { lockBatch } from './rows.ts'
import { takeStep } from './step.ts'

/** Concurrent steps, of different tenants. */
const concurrency = 2
/** Delay before a failed step is retried. */
const retryMs = 5_000

/** Runs batches in this process: a job is one step of a batch, and is rescheduled until no step is left. */
export function workBatches(queue: Queue, { db, log }: Pick<AppContext, 'db' | 'log'>): void {
  queue.work('batch', {
    concurrency,
    retryInMs: () => retryMs,
    handle: async (job) =>
      await db.inTransaction(async (tx) => {
        const batch = await lockBatch(tx, job.tenantId, job.key)
        const againInMs = batch && (await takeStep(tx, log, batch))
        return againInMs === undefined ? await completeJob(tx, job) : await rescheduleJob(tx, job, againInMs)
      }),
  })
}
