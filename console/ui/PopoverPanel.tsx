import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { TextField } from './fields.tsx'

type Props = {
  label: string
  trigger?: ReactNode
  /** The element to open at, if it isn't the trigger. */
  anchor?: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Class names for width and padding. */
  className: string
  children: ReactNode
}

/** A small panel below its button, such as a form for a filter. */
export function PopoverPanel({ label, trigger, anchor, isOpen, onOpenChange, className, children }: Props) {
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <Popover.Trigger asChild>{trigger}</Popover.Trigger>}
      {anchor && <Popover.Anchor asChild>{anchor}</Popover.Anchor>}
      <Popover.Portal>
        <Popover.Content
          align={anchor ? 'end' : 'start'}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={cx('z-50 animate-rise rounded-lg bg-raised shadow-float', className)}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

export type RangeText = readonly [from: string, to: string]
type RangeProps = {
  type: 'date' | 'number'
  labels: RangeText
  value: RangeText
  onChange: (value: RangeText) => void
}

/** The two ends of a range, side by side. */
export function RangeFields({ type, labels, value, onChange }: RangeProps) {
  const [from, to] = value
  const look = { type, step: type === 'number' ? 'any' : undefined, className: 'px-2! text-sm!' }
  return (
    <div className="grid grid-cols-2 gap-2">
      <TextField {...look} label={labels[0]} value={from} onChange={(value) => onChange([value, to])} />
      <TextField {...look} label={labels[1]} value={to} onChange={(value) => onChange([from, value])} />
    </div>
  )
}
