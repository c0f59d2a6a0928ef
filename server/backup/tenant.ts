import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { openSession, type Session } from '../database/session.ts'
import { StartError } from '../start/startError.ts'
import { type Storage, type Variant, variants } from '../storage/storage.ts'
import { readArchive } from './archive.ts'

type Head = { format: 1; tenantId: string; slug: string; migration: string }
export type TenantReport = { tenantId: string; slug: string; rows: number; files: number }

/** Who is signed in stays where they are. */
const skipped = ['console_codes', 'console_sessions']
const rowsAtOnce = 500

/**
 * Writes everything of a tenant to one file: its rows, all of one moment, and the bytes of its files. Rows pass as JSON
 * that PostgreSQL itself writes and reads, so no value is changed on the way.
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
    const head: Head = { format: 1, tenantId, slug, migration: await newestMigration(session) }
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

/** Tables of tenants, each after those that it refers to. */
async function listTables(session: Session): Promise<string[]> {
  const tables = await session<{ name: string; needs: string[] }[]>`
    select c.relname as name,
      coalesce(array_agg(distinct r.relname) filter (where r.oid <> c.oid), '{}')::text[] as needs
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
      left join pg_class r on r.oid = k.confrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`
  const left = new Map(tables.filter(({ name }) => !skipped.includes(name)).map((one) => [one.name, one]))
  const order: string[] = []
  while (left.size > 0) {
    const next = [...left.values()].find(({ needs }) => needs.every((need) => !left.has(need)))
    if (!next) throw new Error(`Tables refer to each other: ${[...left.keys()].join(', ')}`)
    left.delete(next.name)
    order.push(next.name)
  }
  return order
}

async function newestMigration(session: Session): Promise<string> {
  const [row] = await session<{ name: string }[]>`select max(name) as name from migrations`
  return row?.name ?? ''
}

async function writeRows(session: Session, table: string, tenantId: string, path: string): Promise<number> {
  let rows = 0
  const lines = async function* () {
    const tenant = `'${tenantId.replaceAll("'", "''")}'`
    await session.execute(
      `declare rows cursor for select to_jsonb(t)::text as line from "${table}" t where tenant_id = ${tenant}`,
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
  session: Session,
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

/** Reads a file that `exportTenant` wrote into another database and storage: all of it, or nothing. */
export async function importTenant(
  databaseUrl: string,
  storage: Storage,
  source: string,
): Promise<TenantReport> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-import-'))
  const session = await openSession({ url: databaseUrl })
  let head: Head | undefined
  let [rows, files] = [0, 0]
  try {
    await session.execute('begin')
    for await (const entry of readArchive(source)) {
      const { name } = entry.header
      const [kind = '', id = '', variant = ''] = name.split('/')
      if (name === 'tenant.json') {
        head = JSON.parse(await text(entry)) as Head
        await demandFitting(session, head)
      } else if (!head) throw new StartError(`${source} is not an export of a tenant.`)
      else {
        const path = join(folder, 'entry')
        await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
        if (kind === 'tables') rows += await readRows(session, id.replace(/\.jsonl$/, ''), path)
        else if (kind === 'files' && (variants as readonly string[]).includes(variant)) {
          await storage.put({ tenantId: head.tenantId, fileId: id, variant: variant as Variant }, path)
          files++
        }
      }
    }
    if (!head) throw new StartError(`${source} is not an export of a tenant.`)
    await session.execute('commit')
    return { tenantId: head.tenantId, slug: head.slug, rows, files }
  } catch (error) {
    await session.execute('rollback').catch(() => {})
    if (error instanceof StartError) throw error
    throw new StartError(
      `${source} could not be imported (${(error as Error).message}). Nothing was changed.`,
    )
  } finally {
    await session.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function demandFitting(session: Session, { format, tenantId, slug, migration }: Head): Promise<void> {
  if (format !== 1 || typeof tenantId !== 'string') throw new StartError('This is not an export of a tenant.')
  const here = await newestMigration(session)
  if (migration !== here)
    throw new StartError(
      `The export comes from a database at ${migration}, and this one is at ${here}. Upgrade both to the same version of Foyer.`,
    )
  const [taken] = await session<{ tenantId: string }[]>`
    -- every tenant: neither the id nor the slug may be anybody's
    select tenant_id from tenants where tenant_id = ${tenantId} or slug = ${slug}`
  if (taken) throw new StartError(`A tenant with the id ${tenantId} or the slug ${slug} already exists.`)
}

async function readRows(session: Session, table: string, path: string): Promise<number> {
  const known = await session<{ name: string }[]>`
    select a.attname as name from pg_attribute a
    where a.attrelid = to_regclass(${table}) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`
  if (known.length === 0) throw new StartError(`This database has no table ${table}.`)
  const [into, columns] = [session.identifier(table), session.identifier(known.map(({ name }) => name))]
  let rows = 0
  let waiting: string[] = []
  const write = async () => {
    if (waiting.length === 0) return
    await session`
      insert into ${into} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${into}, ${`[${waiting.join(',')}]`}::jsonb)`
    rows += waiting.length
    waiting = []
  }
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line !== '') waiting.push(line)
    if (waiting.length >= rowsAtOnce) await write()
  }
  await write()
  return rows
}
