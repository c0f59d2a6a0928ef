import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A list of items of one kind. */
export function Lines({ children }: { children: ReactNode }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised">
      {children}
    </ul>
  )
}

type Props = {
  icon: LucideIcon
  title: ReactNode
  detail: ReactNode
  /** Actions on the item. */
  children?: ReactNode
}

export function Line({ icon: Icon, title, detail, children }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-md border border-line bg-sunken text-quiet">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 text-sm font-medium">{title}</span>
        <span className="block text-xs text-quiet">{detail}</span>
      </span>
      <span className="flex items-center gap-2">{children}</span>
    </li>
  )
}
