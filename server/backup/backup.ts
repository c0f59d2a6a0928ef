import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { type DatabaseSession, openSession } from '../database/session.ts'
import { openDataDir } from '../embedded/files.ts'

export type BackupReport = { files: number; bytes: number }

/**
 * Excluded from a backup: generated files, other backups, the state of the running process, the key of the language
 * model, and the key that encrypts secrets in the database, which would defeat their encryption.
 */
const skipped = new Set([
  'postgres',
  'cache',
  'backups',
  'last-backup.json',
  'foyer.lock',
  'foyer.owner',
  'postgres.log',
  'encryption.key',
  'agent.env',
])
/** Folders of the database with state of the running server, and the write-ahead log, which is added at the end. */
const skippedFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const skippedFiles = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*|t\d+_\d+.*)$/

/**
 * Writes the data folder to one compressed tar file while the service runs, with PostgreSQL's protocol for online
 * backups: when it is restored, the write-ahead log repairs files that changed while they were read. A replication slot
 * keeps the log from being recycled meanwhile.
 *
 * Uploaded files are read before the database, and new ones after it, so that every file in the database is included.
 */
export async function backUp(dataDir: string, databaseUrl: string, target: string): Promise<BackupReport> {
  const home = await openDataDir(dataDir)
  const draft = `${target}.${randomBytes(4).toString('hex')}.part`
  const archive = new Archive(draft)
  const session = await openSession({ url: databaseUrl })
  try {
    await archive.addFolder(home, '', (name) => !skipped.has(name.split('/')[0] ?? ''))
    await backUpDatabase(session, join(home, 'postgres'), archive)
    await archive.addFolder(home, '', (name) => !skipped.has(name.split('/')[0] ?? ''))
    const report = await archive.finish()
    await rename(draft, target)
    return report
  } catch (error) {
    archive.abandon()
    await rm(draft, { force: true })
    throw error
  } finally {
    await session.end()
  }
}

async function backUpDatabase(session: DatabaseSession, folder: string, archive: Archive): Promise<void> {
  // The slot and the backup end with the session.
  await session`select pg_create_physical_replication_slot(${`backup_${randomBytes(6).toString('hex')}`}, true, true)`
  const [start] = await session<{ segment: string }[]>`
    select pg_walfile_name(pg_backup_start('foyer', true)) as segment`
  await archive.addFolder(folder, 'postgres', (name) => {
    const parts = name.split('/')
    return !skippedFolders.has(parts[0] ?? '') && !skippedFiles.test(parts.at(-1) ?? '')
  })
  const [stop] = await session<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
  if (!start || !stop) throw new Error('PostgreSQL did not say where the backup begins and ends.')
  await archive.addText('postgres/backup_label', stop.labelfile)
  const segments = await readdir(join(folder, 'pg_wal'))
  for (const name of segments.sort())
    if (/^[0-9A-F]{24}$/.test(name) && name >= start.segment)
      await archive.addFile(join(folder, 'pg_wal', name), `postgres/pg_wal/${name}`)
  for (const name of skippedFolders) archive.addEmptyFolder(`postgres/${name}`)
  archive.addEmptyFolder('postgres/pg_wal/archive_status')
}

/** Writes a compressed tar file from files that may change, shrink or disappear while they are read. */
class Archive {
  readonly #pack: Pack = pack()
  readonly #written: Promise<void>
  readonly #names = new Set<string>()
  #failure: unknown
  #bytes = 0

  constructor(path: string) {
    this.#written = pipeline(this.#pack, createGzip({ level: 3 }), createWriteStream(path, { mode: 0o600 }))
    this.#written.catch((error: unknown) => {
      this.#failure = error
    })
  }

  async addFolder(folder: string, prefix: string, isWanted: (name: string) => boolean): Promise<void> {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const name = relative(folder, path).replaceAll(sep, '/')
      if (!isWanted(name)) continue
      const full = prefix ? `${prefix}/${name}` : name
      if (entry.isDirectory()) this.addEmptyFolder(full)
      else if (entry.isFile()) await this.addFile(path, full)
    }
  }

  addEmptyFolder(name: string): void {
    if (this.#names.has(name)) return
    this.#names.add(name)
    this.#pack.entry({ name, type: 'directory', mode: 0o700 })
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    await this.#addBytes(name, bytes.length, Readable.from([bytes]))
  }

  /** Skips a file that was added already or no longer exists. */
  async addFile(path: string, name: string): Promise<void> {
    if (this.#names.has(name)) return
    const handle = await open(path).catch(unlessGone)
    if (!handle) return
    try {
      const { size } = await stat(path)
      await this.#addBytes(name, size, Readable.from(exactly(handle, size)))
    } catch (error) {
      unlessGone(error)
    } finally {
      await handle.close()
    }
  }

  async #addBytes(name: string, size: number, bytes: Readable): Promise<void> {
    if (this.#failure) throw this.#failure
    this.#names.add(name)
    this.#bytes += size
    const entry = this.#pack.entry({ name, size, mode: 0o600 })
    await pipeline(bytes, entry)
  }

  async finish(): Promise<BackupReport> {
    this.#pack.finalize()
    await this.#written
    return { files: this.#names.size, bytes: this.#bytes }
  }

  abandon(): void {
    this.#pack.destroy()
  }
}

/** Exactly `size` bytes of a file: truncated or padded with zeros. The write-ahead log repairs both. */
async function* exactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const chunk = 256 * 1024
  for (let at = 0; at < size; ) {
    const wanted = Math.min(chunk, size - at)
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, at)
    yield bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead)
    at += bytesRead === 0 ? wanted : bytesRead
  }
}

function unlessGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}
