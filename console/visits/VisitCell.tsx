import { Avatar } from '../ui/Avatar.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { isLive, type Visit } from './words.ts'

/** The audience of a visit, with a dot while the visitor is on the page. */
export function VisitorCell({ visit }: { visit: Visit }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={visit.audienceName} square={visit.personId === null} />
      <span dir="auto" className="truncate font-medium">
        {visit.audienceName}
      </span>
      <span className="shrink-0 text-sm text-quiet tabular-nums md:hidden">
        {visit.scrollDepthPercentage}% read
      </span>
    </span>
  )
}

/** When a visit began, or that it is still going on. */
export function MomentCell({ visit }: { visit: Visit }) {
  if (!isLive(visit)) return <RelativeTime at={visit.startedAt} className="text-quiet" />
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-good">
      <span aria-hidden className="size-2 shrink-0 animate-shimmer rounded-full bg-good" />
      Reading now
    </span>
  )
}

/** The scroll depth as a bar and a number. */
export function DepthCell({ visit: { scrollDepthPercentage } }: { visit: Visit }) {
  return (
    <span className="flex items-center justify-end gap-2 tabular-nums">
      <span aria-hidden className="h-1 w-10 overflow-hidden rounded-full bg-sunken max-lg:hidden">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ inlineSize: `${scrollDepthPercentage}%` }}
        />
      </span>
      {scrollDepthPercentage}%
    </span>
  )
}
