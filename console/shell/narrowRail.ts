import { useEffect, useSyncExternalStore } from 'react'

/** How many screens in sight want the rail to be narrow. */
let wishes = 0
const listeners = new Set<() => void>()

function wish(by: 1 | -1) {
  wishes += by
  for (const listener of listeners) listener()
}

/** Narrows the rail while the component is there: its screen needs the room. */
export function useNarrowRail(): void {
  useEffect(() => {
    wish(1)
    return () => wish(-1)
  }, [])
}

/** Whether a screen wants the rail to be narrow. */
export function useIsRailNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => wishes > 0,
  )
}
