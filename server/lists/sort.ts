import type { Fragment, Reader } from '../database/database.ts'
import type { PageOf } from '../web/paging.ts'
import { holdsEveryWord, type Searchable } from './search.ts'

/** The position of a row in a sorted list: 0 for rows with a value, 1 for those without; the value; the id. */
export type SortKey = [part: number, value: string | number, id: string]

/** What a list is sorted by: a column that is never null, or a score that few rows have. */
export type SortValue =
  | { column: Fragment }
  /** A statement that returns `scored_id` and `score`, above 0; other rows have the score 0. */
  | { scores: Fragment }

export type Sorting = { value: SortValue; isDescending: boolean }

/** Parses `name` or `-name`; undefined without a sort. */
export function readSort<N extends string>(sort: N | `-${N}` | undefined) {
  if (sort === undefined) return undefined
  const isDescending = sort.startsWith('-')
  return { name: (isDescending ? sort.slice(1) : sort) as N, isDescending }
}

/** The values of a `sort` parameter: each name, and with `-` for descending. */
export function sortNames<const N extends string>(names: readonly N[]): (N | `-${N}`)[] {
  return names.flatMap((name) => [name, `-${name}`] as const)
}

export type Sorted<T> = T & { sortPart: number; sortValue: string | number }

/**
 * One page of the rows that contain every word of the query, sorted by a column or a score. Equal rows are sorted by
 * id in the same direction, so an index on (tenant_id, column, id) provides the order. Rows without a score are read
 * in order of their id by a separate statement: sorting all of them would get more expensive with every row.
 */
export async function sortedPage<T extends object>(
  db: Reader,
  searchable: Searchable,
  query: string,
  sorting: Sorting,
  { limit, after }: PageOf<SortKey>,
): Promise<Sorted<T>[]> {
  const parts = 'column' in sorting.value ? [0] : sorting.isDescending ? [0, 1] : [1, 0]
  const found: Sorted<T>[] = []
  for (const part of after ? parts.slice(parts.indexOf(after[0])) : parts) {
    const missing = limit + 1 - found.length
    if (missing === 0) break
    const rest = after?.[0] === part ? after : undefined
    found.push(...(await readPart<T>(db, searchable, query, sorting, { part, rest, limit: missing })))
  }
  return found
}

type PartOf = { part: number; rest: SortKey | undefined; limit: number }

async function readPart<T extends object>(
  db: Reader,
  { table, id, columns, where, elsewhere }: Searchable,
  query: string,
  { value, isDescending }: Sorting,
  { part, rest, limit }: PartOf,
): Promise<Sorted<T>[]> {
  const [beyond, direction] = isDescending ? [db`<`, db`desc`] : [db`>`, db`asc`]
  const matches = db`${where} and ${holdsEveryWord(db, query, elsewhere)}`
  const [key, from] = [db.identifier(id), db.identifier(table)]
  if (part === 1 && 'scores' in value)
    return await db<Sorted<T>[]>`
      with scored as materialized (${value.scores})
      select ${columns}, 1 as sort_part, 0::bigint as sort_value from ${from}
      where ${matches} and not exists (select from scored where scored_id = ${key})
        ${rest ? db`and ${key} ${beyond} ${rest[2]}` : db``}
      order by ${key} ${direction} limit ${limit}`
  const sorted = 'column' in value ? value.column : db`scored.score`
  const after = rest && (typeof rest[1] === 'number' ? db`${rest[1]}::bigint` : db`${rest[1]}`)
  const beyondRest = after ? db`and (${sorted}, ${key}) ${beyond} (${after}, ${rest[2]})` : db``
  const [scored, rows] =
    'column' in value
      ? [db``, from]
      : [db`with scored as materialized (${value.scores})`, db`scored join ${from} on ${key} = scored_id`]
  return await db<Sorted<T>[]>`
    ${scored} select ${columns}, 0 as sort_part, ${sorted} as sort_value from ${rows}
    where ${matches} ${beyondRest} order by ${sorted} ${direction}, ${key} ${direction} limit ${limit}`
}
