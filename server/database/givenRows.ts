import { Sql } from 'sql-template-tag'
import { ofTenant } from './distribution.ts'
import { type Fragment, type SqlTag, toSnakeCase } from './sql.ts'

type ColumnType = 'text' | 'uuid' | 'int' | 'bigint' | 'boolean' | 'jsonb'
/** A string value of a JSON column must contain JSON. */
type CellValue = string | number | boolean | readonly string[] | null | undefined

/** The columns of rows to send: names, types, and the SQL text between their values. */
type GivenColumns<N extends string> = {
  names: readonly N[]
  types: readonly ColumnType[]
  strings: readonly string[]
}

/** Created once for each statement. `nth` adds a column that numbers the rows from 1. */
export function columns<N extends string>(
  types: Record<N, ColumnType>,
  { nth = false } = {},
): GivenColumns<N> {
  const names = Object.keys(types) as N[]
  const kinds = names.map((name) => types[name])
  const between = kinds.slice(0, -1).map((type) => `::text::${type}[], `)
  const aliases = [...names.map(toSnakeCase), ...(nth ? ['nth'] : [])].join(', ')
  const end = `::text::${kinds.at(-1)}[]) ${nth ? 'with ordinality ' : ''}as given (${aliases})`
  return { names, types: kinds, strings: ['unnest(', ...between, end] }
}

/**
 * Rows as a table to select from, called `given`. Each column is sent as one PostgreSQL array literal, which takes two
 * thirds of the parsing time of JSON.
 */
export function rowsOf<N extends string>(
  { names, types, strings }: GivenColumns<N>,
  rows: readonly { readonly [K in N]?: CellValue }[],
): Fragment {
  return new Sql(
    strings,
    names.map((name, index) => arrayText(rows, name, types[index] === 'text' || types[index] === 'jsonb')),
  )
}

/** An existing row: its table, and the name and value of its key. */
type Anchor = { table: string; key: string; id: string | undefined }

/**
 * The select of an insert for these rows. On Citus they are joined to an existing row of their tenant, so that the
 * insert runs on the tenant's worker. Rows without a table are collected on the coordinator and copied to the worker,
 * which took five times as long.
 */
export function selectRows<N extends string>(
  db: SqlTag,
  columns: GivenColumns<N | 'tenantId'>,
  rows: readonly ({ readonly [K in N]?: CellValue } & { tenantId: string })[],
  { table, key, id }: Anchor,
): Fragment {
  if (!db.isDistributed) return db`select * from ${rowsOf(columns, rows)}`
  const others = columns.names.filter((name) => name !== 'tenantId')
  return db`
    select a.tenant_id, ${db.identifier(others.map((name) => `given.${name}`))}
    from ${db.raw(table)} a cross join ${rowsOf(columns, rows)}
    where a.tenant_id = ${ofTenant(db, rows)} and a.${db.raw(key)} = ${id}`
}

type Keys<N extends string> = { tenantId: string } & Record<N, string>

/** Selects rows of a table by tenant and id, and locks them against removal. `keys` are in the order of the ids. */
export function lockByKey<N extends string>(
  db: SqlTag,
  { table, id, selected }: { table: string; id: N; selected: Fragment },
  key: GivenColumns<N | 'tenantId'>,
  keys: readonly Keys<NoInfer<N>>[],
): Fragment {
  const [from, column] = [db.raw(table), db.raw(toSnakeCase(id))]
  if (db.isDistributed)
    return db`
      select ${selected} from ${from}
      where tenant_id = ${ofTenant(db, keys)} and ${column} = any(${keys.map((one) => one[id])}::text[])
      order by ${column} for key share`
  return db`
    -- every tenant: a group of reports, each row bound to its own tenant
    select locked.*
    from ${rowsOf(key, keys)}
      cross join lateral (
        select ${selected} from ${from}
        where tenant_id = given.tenant_id and ${column} = given.${column} for key share
      ) as locked`
}

function arrayText<N extends string>(
  rows: readonly { readonly [K in N]?: CellValue }[],
  name: N,
  isQuoted: boolean,
): string {
  let text = ''
  for (const row of rows) {
    const value = row[name] ?? null
    const shown = typeof value === 'object' ? value && JSON.stringify(value) : value
    text += shown === null ? ',null' : isQuoted ? `,"${escaped(shown as string)}"` : `,${shown}`
  }
  return `{${text.slice(1)}}`
}

function escaped(text: string): string {
  return text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text
}
