import { describeImages, startAgent } from './agent/worker.ts'
import { startBatches } from './batches/worker.ts'
import { forgetOldSessions } from './console/queries.ts'
import { recheckDomains } from './domains/recheck.ts'
import { removeFiles, removeUnusedUploads } from './files/removal.ts'
import type { Ground } from './ground.ts'
import { forgetOldRates } from './http/rateLimit.ts'
import { forgetOldRunEvents } from './messages/queries.ts'
import { foldTallies } from './tallies.ts'
import { forgetVisitors } from './visits/forget.ts'
import { forgetOldDeliveries } from './webhooks/queries.ts'
import { encryptPlainSecrets } from './webhooks/secrets.ts'
import { startSending } from './webhooks/sender.ts'

/** Takes up the jobs: an explicit list of who handles what. Returns how to stop what is not a job. */
export async function startWorkers(ground: Ground): Promise<() => Promise<void>> {
  const { db, jobs } = ground
  await jobs.work('upkeep', async () => {
    await foldTallies(db)
    await forgetOldRates(db)
    await forgetOldDeliveries(db)
    await removeUnusedUploads(ground)
    await db.inTransaction(forgetOldRunEvents)
    await forgetVisitors(db)
    await recheckDomains(ground)
    await encryptPlainSecrets(ground)
    await db.inTransaction(forgetOldSessions)
  })
  await jobs.work('remove_files', ({ data }) => removeFiles(ground, data))
  await describeImages(ground)
  await jobs.schedule('upkeep', '* * * * *', {})
  const stops = [await startSending(ground), await startAgent(ground), await startBatches(ground)]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
