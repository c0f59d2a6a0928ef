import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { createStore } from '../ui/store.ts'
import { useMedia } from '../ui/width.ts'

export type Scheme = 'light' | 'dark'

const storageName = 'foyer.previewScheme'
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

const chosen = createStore(localStorage.getItem(storageName))

function chooseScheme(scheme: Scheme): void {
  localStorage.setItem(storageName, scheme)
  chosen.set(scheme)
}

/** The colour scheme of all previews: the last chosen one, or else the system's. */
export function usePreviewScheme(): [scheme: Scheme, choose: (scheme: Scheme) => void] {
  const [stored, isSystemDark] = [chosen.use(), useMedia(systemIsDark)]
  return [stored === 'light' || stored === 'dark' ? stored : isSystemDark ? 'dark' : 'light', chooseScheme]
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
