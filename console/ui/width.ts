import { useMemo, useSyncExternalStore } from 'react'

/** Whether a media query matches. */
export function useMedia(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => query.matches,
  )
}

/** Breakpoints, with Tailwind's names. */
const widths = { md: '(min-width: 48rem)', lg: '(min-width: 64rem)', xl: '(min-width: 80rem)' }
export type Width = keyof typeof widths

const queries = Object.entries(widths).map(([name, query]) => [name as Width, matchMedia(query)] as const)

function subscribe(changed: () => void) {
  for (const [, query] of queries) query.addEventListener('change', changed)
  return () => {
    for (const [, query] of queries) query.removeEventListener('change', changed)
  }
}

function reached() {
  return queries
    .filter(([, query]) => query.matches)
    .map(([name]) => name)
    .join(' ')
}

/** The breakpoints that the window's width has reached. */
export function useWidth(): ReadonlySet<Width> {
  const names = useSyncExternalStore(subscribe, reached)
  return useMemo(() => new Set(names.split(' ') as Width[]), [names])
}
