import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { useSettled } from '../ui/settled.ts'
import { finders, type SearchResult } from './finders.ts'

/** The results of each finder; while the user types, the previous ones are kept until new ones arrive. */
export function useResults(text: string) {
  const query = useSettled(text, 120)
  const answers = useQueries({
    queries: finders.map(({ label, find }) => ({
      queryKey: keys.palette(label, query),
      queryFn: ({ signal }: { signal: AbortSignal }) => find(query, signal),
      enabled: query !== '',
      placeholderData: keepPreviousData<SearchResult[]>,
      staleTime: 30_000,
    })),
  })
  const isFinding =
    text !== '' &&
    (text !== query || answers.some((one) => one.isFetching && (one.isPending || one.isPlaceholderData)))
  const results = finders.map(({ label, icon }, i) => ({
    ...{ label, icon, found: (text && answers[i]?.data) || [] },
  }))
  return { results, query, isFinding }
}
