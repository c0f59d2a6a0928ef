import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate } from '../server/database/migrate.ts'
import type { DatabaseSession } from '../server/database/session.ts'

/** The database of a release: its migrations with their checksums, and the rows of each table as JSON. */
export type ReleaseData = { version: string; migrations: Record<string, string>; rows: [string, string][] }

/** Maximum number of rows per table. */
const mostRows = 40

/** The format: a line with the version and the migrations, then a line per row: the table, a tab and the row. */
export function writeRelease({ version, migrations, rows }: ReleaseData): string {
  const lines = rows.map(([table, row]) => `${table}\t${row}`)
  return `${[JSON.stringify({ version, migrations }), ...lines].join('\n')}\n`
}

export function readRelease(text: string): ReleaseData {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const rows = lines.map((line): [string, string] => {
    const tab = line.indexOf('\t')
    return [line.slice(0, tab), line.slice(tab + 1)]
  })
  return { ...JSON.parse(head), rows }
}

export async function dumpRelease(session: DatabaseSession, version: string): Promise<ReleaseData> {
  const applied = await session<{ name: string; sha256: string }[]>`
    select name, sha256 from migrations order by name`
  const rows: [string, string][] = []
  for (const table of await listTables(session)) rows.push(...(await readRows(session, table, mostRows)))
  return { version, migrations: Object.fromEntries(applied.map(({ name, sha256 }) => [name, sha256])), rows }
}

/**
 * Inserts the rows of a release into its schema in any order, without checking foreign keys; the following migrations
 * check them.
 */
async function loadRows(session: DatabaseSession, rows: [string, string][]): Promise<void> {
  await session.execute('set session_replication_role = replica')
  for (const [table, lines] of Map.groupBy(rows, ([name]) => name)) {
    const columns = session.raw((await listColumns(session, table)).join(', '))
    const list = `[${lines.map(([, row]) => row).join(',')}]`
    // Some migrations insert rows.
    await session`delete from ${session.identifier(table)}`
    await session`
      insert into ${session.identifier(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${session.identifier(table)}, ${list}::json)`
  }
  await session.execute('reset session_replication_role')
}

async function readRows(
  session: DatabaseSession,
  table: string,
  most = Number.MAX_SAFE_INTEGER,
): Promise<[string, string][]> {
  const rows = await session<{ row: string }[]>`
    select to_jsonb(t)::text as row from ${session.identifier(table)} t order by 1 limit ${most}`
  return rows.map(({ row }): [string, string] => [table, row])
}

async function listTables(session: DatabaseSession): Promise<string[]> {
  const rows = await session<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'migrations'
    order by relname`
  return rows.map(({ name }) => name)
}

/** The columns of a table, without generated columns, which can't be inserted. */
async function listColumns(session: DatabaseSession, table: string): Promise<string[]> {
  const rows = await session<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`
  return rows.map(({ name }) => name)
}

/** Converts an empty database to that of the release, and returns the checksums of its migrations. */
export async function installRelease(url: string, session: DatabaseSession, release: ReleaseData) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-migrations-'))
  for (const name of Object.keys(release.migrations))
    await copyFile(join(import.meta.dirname, '..', 'migrations', name), join(folder, name))
  await migrate(url, { folder: pathToFileURL(`${folder}/`) })
  await rm(folder, { recursive: true })
  await loadRows(session, release.rows)
  return (await dumpRelease(session, release.version)).migrations
}

/** The rows of a release that are missing or changed, compared by the remaining columns. */
export async function findLostRows(session: DatabaseSession, rows: [string, string][]): Promise<string[]> {
  const lost: string[] = []
  for (const [table, before] of Map.groupBy(rows, ([name]) => name)) {
    const now = await readRows(session, table)
    const columns = [before, now].map((list) => Object.keys(JSON.parse(list[0]?.[1] ?? '{}')))
    const shared = new Set(columns[0]).intersection(new Set(columns[1]))
    const kept = new Set(now.map(([, row]) => withColumns(row, shared)))
    for (const [, row] of before) if (!kept.has(withColumns(row, shared))) lost.push(`${table}: ${row}`)
  }
  return lost
}

function withColumns(row: string, columns: Set<string>): string {
  const entries = Object.entries(JSON.parse(row)).filter(([name]) => columns.has(name))
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
