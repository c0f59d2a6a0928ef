import { removeFiles, removeUnusedUploads } from './files/removal.ts'
import type { Ground } from './ground.ts'
import { forgetOldRates } from './http/rateLimit.ts'
import { foldTallies } from './tallies.ts'

/** Takes up the jobs: an explicit list of who handles what. */
export async function startWorkers(ground: Ground) {
  const { db, jobs } = ground
  await jobs.work('upkeep', async () => {
    await foldTallies(db)
    await forgetOldRates(db)
    await removeUnusedUploads(ground)
  })
  await jobs.work('remove_files', ({ data }) => removeFiles(ground, data))
  await jobs.schedule('upkeep', '* * * * *', {})
}
