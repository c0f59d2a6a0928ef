import { lazy, Suspense, useEffect, useState } from 'react'
import { useShortcut } from '../ui/shortcuts.ts'
import { onOpenShortcuts } from './commands.ts'

const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts.tsx')).Shortcuts }))

/** `?` lists the shortcuts of the current screen and of the console. */
export function ShortcutsHost() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    onOpenShortcuts(() => setIsOpen(true))
    return () => onOpenShortcuts(() => {})
  }, [])
  useShortcut('?', () => setIsOpen(true))
  if (!isOpen) return null
  return (
    <Suspense>
      <Shortcuts onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}
