import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { isLink } from '../../shared/links.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields.tsx'
import { richSchema } from './richText.ts'

const mark = richSchema.marks.link

/** Where the text at the caret or selection leads. */
export function linkAt({ state }: EditorView): string | undefined {
  const { from, to, empty, $from } = state.selection
  if (empty) return mark.isInSet($from.marks())?.attrs.href
  let href: string | undefined
  state.doc.nodesBetween(from, to, (node) => {
    href ??= mark.isInSet(node.marks)?.attrs.href
  })
  return href
}

/** Makes the selection a link, or the word at the caret; undefined takes the link away. */
export function setLinkOf(view: EditorView, href: string | undefined): void {
  const { state } = view
  const { from, to } = state.selection.empty ? wordAt(view) : state.selection
  const tr = state.tr.removeMark(from, to, mark)
  if (href) tr.addMark(from, to, mark.create({ href }))
  view.dispatch(tr)
  view.focus()
}

/** The linked text or the word around the caret. */
function wordAt({ state }: EditorView): { from: number; to: number } {
  const { $from } = state.selection
  const start = $from.start()
  const text = $from.parent.textBetween(0, $from.parent.content.size, undefined, '\ufffc')
  const linked = mark.isInSet($from.marks())
  const belongs = (place: number) =>
    linked
      ? state.doc.rangeHasMark(start + place, start + place + 1, mark)
      : /[^\s\ufffc]/.test(text[place] ?? ' ')
  let [from, to] = [$from.parentOffset, $from.parentOffset]
  while (from > 0 && belongs(from - 1)) from--
  while (to < text.length && belongs(to)) to++
  return { from: start + from, to: start + to }
}

type Props = { link: string; onSet: (href: string | undefined) => void; onClose: () => void }

/** Asks where a text should lead. */
export function LinkForm({ link, onSet, onClose }: Props) {
  const [text, setText] = useState(link)
  const isWrong = text !== '' && !isLink(text)
  return (
    <form
      className="space-y-2 border-t border-line p-2"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!isWrong) onSet(text || undefined)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <TextField
        label="Where it leads"
        dir="ltr"
        autoFocus
        value={text}
        placeholder="https://, mailto:, /path or #block"
        error={isWrong ? 'Start with https://, mailto:, tel:, / or #' : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex justify-end gap-1.5">
        {link && (
          <Button size="sm" look="quiet" onClick={() => onSet(undefined)}>
            Remove link
          </Button>
        )}
        <Button size="sm" look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" look="primary" disabled={isWrong || text === ''}>
          Set link
        </Button>
      </div>
    </form>
  )
}
