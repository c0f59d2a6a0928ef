import { removeFiles, removeUnusedUploads } from './files/removal.ts'
import type { Ground } from './ground.ts'
import { forgetOldRates } from './http/rateLimit.ts'
import { foldTallies } from './tallies.ts'
import { forgetOldDeliveries } from './webhooks/queries.ts'
import { startSending } from './webhooks/sender.ts'

/** Takes up the jobs: an explicit list of who handles what. Returns how to stop what is not a job. */
export async function startWorkers(ground: Ground): Promise<() => Promise<void>> {
  const { db, jobs } = ground
  await jobs.work('upkeep', async () => {
    await foldTallies(db)
    await forgetOldRates(db)
    await forgetOldDeliveries(db)
    await removeUnusedUploads(ground)
  })
  await jobs.work('remove_files', ({ data }) => removeFiles(ground, data))
  await jobs.schedule('upkeep', '* * * * *', {})
  return await startSending(ground)
}
