import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Kbd, keyNames } from './Kbd.tsx'
import { Tooltip } from './Tooltip.tsx'

type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-solid text-on-solid shadow-low hover:bg-solid/88 active:bg-solid/80',
  plain: 'border border-edge bg-raised text-ink shadow-low hover:bg-sunken active:bg-pressed',
  quiet: 'text-quiet hover:bg-hover hover:text-ink active:bg-pressed data-[state=open]:bg-hover',
  danger: 'bg-danger text-on-solid shadow-low hover:bg-danger/90',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 gap-1.5 px-2.5 text-sm',
  md: 'h-8 gap-2 px-3 text-sm',
  lg: 'h-10 gap-2 px-4 text-base',
}

/** Button styles for links. */
export function buttonClass(look: ButtonLook = 'plain', size: ButtonSize = 'md'): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium whitespace-nowrap',
    'transition-[background-color,color,border-color,opacity] disabled:opacity-50',
    looks[look],
    sizes[size],
  )
}

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  size?: ButtonSize
  icon?: LucideIcon
  /** The shortcut of the button, shown beside the label. */
  keys?: string
  /** Work is in progress: the label says so, and clicks are ignored. */
  busy?: boolean
  children: ReactNode
}

export function Button({
  look,
  size,
  icon: Icon,
  keys,
  busy,
  children,
  className,
  disabled,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      aria-keyshortcuts={keys && keyNames(keys)}
      className={cx(buttonClass(look, size), busy && 'animate-shimmer', className)}
    >
      {Icon && <Icon aria-hidden className="-ms-0.5 size-4 shrink-0" strokeWidth={2} />}
      {children}
      {keys && (
        <Kbd
          keys={keys}
          className="-me-1 ms-0.5 max-md:hidden [&_kbd]:border-current/25 [&_kbd]:bg-transparent [&_kbd]:text-current"
        />
      )}
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  icon: LucideIcon
  /** Its accessible name and its tooltip. */
  label: string
  keys?: string
  look?: ButtonLook
  size?: ButtonSize
  side?: ComponentProps<typeof Tooltip>['side']
}

export function IconButton({
  icon: Icon,
  label,
  keys,
  look = 'quiet',
  size = 'md',
  side,
  className,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip label={label} {...(keys && { keys })} {...(side && { side })}>
      <button
        type="button"
        aria-label={label}
        aria-keyshortcuts={keys && keyNames(keys)}
        {...props}
        className={cx(buttonClass(look, size), 'aspect-square px-0!', className)}
      >
        <Icon aria-hidden className="size-4" strokeWidth={2} />
      </button>
    </Tooltip>
  )
}
