import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { submitByKeys } from './Form.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Buttons at the bottom, always in sight. */
  footer?: ReactNode
  /** `wide` leaves room for something beside a form, such as a preview; `full` for a page at its own width. */
  width?: 'normal' | 'wide' | 'full'
  children: ReactNode
}

/** Opens beside the list it belongs to, and takes the whole width on a phone. Escape closes it. */
export function SidePanel({ open, onClose, title, description, footer, width = 'normal', children }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
        <Dialog.Content
          {...(!description && { 'aria-describedby': undefined })}
          // A field that wants the focus has it by now; else the panel itself takes it, and not the button that closes it.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          // “Undo” in a notice about what was done in the panel leaves it open.
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-sonner-toast]'))
              event.preventDefault()
          }}
          // Wherever the focus is in the panel; forms outside of panels do this by themselves.
          onKeyDown={(event) => submitByKeys(event, event.currentTarget.querySelectorAll('button'))}
          className={cx(
            'fixed inset-y-0 end-0 z-40 flex w-full animate-slide flex-col bg-ground shadow-float outline-none',
            width === 'full'
              ? 'max-w-[min(92rem,calc(100%-3.5rem))] max-md:max-w-full'
              : width === 'wide'
                ? 'max-w-5xl'
                : 'max-w-md',
          )}
        >
          <header className="flex items-start gap-3 border-b border-line px-5 py-3.5">
            <div className="min-w-0 flex-1 pt-0.5">
              <Dialog.Title className="truncate text-lg font-semibold">{title}</Dialog.Title>
              {description && (
                <Dialog.Description className="text-sm text-quiet">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close asChild>
              <IconButton icon={X} label="Close" keys="escape" />
            </Dialog.Close>
          </header>
          <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">{children}</div>
          {footer && (
            <footer className="flex items-center justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
