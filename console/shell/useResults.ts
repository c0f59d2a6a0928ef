import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keys } from '../api/keys.ts'
import { type Found, finders } from './finders.ts'

/** What each finder finds; while one types on, what was found before stays. */
export function useResults(text: string) {
  const query = useSettled(text)
  const answers = useQueries({
    queries: finders.map(({ label, find }) => ({
      queryKey: keys.palette(label, query),
      queryFn: ({ signal }: { signal: AbortSignal }) => find(query, signal),
      enabled: query !== '',
      placeholderData: keepPreviousData<Found[]>,
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

/** The text after a short pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 120)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
