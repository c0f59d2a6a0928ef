import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { idPattern } from '../../shared/ids.ts'
import { readArchive } from '../backup/archive.ts'
import { type DatabaseSession, openSession } from '../database/session.ts'
import { ImageWorker } from '../files/imageWorker.ts'
import { slugPattern } from '../ids.ts'
import { openLog } from '../log/log.ts'
import { StartError } from '../start/startError.ts'
import { type Storage, type Variant, variants } from '../storage/storage.ts'
import { checkBytes } from './bytes.ts'
import { type ArchiveHead, newestMigration, type TenantReport } from './export.ts'
import { counted, readLines } from './lines.ts'
import { insertRows, takeRow } from './rows.ts'
import { moved, type TransferRow } from './tables.ts'
import { countTenant } from './tallies.ts'

/** Limits of an archive: enough for the largest tenant, too little to fill a disk or memory. */
const usualLimits = {
  entries: 1_000_000,
  bytes: 50 * 1024 ** 3,
  headBytes: 4096,
  /** The largest document has 1 MiB. */
  lineBytes: 8 * 1024 ** 2,
  fileBytes: 20 * 1024 ** 2,
}
const rowsAtOnce = 500
const tableName = /^tables\/([a-z_]+)\.jsonl$/
const fileName = /^files\/(file_[a-z0-9]{26})\/([a-z0-9]+)$/

type ImportState = {
  session: DatabaseSession
  storage: Storage
  imageWorker: ImageWorker
  folder: string
  limits: typeof usualLimits
  rows: number
  files: number
  /** Files whose bytes were stored, which are deleted if the import fails. */
  stored: Set<string>
}

/**
 * Imports a file written by `exportTenant` into another database and storage: all of it, or nothing. The file is
 * untrusted: its author can create one tenant, with data that its own members could have created through the API.
 */
export async function importTenant(
  databaseUrl: string,
  storage: Storage,
  source: string,
  limits: Partial<typeof usualLimits> = {},
): Promise<TenantReport> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-import-'))
  const imageWorker = new ImageWorker(openLog('silent'), join(folder, 'cache'))
  const session = await openSession({ url: databaseUrl })
  const work: ImportState = {
    ...{ session, storage, imageWorker, folder, rows: 0, files: 0, stored: new Set<string>() },
    limits: { ...usualLimits, ...limits },
  }
  let head: ArchiveHead | undefined
  try {
    await session.execute('begin')
    head = await readEntries(work, source, (found) => {
      head = found
    })
    await countTenant(session, head.tenantId)
    await session.execute('commit')
    return { tenantId: head.tenantId, slug: head.slug, rows: work.rows, files: work.files }
  } catch (error) {
    await session.execute('rollback').catch(() => {})
    const { tenantId = '' } = head ?? {}
    for (const fileId of work.stored) await storage.remove({ tenantId, fileId })
    if (error instanceof StartError) throw error
    throw new StartError(
      `${source} could not be imported (${(error as Error).message}). Nothing was changed.`,
    )
  } finally {
    await imageWorker.close()
    await session.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function readEntries(
  work: ImportState,
  source: string,
  onHead: (head: ArchiveHead) => void,
): Promise<ArchiveHead> {
  const { limits, session } = work
  let head: ArchiveHead | undefined
  const seen = new Set<string>()
  let bytesLeft = limits.bytes
  for await (const entry of readArchive(source)) {
    const { name, type } = entry.header
    if (type !== 'file') throw new StartError(`The archive has an entry that is no file: ${name}`)
    if (seen.has(name)) throw new StartError(`The archive has ${name} twice.`)
    seen.add(name)
    if (seen.size > limits.entries)
      throw new StartError(`The archive has more than ${limits.entries} entries.`)
    const size = (bytes: number) => {
      bytesLeft -= bytes
      if (bytesLeft < 0) throw new StartError(`The archive has more than ${limits.bytes} bytes.`)
    }
    if (!head) {
      head = await readHead(session, name, counted(entry as AsyncIterable<Buffer>, size, limits.headBytes))
      onHead(head)
    } else await readEntry(work, head, name, entry as AsyncIterable<Buffer>, size)
  }
  if (!head || !seen.has('tables/tenants.jsonl'))
    throw new StartError(`${source} is not an export of a tenant.`)
  return head
}

const tenantIds = new RegExp(idPattern('tenant'))
const slugs = new RegExp(slugPattern)

async function readHead(
  session: DatabaseSession,
  name: string,
  lines: AsyncIterable<Buffer>,
): Promise<ArchiveHead> {
  if (name !== 'tenant.json') throw new StartError('This is not an export of a tenant.')
  const text = Buffer.concat(await Array.fromAsync(lines)).toString()
  const { format, tenantId, slug, migration } = JSON.parse(text) as Record<keyof ArchiveHead, unknown>
  if (format !== 1 || !tenantIds.test(String(tenantId)) || !slugs.test(String(slug)))
    throw new StartError('This is not an export of a tenant.')
  const head = { format, tenantId, slug, migration } as ArchiveHead
  const here = await newestMigration()
  if (migration !== here)
    throw new StartError(
      `The export comes from a database at ${String(migration).slice(0, 100)}, and this one is at ${here}. Upgrade both to the same version of Foyer.`,
    )
  const [taken] = await session<{ tenantId: string }[]>`
    -- every tenant: neither the id nor the slug may be anybody's
    select tenant_id from tenants where tenant_id = ${head.tenantId} or slug = ${head.slug}`
  if (taken)
    throw new StartError(`A tenant with the id ${head.tenantId} or the slug ${head.slug} already exists.`)
  return head
}

async function readEntry(
  work: ImportState,
  head: ArchiveHead,
  name: string,
  entry: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { limits } = work
  const [, table] = tableName.exec(name) ?? []
  const [, fileId, variant] = fileName.exec(name) ?? []
  if (table !== undefined) await readTable(work, head, table, counted(entry, onBytes))
  else if (fileId !== undefined && (variants as readonly unknown[]).includes(variant))
    await readFileBytes(
      work,
      head,
      { fileId, variant: variant as Variant },
      counted(entry, onBytes, limits.fileBytes),
    )
  else
    throw new StartError(`The archive has an entry that does not belong to a tenant: ${name.slice(0, 200)}`)
}

async function readTable(
  work: ImportState,
  head: ArchiveHead,
  table: string,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const rule = Object.hasOwn(moved, table) ? moved[table] : undefined
  if (!rule) throw new StartError(`The archive has a table that is not imported: ${table}`)
  let waiting: TransferRow[] = []
  const write = async () => {
    if (waiting.length > 0) await insertRows(work.session, table, rule, waiting)
    work.rows += waiting.length
    waiting = []
  }
  let line = 0
  for await (const text of readLines(bytes, work.limits.lineBytes)) {
    line++
    try {
      waiting.push(takeRow(head, table, rule, JSON.parse(text)))
    } catch (error) {
      throw new StartError(
        `Line ${line} of ${table} is not valid: ${(error as Error).message} Nothing was changed.`,
      )
    }
    if (waiting.length >= rowsAtOnce) await write()
  }
  await write()
}

async function readFileBytes(
  work: ImportState,
  { tenantId }: ArchiveHead,
  { fileId, variant }: { fileId: string; variant: Variant },
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const { session, storage, imageWorker, folder, stored } = work
  const path = join(folder, 'bytes')
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
  const checked = await checkBytes({ session, imageWorker, folder }, { tenantId, fileId, variant }, path)
  stored.add(fileId)
  await storage.put({ tenantId, fileId, variant }, checked)
  work.files++
}
