import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PropSchema } from '../documents/schema.ts'
import type { FieldProps } from './simpleFields.tsx'
import { needsAsset, starterOf } from './starters.ts'

/**
 * Adds a value that is not there, and takes the focus to its field; one that needs an asset opens as an empty field until
 * an asset is chosen. A field that is emptied by typing stays, so that nothing moves below the pointer.
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

/** The place of a field; a new one has the focus, as the button that added it is gone. */
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
    // The editor of rich texts is loaded when it is first needed.
    const watch = new MutationObserver(() => focus() && watch.disconnect())
    watch.observe(node, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [isFresh])
  return <div ref={slot}>{children}</div>
}
