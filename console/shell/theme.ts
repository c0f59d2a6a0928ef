import { createStore } from '../ui/store.ts'
import { useMedia } from '../ui/width.ts'

export type Theme = 'system' | 'light' | 'dark'

const storageName = 'foyer.theme'

function chosen(): Theme {
  const stored = localStorage.getItem(storageName)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const chosenTheme = createStore(chosen())

/** Called before the first render, to avoid a flash. */
export function applyTheme(): void {
  const theme = chosenTheme.get()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(storageName)
  else localStorage.setItem(storageName, theme)
  chosenTheme.set(theme)
  applyTheme()
}

/** The user's choice; `system` follows the device. */
export const useTheme = chosenTheme.use

const dark = matchMedia('(prefers-color-scheme: dark)')

export function useIsDark(): boolean {
  const theme = useTheme()
  const isSystemDark = useMedia(dark)
  return theme === 'system' ? isSystemDark : theme === 'dark'
}
