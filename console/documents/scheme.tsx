import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { useShortcut } from '../ui/shortcuts.ts'

export type Scheme = 'light' | 'dark'

const storageName = 'foyer.previewScheme'
const listeners = new Set<() => void>()
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

function chosenScheme(): Scheme {
  const stored = localStorage.getItem(storageName)
  return stored === 'light' || stored === 'dark' ? stored : systemIsDark.matches ? 'dark' : 'light'
}

function chooseScheme(scheme: Scheme): void {
  localStorage.setItem(storageName, scheme)
  for (const listener of listeners) listener()
}

function watch(changed: () => void): () => void {
  listeners.add(changed)
  systemIsDark.addEventListener('change', changed)
  return () => {
    listeners.delete(changed)
    systemIsDark.removeEventListener('change', changed)
  }
}

/** The colour scheme of all previews: the last chosen one, or else the system's. */
export function usePreviewScheme(): [scheme: Scheme, choose: (scheme: Scheme) => void] {
  return [useSyncExternalStore(watch, chosenScheme), chooseScheme]
}

/** Switches previews between light and dark. */
export function SchemeButton({ inDialog = false, size = 'sm' }: { inDialog?: boolean; size?: 'sm' | 'md' }) {
  const [scheme, choose] = usePreviewScheme()
  const other: Scheme = scheme === 'light' ? 'dark' : 'light'
  useShortcut('d', () => choose(other), true, { inDialog })
  return (
    <IconButton
      icon={scheme === 'light' ? Sun : Moon}
      label={`Show the page in ${other}`}
      keys="d"
      size={size}
      onClick={() => choose(other)}
    />
  )
}
