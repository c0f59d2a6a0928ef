import type { AppContext } from '../context.ts'
import { completeJob } from '../queue/jobs.ts'
import type { Queue } from '../queue/queue.ts'
import { runSchedule } from './run.ts'

const concurrency = 4

/** Runs scheduled actions in this process when they are due. */
export function workSchedules(queue: Queue, context: AppContext): void {
  queue.work('schedule', {
    concurrency,
    handle: async (job) =>
      await context.db.inTransaction(async (tx) => {
        await runSchedule(context, tx, job.tenantId, job.key)
        return await completeJob(tx, job)
      }),
  })
}
