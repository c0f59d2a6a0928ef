import { toggleMark } from 'prosemirror-commands'
import type { Command, EditorState, Transaction } from 'prosemirror-state'
import { readPlaceholder } from '../../shared/placeholders.ts'
import { toHref } from './schema.ts'

/** Toggles bold or italic for the selection or the next input; false for texts without marks. */
export function toggle(name: 'bold' | 'italic'): Command {
  return (state, dispatch) => {
    const mark = state.schema.marks[name]
    return mark ? toggleMark(mark)(state, dispatch) : true
  }
}

export function isMarked({ selection, storedMarks, doc, schema }: EditorState, name: string): boolean {
  const mark = schema.marks[name]
  if (!mark) return false
  const { empty, $from, from, to } = selection
  return empty ? Boolean(mark.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, mark)
}

export const breakLine: Command = ({ schema, tr }, dispatch) => {
  const lineBreak = schema.nodes.lineBreak
  if (lineBreak) dispatch?.(tr.replaceSelectionWith(lineBreak.create()).scrollIntoView())
  return true
}

/** The link at the caret or selection. */
export function linkAt({ selection, doc, schema }: EditorState): string | undefined {
  const mark = schema.marks.link
  if (!mark) return undefined
  const { from, to, empty, $from } = selection
  if (empty) return mark.isInSet($from.marks())?.attrs.href
  let href: string | undefined
  doc.nodesBetween(from, to, (node) => {
    href ??= mark.isInSet(node.marks)?.attrs.href
  })
  return href
}

/** Links the selection or the word at the caret; without a link, removes it. */
export function setLink(state: EditorState, link: string | undefined): Transaction {
  const mark = state.schema.marks.link
  if (!mark) return state.tr
  const { from, to } = state.selection.empty ? wordAt(state) : state.selection
  const tr = state.tr.removeMark(from, to, mark)
  if (!link) return tr
  const href = toHref(link)
  // Without a word, the URL itself becomes the text.
  return from === to
    ? tr.replaceSelectionWith(state.schema.text(link, [mark.create({ href })]), false)
    : tr.addMark(from, to, mark.create({ href }))
}

/** The linked text or the word around the caret. */
function wordAt({ doc, selection: { $from }, schema }: EditorState): { from: number; to: number } {
  const mark = schema.marks.link
  const start = $from.start()
  const text = $from.parent.textBetween(0, $from.parent.content.size, undefined, '\ufffc')
  const linked = mark?.isInSet($from.marks())
  const belongs = (place: number) =>
    linked && mark
      ? doc.rangeHasMark(start + place, start + place + 1, mark)
      : /[^\s\ufffc]/.test(text[place] ?? ' ')
  let [from, to] = [$from.parentOffset, $from.parentOffset]
  while (from > 0 && belongs(from - 1)) from--
  while (to < text.length && belongs(to)) to++
  return { from: start + from, to: start + to }
}

/** Inserts a placeholder at the caret and removes the braces that opened the menu. */
export function insertPlaceholder(state: EditorState, inside: string): Transaction {
  const { $from, from, to } = state.selection
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 2),
    $from.parentOffset,
    '',
    '\ufffc',
  )
  const braces = before.endsWith('{{') ? 2 : before.endsWith('{') ? 1 : 0
  const node = state.schema.node('placeholder', { inside }, undefined, state.storedMarks ?? $from.marks())
  return state.tr.replaceWith(from - braces, to, node).scrollIntoView()
}

/** Replaces a typed placeholder when its closing brace is entered. */
export function completePlaceholder(state: EditorState, from: number, to: number): Transaction | undefined {
  const $from = state.doc.resolve(from)
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 300),
    $from.parentOffset,
    '',
    '\ufffc',
  )
  const [typed = '', inside = ''] = /\{\{([^{}]*)\}$/.exec(before) ?? []
  if (!typed || !readPlaceholder(inside)) return undefined
  return state.tr.replaceWith(from - typed.length, to, state.schema.node('placeholder', { inside }))
}
