import type { ReactNode } from 'react'
import { readable } from '../links/words.ts'
import type { PageStanding } from '../status/queries.ts'
import { pageStatus } from '../status/words.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Skeleton } from '../ui/states.tsx'

/** The page's address, or why visitors can't reach it. */
export function ReachLine({ standing, isWide }: { standing: PageStanding | undefined; isWide: boolean }) {
  if (!standing) return <ReachRow>{<Skeleton className="h-3 w-56" />}</ReachRow>
  const { url, state } = standing
  const { meaning } = pageStatus(standing)
  const isOpen = state.startsWith('live') && state !== 'liveNoAddress'
  return (
    <ReachRow>
      {!isWide && <StatusBadge status={pageStatus(standing)} className="me-2 shrink-0 max-md:basis-full" />}
      <span className="shrink-0">{isOpen && url ? 'At' : meaning}</span>
      {isOpen && url && (
        <>
          <span dir="ltr" className="min-w-0 truncate text-ink" title={url}>
            {readable(url)}
          </span>
          <CopyButton text={url} label="Copy the address" />
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="shrink-0 rounded-sm font-medium whitespace-nowrap text-accent hover:underline hover:underline-offset-3"
          >
            Open page
          </a>
        </>
      )}
    </ReachRow>
  )
}

function ReachRow({ children }: { children: ReactNode }) {
  return (
    <div className="-mt-1.5 flex min-h-8 min-w-0 items-center gap-1 px-4 pb-1.5 text-sm text-quiet max-md:flex-wrap md:px-6">
      {children}
    </div>
  )
}
