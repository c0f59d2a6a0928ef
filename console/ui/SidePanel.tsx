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
  /** Buttons at the bottom, always visible. */
  footer?: ReactNode
  /** `wide` has space beside a form, such as for a preview; `full` for a page at its own width. */
  width?: 'normal' | 'wide' | 'full'
  children: ReactNode
}

/** A panel beside a list, or on phones at full width. Escape closes it. */
export function SidePanel({ open, onClose, title, description, footer, width = 'normal', children }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
        <Dialog.Content
          {...(!description && { 'aria-describedby': undefined })}
          // Fields with autofocus have the focus already; otherwise the panel gets it, not its close button.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          // Clicking “Undo” in a notice must not close the panel.
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-sonner-toast]'))
              event.preventDefault()
          }}
          // Submits from anywhere in the panel, also outside of the form.
          onKeyDown={(event) => submitByKeys(event, event.currentTarget.querySelectorAll('button'))}
          className={cx(
            'fixed top-(--notice,0px) bottom-0 end-0 z-40 flex w-full animate-slide flex-col bg-ground shadow-float outline-none',
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
