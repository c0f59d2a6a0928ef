import { empty, join, raw, Sql } from 'sql-template-tag'
import { Json } from './types.ts'

/** A part of a statement: text with values. Parts nest. */
export type Fragment = Sql

// biome-ignore lint/suspicious/noExplicitAny: the columns of a statement without a declared row type are not known
export type Row = Record<string, any>

/** Sends a statement. */
type RunStatement = (statement: Sql & { place: number }) => Promise<unknown>

let places = 0

/** A number that preserves the order in which the program makes statements. */
export function nextPlace(): number {
  return ++places
}

/** A statement that runs when it is awaited. Inside another statement it is a fragment and does not run by itself. */
export class Statement<T> extends Sql implements Promise<T> {
  readonly place = nextPlace()
  readonly #run: RunStatement
  #result: Promise<T> | undefined
  readonly [Symbol.toStringTag] = 'Statement'

  constructor(strings: readonly string[], values: readonly unknown[], run: RunStatement) {
    super(strings, values)
    this.#run = run
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is a promise that starts when it is awaited
  then<A = T, B = never>(
    onDone?: ((value: T) => A | PromiseLike<A>) | null,
    onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#result ??= this.#run(this) as Promise<T>
    return this.#result.then(onDone, onFailed)
  }

  catch<B = never>(onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return Promise.resolve(this).catch(onFailed)
  }

  finally(onSettled?: (() => void) | null): Promise<T> {
    return Promise.resolve(this).finally(onSettled)
  }
}

/** The template tag for statements, and helpers for parts that a template can't express. */
export interface SqlTag {
  <T extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...values: unknown[]): Statement<T>
  /** A quoted identifier, or several in a list. A dot separates the name of a table from that of a column. */
  identifier(name: string | readonly string[]): Fragment
  /** `(columns) values (…)` for one row or for several with the same columns. */
  values(rows: object | readonly object[]): Fragment
  /** `(columns) select …` for one row, some of whose values are subqueries. */
  select(row: object): Fragment
  /** `column = value, …` for an update. */
  set(changes: object): Fragment
  /** SQL text from the program, inserted unescaped. */
  raw(text: string): Fragment
  /** Whether tenants are on several workers of a Citus cluster; valid once `Database.isDistributed` has been called. */
  isDistributed: boolean
  /** A value that is sent as JSON even if it is a string or an array. */
  json(value: unknown): Json
}

export function createTag(run: RunStatement): SqlTag {
  const tag = <T extends readonly object[]>(strings: TemplateStringsArray, ...values: unknown[]) =>
    new Statement<T>(strings, values, run)
  return Object.assign(tag, {
    isDistributed: false,
    identifier,
    values,
    select,
    set,
    raw,
    json: (value: unknown) => new Json(value),
  })
}

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function toCamelCase(name: string): string {
  return name.replace(/(?!^)_(.)/g, (_, letter: string) => letter.toUpperCase())
}

const quoted = new Map<string, string>()

/** Names come from the program's code, so there are few of them, and each is converted once. */
function quote(name: string): string {
  let text = quoted.get(name)
  if (text === undefined) {
    const parts = name.split('.').map((part) => `"${toSnakeCase(part).replaceAll('"', '""')}"`)
    text = parts.join('.')
    quoted.set(name, text)
  }
  return text
}

function identifier(names: string | readonly string[]): Fragment {
  return raw([names].flat().map(quote).join(', '))
}

function values(rows: object | readonly object[]): Fragment {
  const all = [rows].flat() as Record<string, unknown>[]
  const columns = Object.keys(all[0] as object)
  const tuples = all.map((row) => {
    const cells = columns.map((column) => row[column])
    return join(cells, ', ', '(', ')')
  })
  return new Sql([`(${columns.map(quote).join(', ')}) values `, ''], [join(tuples, ', ')])
}

function select(row: object): Fragment {
  const columns = Object.keys(row).map(quote).join(', ')
  return new Sql([`(${columns}) select `, ''], [join(Object.values(row), ', ')])
}

function set(changes: object): Fragment {
  const entries = Object.entries(changes)
  if (entries.length === 0) return empty
  return join(
    entries.map(([column, value]) => new Sql([`${quote(column)} = `, ''], [value])),
    ', ',
  )
}
