import { randomBytes } from 'node:crypto'
import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ByteRange, placeParts, type Storage, type StorageLocation, variants } from './storage.ts'

/** Files in folders under DATA_DIR: one machine, or a file system shared by all nodes. */
export class DiskStorage implements Storage {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** Written to a temporary file, flushed, then renamed: there is never a partial file. */
  async put(place: StorageLocation, path: string) {
    const target = this.#path(place)
    const draft = `${target}.${randomBytes(6).toString('hex')}`
    await makeFolder(dirname(target))
    try {
      await copyFile(path, draft)
      await chmod(draft, 0o600)
      await flush(draft)
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await flush(dirname(target))
  }

  async read(place: StorageLocation, range?: ByteRange) {
    try {
      const handle = await open(this.#path(place))
      return handle.createReadStream({ ...range })
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return undefined
      throw error
    }
  }

  async remove(file: Omit<StorageLocation, 'variant'>) {
    for (const variant of variants) await rm(this.#path({ ...file, variant }), { force: true })
  }

  close() {}

  #path(place: StorageLocation) {
    return join(this.#root, ...placeParts(place))
  }
}

/** A new folder or a rename is durable only once the parent folder is flushed, so that is flushed too. */
async function makeFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await flush(dirname(made))
}

async function flush(path: string) {
  // Windows can't flush folders or files opened for reading, and needs neither for this.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
