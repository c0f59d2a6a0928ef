import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type List, type listQuery, pageSize } from '../api/lists.ts'

/** Rows of a list that were chosen to do the same to all of them. */
export type Selection<T> = {
  /** How many are chosen; with `isAll`, every row that matches, whether it was read yet or not. */
  count: number
  isAll: boolean
  /** The rows chosen one by one. */
  rows: T[]
  has: (row: T) => boolean
  nameOf: (row: T) => string
  /** Chooses a row or lets it go; with `isRange`, all rows between it and the last one. */
  toggle: (index: number, isRange?: boolean) => void
  /** Chooses all rows that were read, or none. */
  toggleLoaded: () => void
  isEveryLoaded: boolean
  /** Chooses all rows that match, where there are more than were read. */
  selectAll: (() => void) | undefined
  clear: () => void
}

type Naming<T> = { keyOf: (row: T) => string; nameOf: (row: T) => string }

/** More are not read at once; what takes any number, such as a release, gets the filters instead of the rows. */
export const mostSelected = 1_000

/** Which rows of a list are chosen. Other filters make it another list, where nothing is chosen yet. */
export function useSelection<T>(
  query: ReturnType<typeof listQuery<T>>,
  list: List<T>,
  { keyOf: rowKey, nameOf }: Naming<T>,
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
    /** Every chosen row, also those that were not in sight yet. */
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
