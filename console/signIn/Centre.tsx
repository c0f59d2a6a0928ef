import type { ReactNode } from 'react'
import { Mark } from '../shell/Mark.tsx'

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

/** Taller on phones, for touch. */
export const wide = 'w-full max-md:h-12 max-md:text-lg'
