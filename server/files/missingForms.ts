import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import type { Included } from '../database/reachable.ts'
import type { ImageWorker } from './imageWorker.ts'
import { type FileWithoutForms, listWithoutForms, noteForms } from './queries.ts'
import { formsOf } from './upload.ts'

type FormsContext = Pick<AppContext, 'db' | 'storage' | 'log'>

/** As many as one round of upkeep has time for: most take a second. */
const mostAtOnce = 20

/** Creates the previews, sizes and trimmed forms of images that were uploaded before these existed. */
export async function makeMissingForms(
  needs: FormsContext,
  imageWorker: ImageWorker,
  tenants?: Included,
): Promise<void> {
  for (const file of await listWithoutForms(needs.db.read, mostAtOnce, tenants)) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-forms-'))
    try {
      await makeForms(needs, imageWorker, file, folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function makeForms(
  { db, storage, log }: FormsContext,
  imageWorker: ImageWorker,
  file: FileWithoutForms,
  folder: string,
) {
  const { tenantId, fileId, mediaType } = file
  const [output, preview] = [join(folder, 'output'), join(folder, 'preview')]
  const bytes = await storage.read({ tenantId, fileId, variant: 'original' })
  if (!bytes) return await db.inTransaction((tx) => noteForms(tx, file, undefined))
  await pipeline(bytes, createWriteStream(output))
  const task = { input: output, output, preview, name: '', declaredType: mediaType, storedType: mediaType }
  const made = await imageWorker.make(tenantId, task).catch((error) => {
    // The image worker is busy or gone: the next round retries. Other failures are permanent.
    if (!(error instanceof Problem) || error.code === 'unavailable') throw error
    log.warn({ err: error, fileId }, 'the forms of a picture could not be made')
    return undefined
  })
  if (!made) return await db.inTransaction((tx) => noteForms(tx, file, undefined))
  await storage.put({ tenantId, fileId, variant: 'preview' }, preview)
  for (const [variant, path] of formsOf(made, output)) await storage.put({ tenantId, fileId, variant }, path)
  const { placeholder = null, widths = [], trimmedWidth = null, trimmedHeight = null } = made
  const derived = {
    placeholder,
    widths,
    trimmedWidth,
    trimmedHeight,
    previewSize: (await stat(preview)).size,
  }
  await db.inTransaction((tx) => noteForms(tx, file, derived))
}
