import { ListFilter, Search, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { Kbd } from './Kbd.tsx'
import { Menu, MenuChoice } from './Menu.tsx'
import { useShortcut } from './shortcuts.ts'

/** The bar above a table: search first, then filter chips, and further content at the end. */
export function FilterBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
      {children}
      {end && <div className="ms-auto text-sm text-quiet">{end}</div>}
    </div>
  )
}

type FrameProps = {
  isChosen?: boolean
  /** The label of the button that removes the value: “Show every page”. */
  clearLabel: string
  onClear: () => void
  className?: string
  /** What opens with a `ChipButton`, or the value alone. */
  children: ReactNode
}

/** A filter: dashed while empty, otherwise with a button to remove it. */
export function ChipFrame({ isChosen = true, clearLabel, onClear, className, children }: FrameProps) {
  return (
    <div
      className={cx(
        'flex h-8 max-w-full min-w-0 items-center rounded-md border text-sm transition-colors',
        isChosen ? 'border-edge bg-raised shadow-low' : 'border-dashed border-edge text-quiet',
        className,
      )}
    >
      {children}
      {isChosen && <IconButton icon={X} label={clearLabel} size="sm" className="h-full!" onClick={onClear} />}
    </div>
  )
}

type ChipButtonProps = ComponentProps<'button'> & { label: string; chosen: string | undefined }

/** The label of a filter and its value. */
export function ChipButton({ label, chosen, ...trigger }: ChipButtonProps) {
  return (
    <button
      type="button"
      {...trigger}
      className="flex h-full min-w-0 items-center gap-1.5 rounded-md px-2.5 hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
    >
      {!chosen && <ListFilter aria-hidden className="size-3.5" />}
      <span className={cx(chosen && 'text-quiet')}>{label}</span>
      {chosen && <span className="truncate font-medium">{chosen}</span>}
    </button>
  )
}

type ChipProps<T extends string> = {
  label: string
  options: readonly { value: T; label: string }[]
  value: T | undefined
  onChange: (value: T | undefined) => void
}

/** A filter by one of a few values. */
export function FilterChip<T extends string>({ label, options, value, onChange }: ChipProps<T>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <ChipFrame
      isChosen={chosen !== undefined}
      clearLabel={`Show every ${label.toLowerCase()}`}
      onClear={() => onChange(undefined)}
    >
      <Menu align="start" trigger={<ChipButton label={label} chosen={chosen?.label} />}>
        <MenuChoice value={value} onChange={onChange} options={options} />
      </Menu>
    </ChipFrame>
  )
}

type SearchProps = { label: string; value: string | undefined; onChange: (value: string | undefined) => void }

/** A search field that applies shortly after typing. `/` focuses it, Escape clears it. */
export function SearchField({ label, value = '', onChange }: SearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useEffectEvent((next: string) => {
    if (next === sent.current) return
    sent.current = next
    onChange(next || undefined)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(text.trim()), 180)
    return () => clearTimeout(timer)
  }, [text])
  // The URL was changed by a link or by going back.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useShortcut('/', () => input.current?.focus())
  return (
    <div className="relative min-w-0 max-md:w-full md:w-64">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-faint"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (text) setText('')
          else input.current?.blur()
        }}
        className="peer h-8 w-full rounded-md border border-edge bg-raised ps-8 pe-8 text-sm shadow-low focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 max-md:h-10 max-md:text-lg [&::-webkit-search-cancel-button]:hidden"
      />
      <Kbd
        keys="/"
        className="pointer-events-none absolute inset-y-0 end-2 my-auto peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden max-md:hidden"
      />
    </div>
  )
}
