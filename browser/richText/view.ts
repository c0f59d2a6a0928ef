import { baseKeymap } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import { type Command, EditorState, type Plugin } from 'prosemirror-state'
import { type DirectEditorProps, EditorView } from 'prosemirror-view'
import { breakLine, completePlaceholder, toggle } from './commands.ts'
import { readText, writeText } from './format.ts'
import { paste } from './paste.ts'
import type { TextKind } from './schema.ts'

type TextViewOptions = {
  kind: TextKind
  text: string
  /** Key bindings that override the default ones. */
  keys: Record<string, Command>
  plugins?: Plugin[]
  /** Additional properties of the view, such as the attributes of its element. */
  props?: Partial<DirectEditorProps>
  onChange: (text: string, view: EditorView) => void
  /** An opening brace was typed. */
  onBrace: (view: EditorView) => void
}

/** An editor of one text, in a new element or in place of an element's content. */
export function openTextView(
  place: HTMLElement | { mount: HTMLElement },
  { kind, text, keys, plugins = [], props, onChange, onBrace }: TextViewOptions,
): EditorView {
  const usual = keymap({ 'Mod-b': toggle('bold'), 'Mod-i': toggle('italic'), 'Shift-Enter': breakLine })
  const view = new EditorView(place, {
    ...props,
    state: EditorState.create({
      doc: readText(text, kind),
      plugins: [keymap(keys), usual, keymap(baseKeymap), ...plugins],
    }),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction))
      if (transaction.docChanged) onChange(writeText(view.state.doc, kind), view)
    },
    handleTextInput(_view, from, to, typed) {
      if (typed === '{') setTimeout(() => !view.isDestroyed && onBrace(view))
      const completed = typed === '}' ? completePlaceholder(view.state, from, to) : undefined
      if (completed) view.dispatch(completed)
      return completed !== undefined
    },
    handlePaste(_view, { clipboardData }) {
      if (!clipboardData) return false
      const html = clipboardData.getData('text/html')
      view.dispatch(paste(view.state, kind, { html, text: clipboardData.getData('text/plain') }))
      return true
    },
    // Text can only be moved within the field: drops from elsewhere would not be sanitised like pasted content.
    handleDrop: (_view, _event, _slice, isMoved) => !isMoved,
  })
  return view
}

/** Replaces the text, for example after an undo in the console. */
export function replaceText(view: EditorView, text: string, kind: TextKind): void {
  view.updateState(EditorState.create({ doc: readText(text, kind), plugins: view.state.plugins }))
}
