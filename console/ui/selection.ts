import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type listQuery, type PagedList, pageSize } from '../api/lists.ts'

/** The selected rows of a list, for bulk actions. */
export type Selection<T> = {
  /** The number of selected rows; with `isAll`, that of all matching rows, loaded or not. */
  count: number
  isAll: boolean
  /** The rows selected individually. */
  rows: T[]
  has: (row: T) => boolean
  nameOf: (row: T) => string
  /** Selects or deselects a row; with `isRange`, all rows from the last one to it. */
  toggle: (index: number, isRange?: boolean) => void
  /** Selects all loaded rows, or none. */
  toggleLoaded: () => void
  isEveryLoaded: boolean
  /** Selects all matching rows, if not all of them are loaded. */
  selectAll: (() => void) | undefined
  clear: () => void
}

export type RowNaming<T> = { keyOf: (row: T) => string; nameOf: (row: T) => string }

/** The maximum number of rows to load; actions without a limit, such as a release, get the filters instead. */
export const mostSelected = 1_000

/** The selection of a list. Changing the filters clears it. */
export function useSelection<T>(
  query: ReturnType<typeof listQuery<T>>,
  list: PagedList<T>,
  { keyOf: rowKey, nameOf }: RowNaming<T>,
): Selection<T> & { readRows: () => Promise<T[]> } {
  const client = useQueryClient()
  const scope = JSON.stringify(query.queryKey)
  const [state, setState] = useState({ scope, keys: new Set<string>(), isAll: false, last: 0 })
  const { keys, isAll, last } =
    state.scope === scope ? state : { keys: new Set<string>(), isAll: false, last: 0 }
  const { rows, total, hasMore } = list
  const chosen = useMemo(() => rows.filter((row) => keys.has(rowKey(row))), [rows, keys, rowKey])
  const set = (next: Set<string>, at = last) => setState({ scope, keys: next, isAll: false, last: at })
  const isEveryLoaded = rows.length > 0 && (isAll || chosen.length === rows.length)
  return {
    count: isAll ? (total ?? rows.length) : chosen.length,
    isAll,
    rows: isAll ? rows : chosen,
    has: (row) => isAll || keys.has(rowKey(row)),
    nameOf,
    /** All selected rows, including those that are not loaded yet. */
    async readRows() {
      if (!isAll) return chosen
      const pages = Math.ceil(mostSelected / pageSize)
      const data = await client.fetchInfiniteQuery({ ...query, pages, staleTime: 0 })
      return data.pages.flatMap(({ items }) => items)
    },
    toggle(index, isRange = false) {
      const row = rows[index]
      if (!row) return
      const next = new Set(isAll ? rows.map(rowKey) : keys)
      const isOn = !next.has(rowKey(row))
      const [from, to] = isRange ? [Math.min(last, index), Math.max(last, index)] : [index, index]
      for (const one of rows.slice(from, to + 1))
        if (isOn) next.add(rowKey(one))
        else next.delete(rowKey(one))
      set(next, index)
    },
    toggleLoaded: () => set(new Set(isEveryLoaded ? [] : rows.map(rowKey))),
    isEveryLoaded,
    selectAll:
      hasMore && isEveryLoaded && !isAll ? () => setState({ scope, keys, isAll: true, last }) : undefined,
    clear: () => set(new Set()),
  }
}
