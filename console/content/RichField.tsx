import { Bold, Braces, Italic, Link2 } from 'lucide-react'
import { baseKeymap, toggleMark } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import { EditorState, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { StringKind } from '../../shared/strings.ts'
import { cx } from '../ui/cx.ts'
import { type Anchor, PlaceholderMenu } from './PlaceholderMenu.tsx'
import { LinkForm, linkAt, setLinkOf } from './RichLink.tsx'
import { readRich, richSchema, writeRich } from './richText.ts'

type Props = {
  label: string
  hideLabel?: boolean
  kind: StringKind
  value: string
  maxLength: number | undefined
  isRequired: boolean
  /** What is wrong with a text; a wrong one is shown and not handed on. */
  judge: (text: string) => string | undefined
  onChange: (text: string) => void
  beside?: ReactNode
  autoFocus?: boolean
}

/** A text with its placeholders as chips. */
export function RichField(props: Props) {
  const { label, hideLabel, kind, value, maxLength, isRequired, judge, beside } = props
  const id = useId()
  const [text, setText] = useState(value)
  const [menuAt, setMenuAt] = useState<Anchor>()
  const [isFocused, setIsFocused] = useState(false)
  const [link, setLink] = useState<string>()
  const change = useEffectEvent((written: string) => {
    setText(written)
    if (!judge(written)) props.onChange(written)
  })
  const { box, view } = useRichView(props, id, { change, onBrace: setMenuAt, onFocus: setIsFocused })
  // What came from elsewhere: an undo, the page itself, somebody else.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  useEffect(() => {
    const now = view.current
    if (!now || writeRich(now.state.doc, kind) === value) return
    now.updateState(EditorState.create({ doc: readRich(value, kind), plugins: now.state.plugins }))
  }, [value, kind, view])
  const error = judge(text)
  const length = [...text].length
  const isRich = kind !== 'text'
  const run = (command: ReturnType<typeof toggleMark>) => {
    const now = view.current
    if (now) command(now.state, now.dispatch)
    now?.focus()
  }
  return (
    <div className="min-w-0">
      <div className={cx('mb-1.5 flex items-baseline gap-1.5 text-sm', hideLabel && 'sr-only')}>
        <span id={id} className="font-medium">
          {label}
        </span>
        <span className="ms-auto text-xs text-faint">
          {maxLength !== undefined && (text !== '' || isFocused) ? (
            <span className={cx(error && length > maxLength && 'text-danger')}>
              {length} of {maxLength}
            </span>
          ) : (
            !isRequired && 'optional'
          )}
        </span>
        {beside}
      </div>
      <div
        className={cx(
          'group rounded-md border bg-raised shadow-low focus-within:border-accent focus-within:ring-1 focus-within:ring-accent',
          error ? 'border-danger' : 'border-edge hover:border-faint/60',
        )}
      >
        <div ref={box} className="rich-field text-sm max-md:text-lg" />
        {link !== undefined && (
          <LinkForm
            link={link}
            onSet={(href) => {
              setLink(undefined)
              if (view.current) setLinkOf(view.current, href)
            }}
            onClose={() => {
              setLink(undefined)
              view.current?.focus()
            }}
          />
        )}
        {isFocused && (
          <div className="flex items-center gap-0.5 border-t border-line px-1 py-0.5">
            {isRich && (
              <>
                <ToolButton icon={Bold} label="Bold" onRun={() => run(toggleMark(richSchema.marks.bold))} />
                <ToolButton
                  icon={Italic}
                  label="Italic"
                  onRun={() => run(toggleMark(richSchema.marks.italic))}
                />
                <ToolButton
                  icon={Link2}
                  label="Link"
                  onRun={() => {
                    const now = view.current
                    if (now) setLink(linkAt(now) ?? '')
                  }}
                />
              </>
            )}
            <ToolButton
              icon={Braces}
              label="Insert a placeholder"
              onRun={() => {
                const now = view.current
                if (now) setMenuAt(caretOf(now))
              }}
            />
          </div>
        )}
      </div>
      {error && <p className="mt-1.5 text-xs text-danger">{error}</p>}
      {menuAt && (
        <PlaceholderMenu
          at={menuAt}
          onClose={() => {
            setMenuAt(undefined)
            view.current?.focus()
          }}
          onPick={(name) => {
            setMenuAt(undefined)
            if (view.current) insertPlaceholder(view.current, name)
          }}
        />
      )}
    </div>
  )
}

type ToolProps = { icon: typeof Bold; label: string; onRun: () => void }

function ToolButton({ icon: Icon, label, onRun }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // The text keeps the focus.
      onMouseDown={(event) => {
        event.preventDefault()
        onRun()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') onRun()
      }}
      className="grid size-7 place-items-center rounded-sm text-quiet hover:bg-hover hover:text-ink"
    >
      <Icon aria-hidden className="size-3.5" />
    </button>
  )
}

type Handlers = {
  change: (text: string) => void
  onBrace: (at: Anchor) => void
  onFocus: (isFocused: boolean) => void
}

function useRichView({ kind, value, autoFocus }: Props, labelId: string, handlers: Handlers) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const start = useEffectEvent(() => value)
  const heard = useEffectEvent((text: string) => handlers.change(text))
  const brace = useEffectEvent((at: Anchor) => handlers.onBrace(at))
  const focus = useEffectEvent((isFocused: boolean) => handlers.onFocus(isFocused))
  const focusFirst = useEffectEvent((made: EditorView) => autoFocus && made.focus())
  useEffect(() => {
    if (!box.current) return
    const hasLines = kind === 'paragraphs'
    const keys = keymap({
      'Mod-b': toggleMark(richSchema.marks.bold),
      'Mod-i': toggleMark(richSchema.marks.italic),
      ...(!hasLines && { Enter: () => true }),
      Escape: (_state, _dispatch, inside) => {
        inside?.dom.blur()
        return true
      },
    })
    const made = new EditorView(box.current, {
      state: EditorState.create({ doc: readRich(start(), kind), plugins: [keys, keymap(baseKeymap)] }),
      attributes: { role: 'textbox', 'aria-labelledby': labelId, 'aria-multiline': String(hasLines) },
      dispatchTransaction(transaction: Transaction) {
        made.updateState(made.state.apply(transaction))
        if (transaction.docChanged) heard(writeRich(made.state.doc, kind))
      },
      handleTextInput(inside, _from, _to, text) {
        if (text === '{') brace(caretOf(inside))
        return false
      },
      // One line stays one line, whatever is pasted; markup of elsewhere is left out.
      handlePaste(inside, event) {
        const pasted = event.clipboardData?.getData('text/plain')
        if (pasted === undefined) return false
        inside.dispatch(inside.state.tr.insertText(hasLines ? pasted : pasted.replace(/\s*\n\s*/g, ' ')))
        return true
      },
      handleDOMEvents: {
        focus: () => focus(true),
        blur: () => focus(false),
      },
    })
    view.current = made
    focusFirst(made)
    return () => {
      made.destroy()
      view.current = null
    }
  }, [kind, labelId])
  return { box, view }
}

function caretOf(view: EditorView): Anchor {
  const { left, bottom } = view.coordsAtPos(view.state.selection.from)
  return { left, top: bottom + 4 }
}

/** Puts a placeholder at the caret, in place of the sign that opened the menu. */
function insertPlaceholder(view: EditorView, name: string) {
  const { from, to } = view.state.selection
  const hasSign = from > 0 && view.state.doc.textBetween(from - 1, from) === '{'
  const node = richSchema.node('placeholder', { inside: name })
  view.dispatch(view.state.tr.replaceWith(hasSign ? from - 1 : from, to, node))
  view.focus()
}
