import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'

type Props = {
  title: string
  /** The list that leads back. */
  above?: { label: string; to: string }
  /** Shown beside the title, such as a status badge. */
  beside?: ReactNode
  /** Secondary actions. */
  more?: ReactNode
  /** The main action. */
  action?: ReactNode
}

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Foyer`
  }, [title])
}

/** The header of a screen: title and main action. Also sets the title of the browser tab. */
export function PageHeader({ title, above, beside, more, action }: Props) {
  useTitle(title)
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-3 px-4 py-2.5 md:px-6">
      <div className="flex min-w-0 flex-1 items-center gap-2">
        {above && (
          <>
            <Link
              to={above.to}
              className="shrink-0 rounded-sm text-base text-quiet hover:text-ink max-md:hidden"
            >
              {above.label}
            </Link>
            <ChevronRight
              aria-hidden
              className="size-3.5 shrink-0 text-faint max-md:hidden rtl:-scale-x-100"
            />
          </>
        )}
        <h1 dir="auto" className="truncate text-lg font-semibold">
          {title}
        </h1>
        {beside}
      </div>
      {more}
      {action}
    </header>
  )
}
