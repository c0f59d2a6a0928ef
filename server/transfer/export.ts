import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { listSteps, shipped } from '../database/laterSteps.ts'
import { type DatabaseSession, openSession } from '../database/session.ts'
import { type Storage, variants } from '../storage/storage.ts'
import { columnsOf, moved, type TableRule } from './tables.ts'

export type ArchiveHead = { format: 1; tenantId: string; slug: string; migration: string }
export type TenantReport = { tenantId: string; slug: string; rows: number; files: number }

/**
 * Writes a tenant to one file: its rows in one snapshot, and the bytes of its files. `tables.ts` lists what moves. Rows
 * are JSON that PostgreSQL itself writes and reads, so no value is changed.
 */
export async function exportTenant(
  databaseUrl: string,
  storage: Storage,
  { tenantId, slug }: { tenantId: string; slug: string },
  target: string,
): Promise<TenantReport> {
  const draft = `${target}.${randomBytes(4).toString('hex')}.part`
  const archive = pack()
  const written = pipeline(archive, createGzip(), createWriteStream(draft, { mode: 0o600 }))
  const folder = await mkdtemp(join(tmpdir(), 'foyer-export-'))
  const session = await openSession({ url: databaseUrl })
  try {
    await session.execute('begin isolation level repeatable read read only')
    const head: ArchiveHead = { format: 1, tenantId, slug, migration: await newestMigration() }
    await addText(archive, 'tenant.json', JSON.stringify(head))
    let rows = 0
    for (const table of await listTables(session)) {
      const path = join(folder, `${table}.jsonl`)
      rows += await writeRows(session, table, tenantId, path)
      await addFile(archive, `tables/${table}.jsonl`, path)
    }
    const files = await addBytes(session, archive, storage, tenantId, folder)
    archive.finalize()
    await written
    await rename(draft, target)
    return { tenantId, slug, rows, files }
  } catch (error) {
    archive.destroy()
    await written.catch(() => {})
    await rm(draft, { force: true })
    throw error
  } finally {
    await session.end()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tables that move, each after the tables it references. */
async function listTables(session: DatabaseSession): Promise<string[]> {
  const tables = await session<{ name: string; needs: string[] }[]>`
    select c.relname as name,
      coalesce(array_agg(distinct r.relname) filter (where r.oid <> c.oid), '{}')::text[] as needs
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
      left join pg_class r on r.oid = k.confrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`
  const left = new Map(tables.filter(({ name }) => name in moved).map((one) => [one.name, one]))
  const order: string[] = []
  while (left.size > 0) {
    const next = [...left.values()].find(({ needs }) => needs.every((need) => !left.has(need)))
    if (!next) throw new Error(`Tables refer to each other: ${[...left.keys()].join(', ')}`)
    left.delete(next.name)
    order.push(next.name)
  }
  return order
}

/**
 * The newest migration of this version, which only reads and writes the columns it knows, even if a later version has
 * migrated the database.
 */
export async function newestMigration(): Promise<string> {
  return (await listSteps(shipped)).at(-1) ?? ''
}

async function writeRows(
  session: DatabaseSession,
  table: string,
  tenantId: string,
  path: string,
): Promise<number> {
  let rows = 0
  const lines = async function* () {
    const columns = columnsOf(moved[table] as TableRule).map((column) => `"${column}"`)
    const tenant = `'${tenantId.replaceAll("'", "''")}'`
    await session.execute(
      `declare rows cursor for select to_jsonb(t)::text as line from (select ${columns} from "${table}" where tenant_id = ${tenant}) as t`,
    )
    for (;;) {
      const fetched = await session<{ line: string }[]>`fetch 500 from rows`
      if (fetched.length === 0) break
      rows += fetched.length
      yield fetched.map(({ line }) => `${line}\n`).join('')
    }
    await session.execute('close rows')
  }
  await pipeline(lines, createWriteStream(path, { mode: 0o600 }))
  return rows
}

async function addBytes(
  session: DatabaseSession,
  archive: Pack,
  storage: Storage,
  tenantId: string,
  folder: string,
): Promise<number> {
  const files = await session<{ fileId: string }[]>`
    select file_id from files where tenant_id = ${tenantId} order by file_id`
  let count = 0
  for (const { fileId } of files)
    for (const variant of variants) {
      const bytes = await storage.read({ tenantId, fileId, variant })
      if (!bytes) continue
      const path = join(folder, 'bytes')
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
      await addFile(archive, `files/${fileId}/${variant}`, path)
      count++
    }
  return count
}

async function addText(archive: Pack, name: string, content: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  })
}

async function addFile(archive: Pack, name: string, path: string): Promise<void> {
  const { size } = await stat(path)
  await pipeline(createReadStream(path), archive.entry({ name, size, mode: 0o600 }))
}
