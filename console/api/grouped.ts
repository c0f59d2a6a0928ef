import { type QueryKey, type QueryObserverOptions, useQueries } from '@tanstack/react-query'
import { pageSize } from './lists.ts'

/** Objects with their ids. */
export type ById<T> = (readonly [id: string, item: T])[]
type GroupedQuery<T> = {
  ids: readonly string[]
  key: (group: string[]) => QueryKey
  read: (group: string[], signal: AbortSignal) => Promise<ById<T>>
  /** That of a list's pages, so that scrolling requests only new ids. */
  groupSize?: number
  options?: (group: string[]) => Omit<QueryObserverOptions<ById<T>>, 'queryKey' | 'queryFn'>
}

/** Objects by their ids, requested in groups. */
export function useGroupedQuery<T>(query: GroupedQuery<T>): ReadonlyMap<string, T> {
  const { ids, key, read, groupSize = pageSize, options } = query
  const groups = Array.from({ length: Math.ceil(ids.length / groupSize) }, (_, nth) => [
    ...new Set(ids.slice(nth * groupSize, (nth + 1) * groupSize)),
  ])
  return useQueries({
    queries: groups.map((group) => ({
      ...options?.(group),
      queryKey: key(group),
      queryFn: ({ signal }: { signal: AbortSignal }) => read(group, signal),
    })),
    combine: mapOf<T>,
  })
}

const mapOf = <T>(answers: { data: ById<T> | undefined }[]) =>
  new Map(answers.flatMap(({ data = [] }) => data))
