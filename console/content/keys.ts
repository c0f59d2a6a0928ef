import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Block, Document } from '../documents/document.ts'
import { isDialogOpen, useShortcut } from '../ui/shortcuts.ts'
import type { BlockActions } from './blockActions.ts'
import type { CanvasHandle } from './Canvas.tsx'
import type { DocumentEditor } from './editor.ts'

type EditorKeys = {
  editor: DocumentEditor
  document: Document
  chosen: Block | undefined
  canEdit: boolean
  actions: BlockActions
  canvas: RefObject<CanvasHandle | null>
  onChoose: (blockId: string) => void
  onLeave: () => void
}

/** The props to edit first, by priority, when a text is opened with the keyboard. */
const firstTexts = ['headline', 'heading', 'quote', 'title', 'body']

/** Undo also works in fields; other shortcuts are off while the user types. */
export function useEditorKeys({
  editor,
  document,
  chosen,
  canEdit,
  actions,
  canvas,
  onChoose,
  onLeave,
}: EditorKeys) {
  useShortcut('l', () => chosen && actions.canLock && actions.lock(chosen), canEdit)
  useShortcut('h', () => chosen && actions.hide(chosen), canEdit)
  useShortcut('mod+d', () => chosen && actions.duplicate(chosen), canEdit)
  const walk = (by: 1 | -1) => {
    const { blocks } = document
    const place = blocks.findIndex(({ id }) => id === chosen?.id)
    const next = chosen ? blocks[place + by] : by === 1 ? blocks[0] : blocks.at(-1)
    if (next) onChoose(next.id)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, shiftKey } = event
    const isMod = event.metaKey || event.ctrlKey
    if (canEdit && isMod && /^[zy]$/i.test(key)) {
      event.preventDefault()
      if (shiftKey || key.toLowerCase() === 'y') editor.redo()
      else editor.undo()
      return
    }
    if (isMod || isWriting(event.target) || isDialogOpen()) return
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined
    if (by && altKey) {
      if (chosen && canEdit) actions.move(chosen, by)
    } else if (by) walk(by)
    else if (key === 'Escape') onLeave()
    else if (key === 'Enter' && chosen && canEdit && !isControl(event.target)) {
      const prop = firstTexts.find((name) => name in chosen.props)
      if (prop) canvas.current?.edit(chosen, `/${prop}`)
    } else if ((key === 'Delete' || key === 'Backspace') && chosen && canEdit) actions.remove(chosen)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) press(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="tab"], [role="combobox"]'))
  )
}

/** Enter on a button must press that button. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, [role="button"]') !== null
}
