import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Shape } from '../api/schema.ts'
import type { PageSearch } from '../pages/search.ts'
import { oneOf, useAddress } from '../ui/address.ts'
import { ExportLink } from '../ui/ExportLink.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { LatestVisitsPanel } from '../visits/LatestVisitsPanel.tsx'
import { ComparedAudiences } from './ComparedAudiences.tsx'
import { Figures } from './Figures.tsx'
import { PointsTable } from './PointsTable.tsx'
import { type Point, type Summary, seriesQuery, summaryQuery } from './queries.ts'
import { RangePicker } from './RangePicker.tsx'
import { beforeWords, type ChosenRange, chooseRange, rangeWords } from './range.ts'
import { Submissions } from './Submissions.tsx'
import { type FigureName, figureNames, figureWords } from './words.ts'

/** Recharts is most of what this tab weighs, and nothing else needs it. */
const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }))

/** What comes of a page, in the dates that the address names. */
export function AnalyticsTab({ page: { pageId, status } }: { page: Shape<'Page'> }) {
  const [search, change] = useAddress<PageSearch>()
  const range = chooseRange(search, new Date())
  const now = useQuery(summaryQuery(pageId, range.dates))
  const before = useQuery(summaryQuery(pageId, range.before))
  const points = useQuery(seriesQuery(pageId, range.dates, range.interval))
  const former = useQuery(seriesQuery(pageId, range.before, range.interval))
  const chosen = oneOf(figureNames)(search.figure) ?? 'totalSessions'
  const failed = [now, before, points, former].find(({ error, data }) => error && !data)
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-6xl space-y-8 px-4 pt-4 pb-16 md:px-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <RangePicker key={JSON.stringify(range.dates)} range={range} onChange={change} />
          <span className="text-sm text-quiet">
            {rangeWords(range)}, compared with {beforeWords(range.days)}
          </span>
          <ExportLink
            className="ms-auto"
            label="Export figures"
            path={`/v0/pages/${pageId}/analytics/export?${new URLSearchParams({ ...range.dates })}`}
          />
        </div>
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <div className="space-y-6">
            <Figures
              now={now.data}
              before={before.data}
              points={points.data}
              days={range.days}
              chosen={chosen}
              onChoose={(figure) => change({ figure: figure === 'totalSessions' ? undefined : figure })}
            />
            <Course {...{ chosen, range }} summary={now.data} points={points.data} former={former.data} />
          </div>
        )}
        {now.data?.totalSessions === 0 && before.data?.totalSessions === 0 && (
          <EmptyState icon={ChartLine} title="No visits in this period" className="py-4!">
            {status === 'published'
              ? 'Share a link. Visits appear here within seconds.'
              : 'Visits are counted after the page is published.'}
          </EmptyState>
        )}
        <section aria-label="Latest visits">
          <h2 className="mb-2 text-base font-semibold">Latest visits</h2>
          <LatestVisitsPanel
            filters={{ pageId }}
            name="audience"
            empty="No visits yet. They appear here within seconds."
          />
        </section>
        <ComparedAudiences pageId={pageId} dates={range.dates} />
        <Submissions pageId={pageId} />
      </div>
    </div>
  )
}

type CourseProps = {
  chosen: FigureName
  range: ChosenRange
  summary: Summary | undefined
  points: Point[] | undefined
  former: Point[] | undefined
}

/** One figure over time, as a drawing or as a table. */
function Course({ chosen, range, summary, points, former }: CourseProps) {
  const [isTable, setIsTable] = useState(false)
  const { label } = figureWords[chosen]
  const title = `${label} by ${range.interval}`
  if (summary?.totalSessions === 0 && former?.every(({ totalSessions }) => totalSessions === 0)) return null
  return (
    <section aria-label={title}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{title}</h2>
        <button
          type="button"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
          className="rounded-sm text-sm text-quiet hover:text-ink"
        >
          {isTable ? 'Show chart' : 'Show table'}
        </button>
      </div>
      {!points || !former ? (
        <Skeleton className="h-64 rounded-lg" />
      ) : isTable ? (
        <PointsTable {...{ chosen, points, former }} interval={range.interval} days={range.days} />
      ) : (
        <Suspense fallback={<Skeleton className="h-64 rounded-lg" />}>
          <Chart {...{ chosen, points, former }} interval={range.interval} />
        </Suspense>
      )}
    </section>
  )
}
