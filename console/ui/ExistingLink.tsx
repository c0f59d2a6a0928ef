import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { Avatar } from './Avatar.tsx'

type Props = { to: string; warning: string; name: string; square?: boolean }

/** Says that something exists already, and leads to it: it is probably what the user is looking for. */
export function ExistingLink({ to, warning, name, square = false }: Props) {
  return (
    <div role="alert" className="rounded-md bg-warn-tint p-3 text-sm">
      <p className="text-warn">{warning}</p>
      <Link
        to={to}
        className="mt-2 flex items-center gap-2.5 rounded-md bg-raised px-2.5 py-2 font-medium shadow-low hover:bg-sunken"
      >
        <Avatar name={name} square={square} />
        <span className="min-w-0 flex-1 truncate">Open {name}</span>
        <ArrowRight aria-hidden className="size-4 text-faint rtl:-scale-x-100" />
      </Link>
    </div>
  )
}
