import type { Database, Reader } from '../database/database.ts'
import { toCamelCase } from '../database/sql.ts'
import type { Sign } from '../secrets/secrets.ts'
import { type Paged, type PageOf, type PageRequest, Pager } from '../web/paging.ts'
import { fold, MatchCounts, type Searchable, type SearchKey, searchPage } from './search.ts'
import { readSort, type SortKey, type SortValue, sortedPage } from './sort.ts'
import { readTally } from './tallies.ts'

type ListedRows = Searchable & {
  /** The tallies that count all rows, for a query without words. */
  tallies: string[]
  /** Set if the tallies include rows that the condition excludes. */
  isFiltered?: boolean
}

/** The definition of a noun's list: `F` are its filters, `S` the names it can be sorted by. */
type ListDefinition<F extends object, S extends string> = {
  /** The tally that changes with every change of the table. */
  revision: string
  rows(db: Reader, tenantId: string, filters: F): ListedRows
  sortedBy?(db: Reader, tenantId: string, name: S): SortValue
}

type ListRequest<F, S extends string> = F & { query?: string | undefined; sort?: S | `-${S}` | undefined }
type Ranked = { tier: number; sortPart: number; sortValue: string | number }

/** A list of rows that contain every word of a query: the best matches first, or sorted. */
export class SearchedList<R extends object, F extends object, S extends string = never> {
  readonly #definition: ListDefinition<F, S>
  readonly #counts: MatchCounts

  constructor(definition: ListDefinition<F, S>) {
    this.#definition = definition
    this.#counts = new MatchCounts(definition.revision)
  }

  /** Reads the requested page of the list. */
  async read(
    { db, sign }: { db: Database; sign: Sign },
    operationId: string,
    tenantId: string,
    { cursor, limit, ...wanted }: ListRequest<F, S> & PageRequest,
  ): Promise<Paged<R>> {
    const filters = wanted as unknown as ListRequest<F, S>
    const scope = { ...filters, query: fold(filters.query ?? '') }
    const pager = new Pager<SearchKey | SortKey>(sign, { cursor, limit }, operationId, tenantId, scope)
    const { rows, total, keyOf } = await db.inSnapshot((read) =>
      this.find(read, tenantId, filters, pager.request),
    )
    const { items, ...page } = pager.page(rows, total, keyOf)
    return { ...page, items: items.map(({ tier, sortPart, sortValue, ...row }) => row as unknown as R) }
  }

  /**
   * The rows of one page plus one more, which shows whether another page follows, and the number of all matches. Run
   * it in `inSnapshot`.
   */
  async find(
    db: Reader,
    tenantId: string,
    { query = '', sort, ...rest }: ListRequest<F, S>,
    page: PageOf<SearchKey | SortKey>,
  ) {
    const filters = rest as unknown as F
    const { tallies, isFiltered, ...searchable } = this.#definition.rows(db, tenantId, filters)
    const sorting = readSort<S>(sort)
    const value = sorting && this.#definition.sortedBy?.(db, tenantId, sorting.name)
    const [rows, total] = await Promise.all([
      value
        ? sortedPage<R>(db, searchable, query, { value, ...sorting }, page as PageOf<SortKey>)
        : searchPage<R>(db, searchable, query, page as PageOf<SearchKey>),
      fold(query) === '' && !isFiltered
        ? readTally(db, tenantId, ...tallies)
        : this.#counts.count(db, tenantId, searchable, query, filters),
    ])
    const id = toCamelCase(searchable.id)
    const keyOf = (row: R & Ranked): SearchKey | SortKey => {
      const rowId = (row as Record<string, unknown>)[id] as string
      return value ? [row.sortPart, row.sortValue, rowId] : [row.tier, rowId]
    }
    return { rows: rows as (R & Ranked)[], total, keyOf }
  }
}
