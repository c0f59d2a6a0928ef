import { Bold, Braces, Italic, Link2 } from 'lucide-react'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { insertPlaceholder, linkAt, setLink, toggle } from '../../browser/richText/commands.ts'
import { writeText } from '../../browser/richText/format.ts'
import type { TextKind } from '../../browser/richText/schema.ts'
import { openTextView, replaceText } from '../../browser/richText/view.ts'
import { cx } from '../ui/cx.ts'
import { type MenuAnchor, PlaceholderMenu } from './PlaceholderMenu.tsx'
import { LinkForm } from './RichLink.tsx'

type Props = {
  label: string
  hideLabel?: boolean
  kind: TextKind
  value: string
  maxLength: number | undefined
  isRequired: boolean
  /** Returns why a text is invalid; invalid texts are shown, but not passed on. */
  judge: (text: string) => string | undefined
  onChange: (text: string) => void
}

/** A text field that shows placeholders as chips. */
export function RichField(props: Props) {
  const { label, hideLabel, kind, value, maxLength, isRequired, judge } = props
  const id = useId()
  const [text, setText] = useState(value)
  const [menuAt, setMenuAt] = useState<MenuAnchor>()
  const [isFocused, setIsFocused] = useState(false)
  const [link, setLinkForm] = useState<string>()
  const change = useEffectEvent((written: string) => {
    setText(written)
    if (!judge(written)) props.onChange(written)
  })
  const { box, view } = useRichView(props, id, {
    change,
    onBrace: setMenuAt,
    onFocus: setIsFocused,
    onLink: setLinkForm,
  })
  // The value also changes from outside: by undo, by editing on the page, or by another user.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  useEffect(() => {
    const now = view.current
    if (now && writeText(now.state.doc, kind) !== value) replaceText(now, value, kind)
  }, [value, kind, view])
  const error = judge(text)
  const length = [...text].length
  const isRich = kind !== 'text'
  const run = (command: Command) => {
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
              setLinkForm(undefined)
              const now = view.current
              now?.dispatch(setLink(now.state, href))
              now?.focus()
            }}
            onClose={() => {
              setLinkForm(undefined)
              view.current?.focus()
            }}
          />
        )}
        {isFocused && (
          <div className="flex items-center gap-0.5 border-t border-line px-1 py-0.5">
            {isRich && (
              <>
                <ToolButton icon={Bold} label="Bold" onRun={() => run(toggle('bold'))} />
                <ToolButton icon={Italic} label="Italic" onRun={() => run(toggle('italic'))} />
                <ToolButton
                  icon={Link2}
                  label="Link"
                  onRun={() => {
                    const now = view.current
                    if (now) setLinkForm(linkAt(now.state) ?? '')
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
            const now = view.current
            now?.dispatch(insertPlaceholder(now.state, name))
            now?.focus()
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
      // Keeps the focus in the text.
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

type RichFieldHandlers = {
  change: (text: string) => void
  onBrace: (at: MenuAnchor) => void
  onFocus: (isFocused: boolean) => void
  /** Opens the form for a link with the URL at the caret. */
  onLink: (href: string) => void
}

function useRichView({ kind, value }: Props, labelId: string, handlers: RichFieldHandlers) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const start = useEffectEvent(() => value)
  const onTextChange = useEffectEvent((text: string) => handlers.change(text))
  const brace = useEffectEvent((at: MenuAnchor) => handlers.onBrace(at))
  const focus = useEffectEvent((isFocused: boolean) => handlers.onFocus(isFocused))
  const askLink = useEffectEvent((href: string) => handlers.onLink(href))
  useEffect(() => {
    if (!box.current) return
    const hasLines = kind === 'paragraphs'
    const made = openTextView(box.current, {
      kind,
      text: start(),
      keys: {
        'Mod-k': (state) => {
          if (kind !== 'text') askLink(linkAt(state) ?? '')
          return true
        },
        ...(!hasLines && { Enter: () => true }),
        Escape: (_state, _dispatch, inside) => {
          inside?.dom.blur()
          return true
        },
      },
      props: {
        attributes: { role: 'textbox', 'aria-labelledby': labelId, 'aria-multiline': String(hasLines) },
        handleDOMEvents: { focus: () => focus(true), blur: () => focus(false) },
      },
      onChange: onTextChange,
      onBrace: (inside) => brace(caretOf(inside)),
    })
    view.current = made
    return () => {
      made.destroy()
      view.current = null
    }
  }, [kind, labelId])
  return { box, view }
}

function caretOf(view: EditorView): MenuAnchor {
  const { left, bottom } = view.coordsAtPos(view.state.selection.from)
  return { left, top: bottom + 4 }
}
