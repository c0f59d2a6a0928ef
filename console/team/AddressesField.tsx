import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { Role } from '../../shared/roles.ts'
import { cx } from '../ui/cx.ts'

type Props = {
  value: string[]
  onChange: (emails: string[]) => void
  /** What is being typed. */
  text: string
  onText: (text: string) => void
  /** Makes addresses of what was typed or pasted. */
  onTake: (text?: string) => void
  fault: string | undefined
  /** The current role of a member with this address. */
  presentAs: (email: string) => Role | undefined
}

const looksRight = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)

/** The addresses of a list, and what in it is none. */
export function readAddresses(text: string): { right: string[]; wrong: string[] } {
  const parts = text.split(/[\s,;<>]+/).filter(Boolean)
  // Mail programs write a name before each address.
  const isNamed = /<[^>]*@[^>]*>/.test(text)
  return {
    right: parts.filter(looksRight),
    wrong: parts.filter((part) => !looksRight(part) && (!isNamed || part.includes('@'))),
  }
}

export function withAddresses(emails: string[], added: string[]): string[] {
  const known = new Set(emails.map((email) => email.toLowerCase()))
  return [...emails, ...added.filter((email) => !known.has(email.toLowerCase()))]
}

/** E-mail addresses as chips; a pasted list becomes several chips. */
export function AddressesField({ value, onChange, text, onText, onTake, fault, presentAs }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      ['Enter', ',', ';', ' '].includes(event.key) &&
      !event.metaKey &&
      !event.ctrlKey &&
      text.trim() !== ''
    ) {
      event.preventDefault()
      onTake()
    }
    if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1))
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (readAddresses(pasted).right.length < 2) return
    event.preventDefault()
    onTake(pasted)
  }
  const present = value.flatMap((email) => {
    const role = presentAs(email)
    return role ? [`${email} is here already, as ${role}.`] : []
  })
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        E-mail addresses
      </label>
      <div className="flex flex-wrap gap-1.5 rounded-md border border-edge bg-raised p-1.5 shadow-low focus-within:border-accent focus-within:outline-1 focus-within:outline-accent">
        {value.map((email) => (
          <span
            key={email}
            className={cx(
              'flex h-7 max-w-full items-center gap-1 rounded-md ps-2 text-sm',
              presentAs(email) ? 'bg-warn-tint text-warn' : 'bg-sunken',
            )}
          >
            <span className="truncate">{email}</span>
            <button
              type="button"
              aria-label={`Remove ${email}`}
              onClick={() => onChange(value.filter((one) => one !== email))}
              className="grid size-7 place-items-center rounded-md hover:bg-hover"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== undefined || undefined}
          value={text}
          onChange={(event) => onText(event.target.value)}
          {...{ onKeyDown, onPaste }}
          onBlur={() => text.trim() !== '' && onTake()}
          className="h-7 min-w-40 flex-1 bg-transparent px-1.5 text-base outline-none max-md:text-lg"
        />
      </div>
      <p id={`${id}-hint`} className={cx('mt-1.5 text-xs', fault ? 'text-danger' : 'text-quiet')}>
        {fault ?? 'Paste a list if you like. Each invitation works once, for its own address.'}
      </p>
      {present.map((line) => (
        <p key={line} className="mt-1 text-xs text-warn">
          {line}
        </p>
      ))}
    </div>
  )
}
