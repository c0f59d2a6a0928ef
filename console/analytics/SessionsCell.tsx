import { ShortNumber, Sparkline, shortNumber } from '../ui/figures.tsx'
import { Skeleton } from '../ui/states.tsx'
import type { PageFigures } from './queries.ts'
import { wholeDays } from './range.ts'

/** The sessions of a page in the last thirty days, as a number and a sparkline. */
export function SessionsCell({ figures }: { figures: PageFigures | undefined }) {
  if (!figures) return <Skeleton className="ms-auto h-3 w-8" />
  const { totalSessions, points } = figures
  return (
    <span className="flex items-center justify-end gap-3">
      {totalSessions > 0 && (
        <Sparkline
          values={wholeDays(points).map(({ totalSessions }) => totalSessions)}
          label={`${shortNumber(totalSessions)} sessions, day by day`}
          width={56}
          className="max-xl:hidden"
        />
      )}
      <ShortNumber value={totalSessions} className={totalSessions === 0 ? 'text-faint' : ''} />
    </span>
  )
}
