import { useQuery } from '@tanstack/react-query'
import { ShortNumber, Sparkline, shortNumber } from '../ui/figures.tsx'
import { Skeleton } from '../ui/states.tsx'
import { sessionsQuery } from './queries.ts'

/** How many came to a page in the last thirty days, and how they spread over them. Read when it comes into sight. */
export function SessionsCell({ pageId }: { pageId: string }) {
  const { data, isPending } = useQuery(sessionsQuery(pageId))
  if (isPending) return <Skeleton className="ms-auto h-3 w-8" />
  if (!data) return <span className="text-faint">–</span>
  const total = data.reduce((sum, value) => sum + value, 0)
  return (
    <span className="flex items-center justify-end gap-3">
      {total > 0 && (
        <Sparkline
          values={data}
          label={`${shortNumber(total)} sessions, day by day`}
          width={56}
          className="max-xl:hidden"
        />
      )}
      <ShortNumber value={total} className={total === 0 ? 'text-faint' : ''} />
    </span>
  )
}
