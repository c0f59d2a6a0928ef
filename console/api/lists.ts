import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { isList, listKey } from './keys.ts'
import type { Calls } from './schema.ts'

type ReadOptions<T> = Omit<UndefinedInitialDataOptions<T>, 'queryKey' | 'queryFn'>

/** A query of one thing. `call` is passed to the SDK, so that the request is cancelled with the query. */
export function readQuery<T>(
  queryKey: QueryKey,
  read: (call: { signal: AbortSignal }) => Promise<T>,
  options?: ReadOptions<T>,
) {
  return queryOptions({ ...options, queryKey, queryFn: ({ signal }) => read({ signal }) })
}

export type Paged<T> = {
  items: T[]
  hasMore: boolean
  nextCursor: string | null
  totalCount: number | null
}

/** Rows per request. */
export const pageSize = 50

/**
 * A paged list. `fetchPage` requests one page; the key names the noun first, then the filters: `keys.pages.list({
 * status })`. `poll` is the interval in ms at which it is refetched while no more than two pages are loaded. Hidden windows
 * don't poll.
 */
export function listQuery<T>(
  queryKey: QueryKey,
  fetchPage: (page: { cursor?: string; limit: number }, signal: AbortSignal) => Promise<Paged<T>>,
  poll: number | ((loaded: Paged<T>[]) => number | false) = 0,
) {
  return infiniteQueryOptions({
    queryKey: listKey(queryKey),
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // Refetching a list reads all loaded pages, which is cheap only for one or two.
    refetchOnWindowFocus: (query) => (query.state.data?.pages.length ?? 0) <= 2,
    refetchInterval: ({ state: { data } }) => {
      const loaded = data?.pages ?? []
      return typeof poll === 'function' ? poll(loaded) : loaded.length <= 2 && poll
    },
  })
}

export type PagedList<T> = {
  rows: T[]
  total: number | null | undefined
  isLoading: boolean
  isStale: boolean
  error: unknown
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  retry: () => void
}

/**
 * The rows for a `DataTable`. When filters change, the previous rows stay visible and dimmed until the new ones
 * arrive.
 */
export function useList<T>(query: ReturnType<typeof listQuery<T>>): PagedList<T> {
  const result = useInfiniteQuery({ ...query, placeholderData: (before) => before })
  const {
    data,
    error,
    isPending,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = result
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  return {
    rows,
    total: data?.pages[0]?.totalCount,
    isLoading: isPending,
    isStale: isPlaceholderData,
    error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
    retry: () => void (data && error ? fetchNextPage() : refetch()),
  }
}

/**
 * Changes rows in the cached lists of a noun without refetching; `undefined` removes a row. Returns a function that
 * reverts the change.
 */
export function editLists<T>(
  client: QueryClient,
  noun: QueryKey,
  change: (row: T) => T | undefined,
): () => void {
  const lists = client.getQueriesData<InfiniteData<Paged<T>>>({ queryKey: noun, predicate: isList })
  // Requests already sent would overwrite the change with older data.
  void client.cancelQueries({
    queryKey: noun,
    predicate: (query) => isList(query) && query.state.data !== undefined,
  })
  for (const [key, data] of lists)
    if (data) client.setQueryData(key, { ...data, pages: data.pages.map((page) => editPage(page, change)) })
  return () => {
    for (const [key, data] of lists) client.setQueryData(key, data)
  }
}

/** Reloads the lists of a noun from the start, for example after something was created. */
export async function refreshLists(client: QueryClient, noun: QueryKey): Promise<void> {
  for (const [key, data] of client.getQueriesData<InfiniteData<unknown>>({
    queryKey: noun,
    predicate: isList,
  }))
    if (data && data.pages.length > 1)
      client.setQueryData(key, { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) })
  await client.invalidateQueries({ queryKey: noun, predicate: isList })
}

function editPage<T>(page: Paged<T>, change: (row: T) => T | undefined): Paged<T> {
  const items = page.items.map(change).filter((row) => row !== undefined)
  const gone = page.items.length - items.length
  return { ...page, items, totalCount: page.totalCount === null ? null : page.totalCount - gone }
}

/** The sort parameter of a URL, limited to the columns that the API can sort by. */
export function sortBy<P extends string>(sort: string | undefined) {
  type Call = Calls[Extract<`GET ${P}`, keyof Calls>]
  type Query = Call extends { params?: { query?: infer Q } } ? NonNullable<Q> : never
  type Sort = Query extends { sort?: infer S } ? S : never
  return (sort ? { sort } : {}) as { sort?: NonNullable<Sort> }
}
