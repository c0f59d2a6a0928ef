import { ArrowUp, MousePointerClick, PencilLine, Square, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { Document } from '../documents/document.ts'
import type { Element } from '../documents/stage.ts'
import { blockPhrase, nameOfProp } from '../documents/words.ts'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { useShortcut } from '../ui/shortcuts.ts'

type Props = {
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** Set during a run. */
  onStop: (() => void) | undefined
  element: Element | null
  document: Document | undefined
  onRelease: () => void
  onEdit: (() => void) | undefined
  autoFocus: boolean
}

const longest = 50_000

/** The field for messages to the agent, with the selected element shown above the text. */
export function Composer({
  text,
  onText,
  onSend,
  onStop,
  element,
  document,
  onRelease,
  onEdit,
  autoFocus,
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  // A layout effect, because a later one would take the focus from a text that the user has started to edit.
  useLayoutEffect(() => {
    if (element) field.current?.focus({ preventScroll: true })
  }, [element])
  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus({ preventScroll: true })
  }, [autoFocus])
  useShortcut('mod+.', () => onStop?.(), onStop !== undefined, { inDialog: true })
  const isEmpty = text.trim() === ''
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && element) onRelease()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (!isEmpty) onSend()
  }
  return (
    <form
      className="rounded-xl border border-edge bg-raised shadow-low transition-[border-color] focus-within:border-faint"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onSend()
      }}
    >
      {element && <Chip element={element} document={document} onRelease={onRelease} onEdit={onEdit} />}
      <textarea
        ref={field}
        value={text}
        rows={2}
        maxLength={longest}
        aria-label={element ? 'Ask for a change to the selection' : 'Ask for a change to the page'}
        placeholder={element ? 'Ask for a change to the selection' : 'Ask for a change'}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKey}
        className="thin-scroll block field-sizing-content max-h-60 min-h-14 w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-base outline-none max-md:text-lg"
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        <span className="flex-1 ps-1.5 text-xs text-faint max-md:hidden">
          <Kbd keys="enter" /> to send, <Kbd keys="shift+enter" /> for a new line
        </span>
        <span className="flex-1 md:hidden" />
        {onStop && isEmpty ? (
          <IconButton icon={Square} label="Stop" keys="mod+." look="plain" onClick={onStop} />
        ) : (
          <IconButton
            icon={ArrowUp}
            label="Send"
            keys="mod+enter"
            look="primary"
            type="submit"
            disabled={isEmpty}
          />
        )}
      </div>
    </form>
  )
}

function Chip({
  element: { blockId, path, text },
  document,
  onRelease,
  onEdit,
}: {
  element: Element
  document: Document | undefined
  onRelease: () => void
  onEdit: (() => void) | undefined
}) {
  const name = path
    ? `${nameOfProp(path)} of ${blockPhrase(blockId, document)}`
    : blockPhrase(blockId, document)
  return (
    <div className="flex items-center gap-2 border-b border-line ps-3.5 pe-1.5 py-1 text-sm">
      <MousePointerClick aria-hidden className="size-4 shrink-0 text-accent" />
      <span className="min-w-0 flex-1 truncate">
        <span className="sr-only">About: </span>
        <span className="font-medium">{name.charAt(0).toUpperCase() + name.slice(1)}</span>
        <span className="ms-2 text-quiet">{text}</span>
      </span>
      {path && onEdit && <IconButton icon={PencilLine} label="Edit this text" size="sm" onClick={onEdit} />}
      <IconButton icon={X} label="Ask about the whole page" size="sm" onClick={onRelease} />
    </div>
  )
}
