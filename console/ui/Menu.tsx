import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Kbd } from './Kbd.tsx'

const item = cx(
  'flex min-h-8 items-center gap-2.5 rounded-md px-2 py-1 text-sm outline-none max-md:min-h-10',
  'data-highlighted:bg-hover data-disabled:opacity-50',
)

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
}

export function Menu({ trigger, children, align = 'end', side = 'bottom' }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onClick={(event) => event.stopPropagation()}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-rise overflow-y-auto rounded-lg bg-raised p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ItemProps = {
  icon?: LucideIcon
  keys?: string
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, keys, danger, disabled, onSelect, children }: ItemProps) {
  return (
    <Radix.Item
      onSelect={onSelect}
      disabled={disabled ?? false}
      className={cx(item, danger && 'text-danger data-highlighted:bg-danger-tint')}
    >
      {Icon && <Icon aria-hidden className={cx('size-4', !danger && 'text-quiet')} />}
      <span className="min-w-0 flex-1">{children}</span>
      {keys && <Kbd keys={keys} />}
    </Radix.Item>
  )
}

type ChoiceProps<T extends string> = {
  value: T | undefined
  onChange: (value: T) => void
  options: readonly { value: T; label: string; icon?: LucideIcon }[]
}

/** A radio group in a menu. */
export function MenuChoice<T extends string>({ value, onChange, options }: ChoiceProps<T>) {
  return (
    <Radix.RadioGroup value={value ?? ''} onValueChange={(next) => onChange(next as T)}>
      {options.map(({ value, label, icon: Icon }) => (
        <Radix.RadioItem key={value} value={value} className={item}>
          {Icon && <Icon aria-hidden className="size-4 text-quiet" />}
          <span className="flex-1">{label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden className="size-4" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-xs text-faint">{children}</Radix.Label>
}

export function MenuLine() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
}
