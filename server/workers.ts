import { join } from 'node:path'
import { describeImages, startAgent } from './agent/worker.ts'
import { startBatches } from './batches/worker.ts'
import { forgetOldSessions } from './console/queries.ts'
import type { AppContext } from './context.ts'
import { recheckDomains } from './domains/recheck.ts'
import { ImageWorker } from './files/imageWorker.ts'
import { makeMissingForms } from './files/missingForms.ts'
import { removeFiles, removeUnusedUploads } from './files/removal.ts'
import { foldTallies } from './lists/tallies.ts'
import { forgetOldRunEvents } from './messages/queries.ts'
import { forgetOldDryRuns } from './releases/queries.ts'
import { startReleases } from './releases/worker.ts'
import { forgetVisitors } from './visits/forget.ts'
import { forgetOldRates } from './web/rateLimit.ts'
import { forgetOldDeliveries } from './webhooks/queries.ts'
import { encryptPlainSecrets } from './webhooks/secrets.ts'
import { startSending } from './webhooks/sender.ts'

/** Takes up the jobs: an explicit list of who handles what. Returns how to stop what is not a job. */
export async function startWorkers(context: AppContext): Promise<() => Promise<void>> {
  const { db, jobs } = context
  const imageWorker = new ImageWorker(context.log, join(context.config.dataDir, 'cache'))
  await jobs.work('upkeep', async () => {
    await foldTallies(db)
    await forgetOldRates(db)
    await forgetOldDeliveries(db)
    await removeUnusedUploads(context)
    await db.inTransaction(forgetOldRunEvents)
    await forgetVisitors(db)
    await recheckDomains(context)
    await encryptPlainSecrets(context)
    await db.inTransaction(forgetOldSessions)
    await db.inTransaction(forgetOldDryRuns)
    await makeMissingForms(context, imageWorker)
  })
  await jobs.work('remove_files', ({ data }) => removeFiles(context, data))
  await describeImages(context)
  await jobs.schedule('upkeep', '* * * * *', {})
  const stops = [
    await startSending(context),
    await startAgent(context),
    await startBatches(context),
    await startReleases(context),
  ]
  return async () => void (await Promise.all([...stops.map((stop) => stop()), imageWorker.close()]))
}
