import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const storageName = 'foyer.theme'
const watchers = new Set<() => void>()

function chosen(): Theme {
  const stored = localStorage.getItem(storageName)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Called before the first render, to avoid a flash. */
export function applyTheme(): void {
  const theme = chosen()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(storageName)
  else localStorage.setItem(storageName, theme)
  applyTheme()
  for (const changed of watchers) changed()
}

/** The user's choice; `system` follows the device. */
export function useTheme(): Theme {
  return useSyncExternalStore((changed) => {
    watchers.add(changed)
    return () => watchers.delete(changed)
  }, chosen)
}

const dark = matchMedia('(prefers-color-scheme: dark)')

export function useIsDark(): boolean {
  const theme = useTheme()
  const system = useSyncExternalStore(
    (changed) => {
      dark.addEventListener('change', changed)
      return () => dark.removeEventListener('change', changed)
    },
    () => dark.matches,
  )
  return theme === 'system' ? system : theme === 'dark'
}
