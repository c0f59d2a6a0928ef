import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isDialogOpen, singleKeysAreOn } from './shortcuts.ts'

type RowNavigation<T> = {
  rows: T[]
  scroller: HTMLDivElement | null
  rowHeight: number
  scrollTo: (index: number) => void
  onOpen: ((row: T) => void) | undefined
  onKey: ((event: KeyboardEvent, row: T) => void) | undefined
}

/**
 * Moves between table rows by keyboard. When nothing else has the focus, arrow keys focus the last active row; ↓ does
 * so from the search field, too.
 */
export function useRowNavigation<T>({
  rows,
  scroller,
  rowHeight,
  scrollTo,
  onOpen,
  onKey,
}: RowNavigation<T>) {
  const [active, setActive] = useState(0)
  /** The row to focus once it is rendered. */
  const ahead = useRef<number>(undefined)
  const focus = (index: number) => {
    const row = scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    row?.focus({ preventScroll: true })
    return row != null
  }
  const goTo = (index: number) => {
    const to = Math.min(Math.max(index, 0), rows.length - 1)
    setActive(to)
    scrollTo(to)
    // Focused at once if it is rendered: keys may be faster than frames, and each starts from the focused row.
    if (focus(to)) {
      ahead.current = undefined
      return
    }
    ahead.current = to
    requestAnimationFrame(() => {
      if (ahead.current !== to) return
      ahead.current = undefined
      focus(to)
    })
  }
  const enterByKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isDialogOpen()) return
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    const isLetter = (event.key === 'j' || event.key === 'k') && singleKeysAreOn()
    const isFromSearch =
      event.key === 'ArrowDown' && event.target instanceof HTMLInputElement && event.target.type === 'search'
    const isFree = event.target === document.body || (event.target as Element).id === 'screen'
    if (rows.length === 0 || !(isFromSearch || (isFree && (isArrow || isLetter)))) return
    event.preventDefault()
    goTo(active)
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => enterByKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const press = (event: KeyboardEvent, focused: number) => {
    const index = ahead.current ?? focused
    const row = rows[index]
    if (event.target !== event.currentTarget || row === undefined) return
    const screenful = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2)
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      j: index + 1,
      ArrowUp: index - 1,
      k: index - 1,
      PageDown: index + screenful,
      PageUp: index - screenful,
      Home: 0,
      End: rows.length - 1,
    }
    const to = event.metaKey || event.ctrlKey || event.altKey ? undefined : steps[event.key]
    if (event.key === 'Enter') onOpen?.(row)
    else if (to !== undefined) goTo(to)
    else return onKey?.(event, row)
    event.preventDefault()
  }
  return {
    enter: setActive,
    press,
    /** The row in the tab order: the last active one, or the first visible one if that isn't rendered. */
    stopAmong: (shown: number[]) => (shown.includes(active) ? active : shown[0]),
  }
}
