import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'

type Props = {
  label: ReactNode
  keys?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}

/** Explains a control on hover or focus. The control needs an accessible name of its own. */
export function Tooltip({ label, keys, side = 'bottom', children }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger
        asChild
        onFocus={(event) => {
          // Restored focus, such as after closing a menu, must not open the tooltip.
          if (!event.relatedTarget) event.preventDefault()
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 animate-fade items-center gap-2 rounded-md bg-raised px-2 py-1 text-xs text-ink shadow-float"
        >
          {label}
          {keys && <Kbd keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const TooltipProvider = Radix.Provider
