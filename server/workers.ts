import { join } from 'node:path'
import { workAgentRuns, workImageDescriptions } from './agent/worker.ts'
import { workBatches } from './batches/worker.ts'
import { forgetOldSessions } from './console/queries.ts'
import type { AppContext } from './context.ts'
import { recheckDomains } from './domains/verbs.ts'
import { ImageWorker } from './files/imageWorker.ts'
import { makeMissingForms } from './files/missingForms.ts'
import { removeFiles, removeUnusedUploads } from './files/removal.ts'
import { workGateCodes } from './links/codeWorker.ts'
import { forgetOldCodes } from './links/gateCodes.ts'
import { foldTallies } from './lists/tallies.ts'
import { forgetOldRunEvents } from './messages/queries.ts'
import { forgetOldNotices } from './notices/queries.ts'
import { workNotices } from './notices/worker.ts'
import { deleteFailedJobs } from './queue/jobs.ts'
import { Queue } from './queue/queue.ts'
import { forgetOldDryRuns } from './releases/queries.ts'
import { workReleases } from './releases/worker.ts'
import { workSchedules } from './schedules/worker.ts'
import { endVisits } from './visits/end.ts'
import { forgetVisitors } from './visits/forget.ts'
import { forgetOldRates } from './web/rateLimit.ts'
import { forgetOldDeliveries } from './webhooks/queries.ts'
import { encryptPlainSecrets } from './webhooks/secrets.ts'
import { workDeliveries } from './webhooks/sender.ts'

/** Runs jobs in this process: an explicit list of what handles which kind. Returns how to stop. */
export async function startWorkers(context: AppContext): Promise<() => Promise<void>> {
  const queue = new Queue(context)
  const imageWorker = new ImageWorker(context.log, join(context.config.dataDir, 'cache'))
  queue.work('upkeep', { concurrency: 1, everyMs: 60_000, handle: () => doUpkeep(context, imageWorker) })
  queue.work('remove_files', {
    concurrency: 4,
    mostAttempts: 10,
    handle: (job) => removeFiles(context, job),
  })
  await workImageDescriptions(queue, context)
  workAgentRuns(queue, context)
  workBatches(queue, context)
  workReleases(queue, context)
  workSchedules(queue, context)
  const closeOutbound = workDeliveries(queue, context)
  workGateCodes(queue, context)
  const closeNotices = workNotices(queue, context)
  await queue.start()
  return async () => {
    await queue.stop()
    await Promise.all([closeOutbound(), closeNotices(), imageWorker.close()])
  }
}

async function doUpkeep(context: AppContext, imageWorker: ImageWorker): Promise<undefined> {
  const { db } = context
  await foldTallies(db)
  await forgetOldRates(db)
  await forgetOldDeliveries(db)
  await removeUnusedUploads(context)
  await db.inTransaction(forgetOldRunEvents)
  await endVisits(db)
  await forgetVisitors(db)
  await forgetOldNotices(db)
  await forgetOldCodes(db)
  await recheckDomains(context)
  await encryptPlainSecrets(context)
  await db.inTransaction(forgetOldSessions)
  await db.inTransaction(forgetOldDryRuns)
  await db.inTransaction(deleteFailedJobs)
  await makeMissingForms(context, imageWorker)
}
