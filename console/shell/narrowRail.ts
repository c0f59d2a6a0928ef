import { useEffect, useSyncExternalStore } from 'react'

/** The number of mounted screens that need a narrow rail. */
let wishes = 0
const listeners = new Set<() => void>()

function wish(by: 1 | -1) {
  wishes += by
  for (const listener of listeners) listener()
}

/** Narrows the rail while the component is mounted, because its screen needs the space. */
export function useNarrowRail(): void {
  useEffect(() => {
    wish(1)
    return () => wish(-1)
  }, [])
}

export function useIsRailNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => wishes > 0,
  )
}
