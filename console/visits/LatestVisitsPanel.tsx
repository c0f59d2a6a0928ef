import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useList } from '../api/lists.ts'
import { describe } from '../api/problem.ts'
import { buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { ShortNumber } from '../ui/figures.tsx'
import { Skeleton } from '../ui/states.tsx'
import { type VisitFilters, visitsQuery } from './queries.ts'
import { MomentCell } from './VisitCell.tsx'
import { VisitPanel } from './VisitPanel.tsx'
import { actionCounts, durationWords, ownVisitsWords, sourceWords, type Visit } from './words.ts'

const shown = 5

type Props = {
  filters: VisitFilters
  /** What each line starts with: the audience or the page. */
  name: 'audience' | 'page'
  empty: string
}

/** The newest visits of a person, account or page, updated live, with a link to all. */
export function LatestVisitsPanel({ filters, name, empty }: Props) {
  const { rows, total, isLoading, error } = useList(visitsQuery(filters, shown))
  const [openId, setOpenId] = useState<string>()
  if (isLoading) return <Skeleton className="h-16" />
  if (error && rows.length === 0) return <p className="text-sm text-danger">{describe(error).title}.</p>
  if (rows.length === 0)
    return (
      <p className="text-sm text-quiet">
        {empty} {ownVisitsWords}
      </p>
    )
  return (
    <>
      <ul className="-mx-2">
        {rows.slice(0, shown).map((visit) => (
          <li key={visit.visitId}>
            <Line visit={visit} name={name} onOpen={() => setOpenId(visit.visitId)} />
          </li>
        ))}
      </ul>
      {total != null && total > shown && (
        <Link to="/visits" search={filters} className={cx(buttonClass('quiet', 'sm'), '-ms-2')}>
          Show all <ShortNumber value={total} />
        </Link>
      )}
      <VisitPanel
        visit={rows.find(({ visitId }) => visitId === openId)}
        onClose={() => setOpenId(undefined)}
      />
    </>
  )
}

function Line({ visit, name, onOpen }: { visit: Visit; name: Props['name']; onOpen: () => void }) {
  const details = [
    durationWords(visit.timeSpentSeconds),
    `${visit.scrollDepthPercentage}% read`,
    actionCounts(visit),
    sourceWords(visit),
  ]
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-baseline gap-3 rounded-md px-2 py-1.5 text-start text-sm hover:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {name === 'page' ? visit.pageName : visit.audienceName}
        </span>
        <span className="block truncate text-xs text-quiet">{details.filter(Boolean).join(' · ')}</span>
      </span>
      <span className="text-xs">
        <MomentCell visit={visit} />
      </span>
    </button>
  )
}
