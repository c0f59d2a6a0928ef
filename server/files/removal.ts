import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import type { Included } from '../database/reachable.ts'
import { enqueue } from '../queue/jobs.ts'
import type { Job } from '../queue/kinds.ts'
import { listToErase, listToRemove, markErased, markRemoved, markToRemove } from './queries.ts'

/** Removes an unused file: it can't be found from now on, and a job deletes its bytes. */
export async function discardFile(tx: Tx, tenantId: string, fileId: string): Promise<void> {
  await markRemoved(tx, tenantId, fileId)
  enqueue(tx, 'remove_files', tenantId, { data: { fileIds: [fileId] } })
}

/** The job: deletes the bytes, then records that. Idempotent. */
export async function removeFiles(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  { tenantId, data }: Pick<Job<'remove_files'>, 'tenantId' | 'data'>,
): Promise<undefined> {
  for (const fileId of await listToErase(db.read, tenantId, data.fileIds)) {
    await storage.remove({ tenantId, fileId })
    await db.inTransaction((tx) => markErased(tx, tenantId, fileId))
  }
}

/** Files per round of upkeep. */
const mostAtOnce = 500

/** Removes uploads not claimed within a day, and retries failed removals. */
export async function removeUnusedUploads({ db }: Pick<AppContext, 'db'>, tenants?: Included): Promise<void> {
  const found = await listToRemove(db.read, mostAtOnce, tenants)
  for (const [tenantId, files] of Map.groupBy(found, (file) => file.tenantId))
    await db.inTransaction(async (tx) => {
      const fileIds = await markToRemove(
        tx,
        tenantId,
        files.map(({ fileId }) => fileId),
      )
      if (fileIds.length > 0) enqueue(tx, 'remove_files', tenantId, { data: { fileIds } })
    })
}
