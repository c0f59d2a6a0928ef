import { useEffect, useSyncExternalStore } from 'react'

/** The number of mounted screens that need a narrow rail. */
let narrowingScreens = 0
const listeners = new Set<() => void>()

function changeCount(by: 1 | -1) {
  narrowingScreens += by
  for (const listener of listeners) listener()
}

/** Narrows the rail while the component is mounted, because its screen needs the space. */
export function useNarrowRail(): void {
  useEffect(() => {
    changeCount(1)
    return () => changeCount(-1)
  }, [])
}

export function useIsRailNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => narrowingScreens > 0,
  )
}
