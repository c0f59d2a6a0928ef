import type { ComponentProps, ReactNode } from 'react'
import { Mark } from '../shell/Mark.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'

type Props = {
  title?: string
  lead?: ReactNode
  /** Shown at the bottom of the window. */
  foot?: ReactNode
  children: ReactNode
}

/** A single centred column. */
export function Centre({ title, lead, foot, children }: Props) {
  return (
    <main className="grid min-h-full grid-rows-[1fr_auto] justify-items-center bg-rail px-4 py-8">
      <div className="w-full max-w-sm self-center py-6">
        <div className="mb-8">
          <Mark />
        </div>
        {title && <h1 className="text-xl font-semibold text-balance">{title}</h1>}
        {lead && <p className="mt-1 text-sm text-quiet">{lead}</p>}
        {children}
      </div>
      <p className="min-h-5 text-center text-xs text-quiet">{foot}</p>
    </main>
  )
}

/** A secondary alternative below the main ones. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-sm py-1 text-sm text-quiet underline decoration-edge underline-offset-4 hover:text-ink max-md:py-3"
    >
      {children}
    </button>
  )
}

export function Separator({ children }: { children: ReactNode }) {
  return (
    <div className="my-5 flex items-center gap-3 text-xs text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  )
}

/** A button across the column; taller on phones, for touch. */
export function WideButton({ className, ...props }: ComponentProps<typeof Button>) {
  return <Button size="lg" {...props} className={cx('w-full max-md:h-12 max-md:text-lg', className)} />
}

type EndedProps = { title: string; lead: string; label: string; onGo: () => void }

/** Says why a link leads nowhere, and where to go instead. */
export function Ended({ title, lead, label, onGo }: EndedProps) {
  return (
    <Centre title={title} lead={lead}>
      <WideButton className="mt-6" onClick={onGo}>
        {label}
      </WideButton>
    </Centre>
  )
}
