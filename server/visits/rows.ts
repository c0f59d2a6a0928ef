import { Sql } from 'sql-template-tag'
import type { Fragment, Tx } from '../database/database.ts'
import { ofTenant } from '../database/ofTenant.ts'
import { toSnakeCase } from '../database/sql.ts'

type ColumnType = 'text' | 'uuid' | 'int' | 'bigint' | 'boolean' | 'jsonb'
/** A string in a JSON column is taken as JSON. */
type Value = string | number | boolean | readonly string[] | null | undefined

/** The columns of rows to send: names, types, and the SQL text between their values. */
export type Columns<N extends string> = {
  names: readonly N[]
  types: readonly ColumnType[]
  strings: readonly string[]
}

/** Created once for each statement. `nth` adds a column that numbers the rows from 1. */
export function columns<N extends string>(types: Record<N, ColumnType>, { nth = false } = {}): Columns<N> {
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
  { names, types, strings }: Columns<N>,
  rows: readonly { readonly [K in N]?: Value }[],
): Fragment {
  return new Sql(
    strings,
    names.map((name, index) => arrayText(rows, name, types[index] === 'text' || types[index] === 'jsonb')),
  )
}

/**
 * The select of an insert for these rows. On Citus they are joined to an existing audience of their tenant, so that the
 * insert runs on the tenant's worker. Rows without a table are collected on the coordinator and copied to the worker,
 * which took five times as long.
 */
export function selectRows<N extends string>(
  tx: Tx,
  columns: Columns<N | 'tenantId'>,
  rows: readonly ({ readonly [K in N]?: Value } & { tenantId: string; audienceId: string })[],
): Fragment {
  if (!tx.isDistributed) return tx`select * from ${rowsOf(columns, rows)}`
  const others = columns.names.filter((name) => name !== 'tenantId')
  const anchor = rows.find(({ audienceId }) => audienceId !== '')
  return tx`
    select a.tenant_id, ${tx.identifier(others.map((name) => `given.${name}`))}
    from audiences a cross join ${rowsOf(columns, rows)}
    where a.tenant_id = ${ofTenant(tx, rows)} and a.audience_id = ${anchor?.audienceId}`
}

function arrayText<N extends string>(
  rows: readonly { readonly [K in N]?: Value }[],
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
