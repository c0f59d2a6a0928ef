import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PropSchema } from '../documents/schema.ts'
import type { FieldProps } from './simpleFields.tsx'
import { needsAsset, starterOf } from './starters.ts'

/**
 * Adds a missing value and focuses its field. A value that needs an asset stays an empty field until one is chosen. A
 * field emptied by typing stays visible, to avoid a layout shift.
 */
export function useAdding(onSet: FieldProps['onSet']) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const [fresh, setFresh] = useState<string>()
  return {
    isOpened: (path: string) => opened.includes(path),
    isFresh: (path: string) => fresh === path,
    set: ((path, value, key) => {
      const isTyped = key !== undefined
      if (value === undefined && isTyped && !opened.includes(path)) setOpened([...opened, path])
      onSet(path, value, key)
    }) satisfies FieldProps['onSet'],
    add(path: string, schema: PropSchema) {
      setFresh(path)
      if (needsAsset(schema)) setOpened([...opened, path])
      else onSet(path, starterOf(schema))
    },
  }
}

/** Focuses a field that was just added, as the button that added it is gone. */
export function FieldSlot({ isFresh, children }: { isFresh: boolean; children: ReactNode }) {
  const slot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = slot.current
    if (!isFresh || !node) return
    const focus = () => {
      const control = node.querySelector<HTMLElement>('input, textarea, [contenteditable="true"], button')
      control?.focus({ preventScroll: true })
      if (control) node.scrollIntoView({ block: 'nearest' })
      return control !== null
    }
    if (focus()) return
    // The rich text editor may still be loading.
    const watch = new MutationObserver(() => focus() && watch.disconnect())
    watch.observe(node, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [isFresh])
  return <div ref={slot}>{children}</div>
}
