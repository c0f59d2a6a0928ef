import postgres, { type PendingQuery, type Row } from 'postgres'
import type { Reader } from '../db.ts'

type ColumnType = 'text' | 'uuid' | 'int' | 'bigint'
type Value = string | number | null | undefined

/** A shape of rows to be sent: the names of its columns and the types they have in PostgreSQL. */
export type Columns<N extends string> = {
  names: readonly N[]
  types: readonly ColumnType[]
  template: TemplateStringsArray
}

/**
 * Made once for each statement: its text does not change, only what is in the columns does. With `nth` there is one
 * column more, which counts the rows from 1.
 */
export function columns<N extends string>(types: Record<N, ColumnType>, { nth = false } = {}): Columns<N> {
  const names = Object.keys(types) as N[]
  const kinds = names.map((name) => types[name])
  const between = kinds.slice(0, -1).map((type) => `::text::${type}[], `)
  const strings = [
    'unnest(',
    ...between,
    `::text::${kinds.at(-1)}[]) ${nth ? 'with ordinality ' : ''}as given (${[...names.map(postgres.fromCamel), ...(nth ? ['nth'] : [])].join(', ')})`,
  ]
  return { names, types: kinds, template: Object.assign(strings, { raw: strings }) }
}

/**
 * Many rows as a table to select from, called `given`. Each column travels as one array in PostgreSQL's own notation,
 * which it takes apart in two thirds of the time that JSON takes.
 */
export function rowsOf<N extends string>(
  db: Reader,
  { names, types, template }: Columns<N>,
  rows: readonly { readonly [K in N]?: Value }[],
): PendingQuery<Row[]> {
  return db(template, ...names.map((name, index) => literal(rows, name, types[index] === 'text')))
}

function literal<N extends string>(
  rows: readonly { readonly [K in N]?: Value }[],
  name: N,
  isText: boolean,
): string {
  let text = ''
  for (const row of rows) {
    const value = row[name] ?? null
    text += value === null ? ',null' : isText ? `,"${escaped(value as string)}"` : `,${value}`
  }
  return `{${text.slice(1)}}`
}

function escaped(text: string): string {
  return text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text
}
