import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../server/database/database.ts'
import { siteChannel } from '../server/database/siteChanges.ts'
import { eventChannel } from '../server/messages/queries.ts'
import { channels } from '../server/queue/jobs.ts'
import type { Recipe, Value } from './writesServer.ts'

/** One call of an operation: `url` is its template, `params` and `body` are the values of this call. */
export type Call = { url: string; params: Record<string, string>; body: Record<string, string> }

type Column = { table: string; column: string; type: string }
type Row = { table: string; columns: Column[]; cells: Record<string, unknown> }

/** Unique columns besides the id of a row. */
const madeColumns = new Set([
  'version_documents.hash',
  'audiences.person_route_key',
  'messages.client_message_id',
  'audit_events.event_id',
])
/** Referenced tables, in the order in which their rows are written. */
const referred = [
  'brands',
  'pages',
  'page_revisions',
  'version_documents',
  'audiences',
  'versions',
  'messages',
]

/** Makes one call and derives the work of a minimal handler from the written rows and sent notifications. */
export async function recordRecipe(
  owner: Database,
  call: Call,
  send: (call: Call) => Promise<{ status: number; body: unknown }>,
): Promise<Recipe> {
  const before = await readGivenRows(owner, call)
  const first = await nextTransaction(owner)
  const notifications = await listen(owner)
  const { status, body } = await send(call)
  if (status >= 300) throw new Error(`${call.url} answered ${status}: ${JSON.stringify(body)}`)
  const rows = (await readRowsSince(owner, first)).toSorted((a, b) => rankOf(a) - rankOf(b))
  const given = new Map(Object.entries({ ...call.params, ...call.body }).map(([name, text]) => [text, name]))
  const fresh = rows
    .flatMap(({ table, columns, cells }) =>
      columns.filter(({ column }) => isMade(table, column)).map(({ column }) => String(cells[column])),
    )
    .filter((text, nth, all) => !given.has(text) && all.indexOf(text) === nth)
  return {
    ...{ url: call.url, status, answer: body },
    fresh: fresh.map((text) => {
      const prefix = /^[a-z_]+_(?=[0-9a-z]{26}$)/.exec(text)?.[0] ?? ''
      return { prefix, length: text.length - prefix.length }
    }),
    statements: [
      ...rows.map((written) => {
        const old = before.get(String(written.cells[idOf(written.table)]))
        const row = old ? onlyChanged(written, old) : written
        return {
          text: old ? updateOf(row) : insertOf(row),
          values: row.columns.map(({ column, type }) => toValue(row.cells[column], type, given, fresh)),
        }
      }),
      ...(await notifications()).map(([channel, payload]) => ({
        text: 'select pg_notify($1, $2)',
        values: [{ constant: channel }, toValue(payload, 'text', given, fresh)],
      })),
    ],
  }
}

/** Returns a function that waits briefly and returns the notifications received since. */
async function listen(owner: Database): Promise<() => Promise<[channel: string, payload: string][]>> {
  const received: [string, string][] = []
  const subscriptions = [siteChannel, eventChannel, channels.due].map((channel) =>
    owner.listen(channel, { onNotification: (payload) => void received.push([channel, payload]) }),
  )
  await Promise.all(subscriptions.map(({ ready }) => ready))
  return async () => {
    await sleep(200)
    await Promise.all(subscriptions.map((subscription) => subscription.close()))
    return received
  }
}

/** The rows with the ids of a call, before it. */
async function readGivenRows(owner: Database, { params }: Call): Promise<Map<string, Row['cells']>> {
  const found = new Map<string, Row['cells']>()
  for (const [name, id] of Object.entries(params)) {
    const table = name.replace(/Id$/, 's')
    const [row] = await owner.read<{ cells: string }[]>`
      select to_jsonb(t)::text as cells from ${owner.read.identifier(table)} t
      where ${owner.read.identifier(idOf(table))} = ${id}`
    if (row) found.set(id, JSON.parse(row.cells))
  }
  return found
}

/** The row with only its key and the changed columns. */
function onlyChanged({ table, columns, cells }: Row, old: Row['cells']): Row {
  const isKept = ({ column }: Column) =>
    isKey(table, column) || JSON.stringify(cells[column]) !== JSON.stringify(old[column])
  return { table, cells, columns: columns.filter(isKept) }
}

function isKey(table: string, column: string): boolean {
  return column === 'tenant_id' || column === idOf(table)
}

async function nextTransaction(owner: Database): Promise<number> {
  const [row] = await owner.read<{ next: number }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`
  return row?.next ?? 0
}

async function readRowsSince(owner: Database, first: number): Promise<Row[]> {
  const all = await owner.read<Column[]>`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.is_identity = 'NO' and coalesce(c.column_default, '') not like 'nextval%'`
  const found: Row[] = []
  for (const [table, columns] of Map.groupBy(all, (column) => column.table)) {
    const rows = await owner.read<{ cells: string }[]>`
      select to_jsonb(t)::text as cells from ${owner.read.identifier(table)} t where t.xmin::text::bigint >= ${first}`
    found.push(...rows.map(({ cells }) => ({ table, columns, cells: JSON.parse(cells) })))
  }
  return found
}

function rankOf({ table }: Row): number {
  return referred.includes(table) ? referred.indexOf(table) : referred.length
}

/** The id column of a table, such as `audience_id`; empty if it has none. */
function idOf(table: string): string {
  return table === 'activity' ? 'activity_id' : `${table.replace(/s$/, '')}_id`
}

function isMade(table: string, column: string): boolean {
  return column === idOf(table) || madeColumns.has(`${table}.${column}`)
}

function insertOf({ table, columns }: Row): string {
  const names = columns.map(({ column }) => column).join(', ')
  return `insert into ${table} (${names}) values (${columns.map((_, nth) => `$${nth + 1}`).join(', ')})`
}

function updateOf({ table, columns }: Row): string {
  const pairs = columns.map(({ column }, nth) => ({
    isKey: isKey(table, column),
    text: `${column} = $${nth + 1}`,
  }))
  const set = pairs.filter((pair) => !pair.isKey).map(({ text }) => text)
  const where = pairs.filter((pair) => pair.isKey).map(({ text }) => text)
  return `update ${table} set ${set.join(', ')} where ${where.join(' and ')}`
}

function toValue(cell: unknown, type: string, given: Map<string, string>, fresh: string[]): Value {
  const isJson = type === 'json' || type === 'jsonb'
  if (cell === null || (!isJson && typeof cell !== 'string')) return { constant: cell }
  const text = typeof cell === 'string' && !isJson ? cell : JSON.stringify(cell)
  const known = [...given.keys(), ...fresh]
    .filter((part) => part !== '' && text.includes(part))
    .sort((a, b) => b.length - a.length)
  if (known.length === 0) return { constant: text }
  const pattern = new RegExp(`(${known.map(RegExp.escape).join('|')})`)
  return {
    template: text.split(pattern).map((part) => {
      const name = given.get(part)
      if (name) return { given: name }
      return fresh.includes(part) ? { fresh: fresh.indexOf(part) } : part
    }),
  }
}
