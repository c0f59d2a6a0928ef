import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../start/startError.ts'
import { readArchive } from './archive.ts'

/**
 * Unpacks a backup into an empty or missing data folder: first into a folder beside it, which is renamed when it is
 * complete.
 */
export async function restoreBackup(backup: string, dataDir: string): Promise<{ files: number }> {
  const present = await readdir(dataDir).catch((): string[] => [])
  if (present.length > 0)
    throw new StartError(
      `${dataDir} is not empty. Set DATA_DIR to a new folder: a backup is never restored over existing data.`,
    )
  const draft = `${dataDir.replace(/(?<![\\/])[\\/]+$/, '')}.restoring`
  await rm(draft, { recursive: true, force: true })
  try {
    const files = await unpack(backup, draft)
    await rm(dataDir, { recursive: true, force: true })
    await rename(draft, dataDir)
    return { files }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function unpack(backup: string, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let files = 0
  let hasLabel = false
  try {
    for await (const entry of readArchive(backup)) {
      const { name, type } = entry.header
      const path = insideOf(folder, name)
      if (type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 })
      else if (type === 'file') {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await pipeline(entry, createWriteStream(path, { mode: 0o600, flush: true }))
        hasLabel ||= name === 'postgres/backup_label'
        files++
      }
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${backup} can't be read as a backup (${(error as Error).message}).`)
  }
  if (!hasLabel) throw new StartError(`${backup} is not a complete Foyer backup.`)
  return files
}

/** Throws if an entry's path is outside the folder. */
function insideOf(folder: string, name: string): string {
  const path = normalize(join(folder, name))
  if (!path.startsWith(folder + sep))
    throw new StartError(`The backup refers to a file outside of it: ${name}`)
  return path
}
