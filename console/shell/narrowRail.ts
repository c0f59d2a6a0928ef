import { useEffect } from 'react'
import { createStore } from '../ui/store.ts'

/** The number of mounted screens that need a narrow rail. */
const narrowingScreens = createStore(0)

/** Narrows the rail while the component is mounted, because its screen needs the space. */
export function useNarrowRail(): void {
  useEffect(() => {
    narrowingScreens.set(narrowingScreens.get() + 1)
    return () => narrowingScreens.set(narrowingScreens.get() - 1)
  }, [])
}

export function useIsRailNarrow(): boolean {
  return narrowingScreens.use() > 0
}
