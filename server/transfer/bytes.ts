import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DatabaseSession } from '../database/session.ts'
import type { ImageWorker } from '../files/imageWorker.ts'
import type { MediaType } from '../files/kinds.ts'
import { sniff } from '../files/sniff.ts'
import { StartError } from '../start/startError.ts'
import type { StorageLocation } from '../storage/storage.ts'

type ImportedBytes = { session: DatabaseSession; imageWorker: ImageWorker; folder: string }
type FileRow = { name: string; mediaType: MediaType; size: number; sha256: string }

/**
 * Throws unless the bytes match the row of their file. Returns the path of the bytes to store: an SVG is sanitised
 * again, like an upload.
 */
export async function checkBytes(
  context: ImportedBytes,
  place: StorageLocation,
  path: string,
): Promise<string> {
  const { tenantId, fileId, variant } = place
  const [file] = await context.session<FileRow[]>`
    select name, media_type, size, sha256 from files where tenant_id = ${tenantId} and file_id = ${fileId}`
  if (!file) throw new StartError(`The archive has bytes of a file that it does not have: ${fileId}`)
  const isSvg = file.mediaType === 'image/svg+xml'
  const expected =
    variant === 'original' || (variant === 'trimmed' && isSvg)
      ? file.mediaType
      : variant.startsWith('avif')
        ? 'image/avif'
        : 'image/webp'
  const task = {
    input: path,
    output: join(context.folder, 'output'),
    preview: join(context.folder, 'preview'),
  }
  const named = { ...task, name: file.name, declaredType: expected }
  const found = await sniff(named)
  if (found !== expected) throw new StartError(`${fileId}/${variant} is ${found}, not ${expected}.`)
  if (variant === 'original') await checkHash(fileId, file, path)
  if (expected !== 'image/svg+xml') return path
  const cleaned = await context.imageWorker.make(tenantId, named)
  if (variant === 'original') {
    const { size, sha256 } = await digest(cleaned.path)
    await context.session`
      update files set size = ${size}, sha256 = ${sha256} where tenant_id = ${tenantId} and file_id = ${fileId}`
  }
  return cleaned.path
}

async function checkHash(fileId: string, file: FileRow, path: string): Promise<void> {
  const { size, sha256 } = await digest(path)
  if (size !== Number(file.size) || sha256 !== file.sha256)
    throw new StartError(`The bytes of ${fileId} do not match their hash.`)
}

async function digest(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await stat(path)).size, sha256: hash.digest('hex') }
}
