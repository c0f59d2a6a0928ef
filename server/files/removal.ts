import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import type { JobData, Jobs } from '../jobs.ts'
import {
  type FileName,
  listToErase,
  markErased,
  markRemoved,
  markUnusedRemoved,
  renewOverdueRemovals,
} from './queries.ts'

/** Removes a file that nothing uses any more: nobody finds it from here on, and a job takes its bytes away. */
export async function discardFile(tx: Tx, jobs: Jobs, tenantId: string, fileId: string): Promise<void> {
  await markRemoved(tx, tenantId, fileId)
  await jobs.enqueue(tx, 'remove_files', { tenantId, fileIds: [fileId] })
}

/** The job: bytes first, then the note that they are gone. Running it again does no harm. */
export async function removeFiles(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  { tenantId, fileIds }: JobData['remove_files'],
): Promise<void> {
  for (const fileId of await listToErase(db.read, tenantId, fileIds)) {
    await storage.remove({ tenantId, fileId })
    await db.inTransaction((tx) => markErased(tx, tenantId, fileId))
  }
}

/** As much as one round of upkeep takes on. */
const mostAtOnce = 500

/** Removes uploads that nothing claimed within a day, and sees to removals that failed. */
export async function removeUnusedUploads({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): Promise<void> {
  await db.inTransaction(async (tx) => {
    await enqueueAll(tx, jobs, await markUnusedRemoved(tx, mostAtOnce))
    await enqueueAll(tx, jobs, await renewOverdueRemovals(tx, mostAtOnce))
  })
}

async function enqueueAll(tx: Tx, jobs: Jobs, files: FileName[]) {
  for (const [tenantId, these] of Map.groupBy(files, (file) => file.tenantId))
    await jobs.enqueue(tx, 'remove_files', { tenantId, fileIds: these.map(({ fileId }) => fileId) })
}
