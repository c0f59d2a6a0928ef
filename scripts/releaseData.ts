import type { Session } from '../server/database/session.ts'

/** The database of a release: its migrations with their checksums, and the rows of each table as JSON. */
export type ReleaseData = { version: string; migrations: Record<string, string>; rows: [string, string][] }

/** Of each table. */
const mostRows = 40

/** A line with the version and the migrations, then a line for each row: the table, a tab and the row. */
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

export async function dumpRelease(session: Session, version: string): Promise<ReleaseData> {
  const applied = await session<{ name: string; sha256: string }[]>`
    select name, sha256 from migrations order by name`
  const rows: [string, string][] = []
  for (const table of await listTables(session)) rows.push(...(await readRows(session, table, mostRows)))
  return { version, migrations: Object.fromEntries(applied.map(({ name, sha256 }) => [name, sha256])), rows }
}

/** Inserts the rows of a release into its schema. Foreign keys are checked by the migrations that follow, not by the order. */
export async function loadRows(session: Session, rows: [string, string][]): Promise<void> {
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

export async function readRows(
  session: Session,
  table: string,
  most = Number.MAX_SAFE_INTEGER,
): Promise<[string, string][]> {
  const rows = await session<{ row: string }[]>`
    select to_jsonb(t)::text as row from ${session.identifier(table)} t order by 1 limit ${most}`
  return rows.map(({ row }): [string, string] => [table, row])
}

async function listTables(session: Session): Promise<string[]> {
  const rows = await session<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'migrations'
    order by relname`
  return rows.map(({ name }) => name)
}

/** Without generated columns, which can't be inserted. */
async function listColumns(session: Session, table: string): Promise<string[]> {
  const rows = await session<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`
  return rows.map(({ name }) => name)
}
