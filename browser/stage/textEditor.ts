import { history, redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import { type Command, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { insertPlaceholder, linkAt, setLink } from '../richText/commands.ts'
import { readText, writeText } from '../richText/format.ts'
import type { TextKind } from '../richText/schema.ts'
import { openTextView } from '../richText/view.ts'
import { openLinkForm } from './linkForm.ts'
import type { Corner } from './messages.ts'
import { nameOf } from './names.ts'
import { makeTextTools } from './textTools.ts'

type TextEditorOptions = {
  kind: TextKind
  path: string
  text: string
  before: string
  live?: boolean
  caret: { x: number; y: number } | undefined
  onTyped: (text: string) => void
  /** Asks for a placeholder; undefined if none can be inserted. */
  onPlaceholder: ((at: Corner) => void) | undefined
  /** A shortcut for the console: its undo, if there is nothing left to undo here. */
  onShortcut: (event: KeyboardEvent) => void
  onDone: (isKept: boolean) => void
}

/** Edits the text of an element. It has the focus until `onDone`, except for its own menus. */
export function openTextEditor(host: HTMLElement, options: TextEditorOptions) {
  const { kind, onPlaceholder, onDone } = options
  /** While a menu or form of this text has the focus. */
  let isPaused = false
  let closeLinkForm: (() => void) | undefined
  const start = readText(options.before, kind)
  const template = host.querySelector('p')

  const askPlaceholder = (view: EditorView) => {
    const { left, bottom } = view.coordsAtPos(view.state.selection.from)
    isPaused = true
    onPlaceholder?.({ left, bottom })
  }
  const askLink = (view: EditorView) => {
    if (kind === 'text' || closeLinkForm) return
    isPaused = true
    const resume = () => {
      closeLinkForm?.()
      closeLinkForm = undefined
      isPaused = false
    }
    closeLinkForm = openLinkForm(host, linkAt(view.state) ?? '', {
      onSet: (link) => {
        resume()
        view.dispatch(setLink(view.state, link))
        view.focus()
      },
      onCancel: () => {
        resume()
        view.focus()
      },
      onLeave: () => {
        resume()
        onDone(true)
      },
    })
  }

  const view = openTextView(
    { mount: host },
    {
      kind,
      text: options.text,
      keys: keysFor(options, askLink),
      plugins: [history()],
      props: {
        attributes: attributesFor(options),
        nodeViews: template ? { paragraph: () => likeParagraph(template) } : {},
        handleDOMEvents: {
          keydown: (_view, event) => {
            lastKey = event
            // Shortcuts of the page and the console are disabled.
            event.stopPropagation()
            return false
          },
          keyup: (_view, event) => {
            // A space would toggle the answer of this question.
            if (event.key === ' ' && host.closest('summary')) event.preventDefault()
            return false
          },
          blur: () => {
            if (isPaused) return false
            onDone(true)
            return true
          },
        },
      },
      onChange: (text) => {
        options.onTyped(text.trim())
        tools.update()
      },
      onBrace: (inside) => onPlaceholder && askPlaceholder(inside),
    },
  )
  const tools = makeTextTools(view, kind, {
    onLink: () => askLink(view),
    onPlaceholder: onPlaceholder && (() => askPlaceholder(view)),
  })
  setCaret(view, options.caret)
  view.focus()
  tools.update()

  return {
    node: host,
    insertPlaceholder(name: string | null) {
      if (!isPaused) return
      isPaused = false
      if (name) view.dispatch(insertPlaceholder(view.state, name))
      view.focus()
    },
    /** Ends editing; returns the text, or undefined if it is unchanged. */
    close(): string | undefined {
      isPaused = true
      const { doc } = view.state
      const still = stillOf(host)
      closeLinkForm?.()
      tools.remove()
      view.destroy()
      host.replaceWith(still)
      return doc.eq(start) ? undefined : writeText(doc, kind).trim()
    },
  }
}

/** The key event being handled, which commands don't receive. */
let lastKey: KeyboardEvent | undefined

function keysFor({ kind, live, onDone, onShortcut }: TextEditorOptions, askLink: (view: EditorView) => void) {
  const done: Command = () => {
    onDone(true)
    return true
  }
  /** Undoes changes of this text first, then those of the console. */
  const step =
    (run: Command, depth: typeof undoDepth): Command =>
    (state, dispatch) => {
      if (depth(state) > 0) return run(state, dispatch)
      if (live && lastKey) onShortcut(lastKey)
      return true
    }
  return {
    Escape: () => {
      onDone(live === true)
      return true
    },
    'Mod-Enter': done,
    ...(kind !== 'paragraphs' && { Enter: done }),
    'Mod-z': step(undo, undoDepth),
    'Mod-y': step(redo, redoDepth),
    'Shift-Mod-z': step(redo, redoDepth),
    'Mod-k': (_state, _dispatch, view) => {
      if (view) askLink(view)
      return true
    },
  } satisfies Record<string, Command>
}

function attributesFor({ path, kind }: TextEditorOptions) {
  return {
    class: 'stage-editing',
    role: 'textbox',
    'aria-label': nameOf(path),
    'aria-multiline': String(kind === 'paragraphs'),
  }
}

/** Paragraphs are styled like those of the page. */
function likeParagraph(template: HTMLElement) {
  const dom = template.cloneNode(false) as HTMLElement
  dom.removeAttribute('data-path')
  dom.removeAttribute('tabindex')
  return { dom, contentDOM: dom }
}

function setCaret(view: EditorView, caret: { x: number; y: number } | undefined): void {
  const box = view.dom.getBoundingClientRect()
  const isInside =
    caret && caret.x >= box.left && caret.x <= box.right && caret.y >= box.top && caret.y <= box.bottom
  const found = isInside ? view.posAtCoords({ left: caret.x, top: caret.y })?.pos : undefined
  const { doc, tr } = view.state
  const selection = TextSelection.near(doc.resolve(found ?? doc.content.size), found === undefined ? -1 : 1)
  view.dispatch(tr.setSelection(selection))
}

/** A static copy of the edited content, shown until the console sends the page again. */
function stillOf(host: HTMLElement): HTMLElement {
  const still = host.cloneNode(true) as HTMLElement
  for (const name of ['contenteditable', 'role', 'aria-label', 'aria-multiline', 'translate'])
    still.removeAttribute(name)
  still.classList.remove('ProseMirror', 'ProseMirror-focused', 'stage-editing')
  for (const node of still.querySelectorAll('.ProseMirror-separator, .ProseMirror-trailingBreak'))
    node.remove()
  return still
}
