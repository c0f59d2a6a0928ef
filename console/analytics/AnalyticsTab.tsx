import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Shape } from '../api/schema.ts'
import type { PageSearch } from '../pages/search.ts'
import { oneOf, useAddress } from '../ui/address.ts'
import { ExportLink } from '../ui/ExportLink.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { LatestVisitsPanel } from '../visits/LatestVisitsPanel.tsx'
import { ownVisitsWords } from '../visits/words.ts'
import { Breakdowns } from './Breakdowns.tsx'
import { ComparedAudiences } from './ComparedAudiences.tsx'
import { Figures } from './Figures.tsx'
import { FilterChips } from './FilterChips.tsx'
import { filterParams, readFilters } from './filters.ts'
import { GoalCard } from './GoalCard.tsx'
import { PointsTable } from './PointsTable.tsx'
import {
  breakdownQuery,
  releaseMarkersQuery,
  type SeriesPoint,
  type Summary,
  seriesQuery,
  summaryQuery,
} from './queries.ts'
import { RangePicker } from './RangePicker.tsx'
import { beforeWords, type ChosenRange, chooseRange, rangeWords } from './range.ts'
import { Submissions } from './Submissions.tsx'
import { type FigureName, figureNames, figureWords } from './words.ts'

/** Recharts is most of this tab's size, and no other screen uses it. */
const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }))

/** The analytics of a page, for the date range and filters in the URL. */
export function AnalyticsTab({ page }: { page: Shape<'Page'> }) {
  const { pageId, status } = page
  const [search, change] = useAddress<PageSearch>()
  const range = chooseRange(search, new Date())
  const { breakdown, earlier, now, before, points, former, failed } = useFigures(page, range)
  const chosen = oneOf(figureNames)(search.figure) ?? 'totalSessions'
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-6xl space-y-6 px-4 pt-4 pb-16 md:px-6">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
          <RangePicker key={JSON.stringify(range.dates)} range={range} onChange={change} />
          <FilterChips breakdown={breakdown} />
          <ExportLink
            className="ms-auto"
            label="Export figures"
            path={`/v0/pages/${pageId}/analytics/export?${new URLSearchParams({ ...range.dates })}`}
          />
          <span className="w-full text-sm text-quiet">
            {rangeWords(range)}, compared with {beforeWords(range.days)}
          </span>
        </div>
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <>
            <Figures
              {...{ now, before, points, chosen }}
              days={range.days}
              onChoose={(figure) => change({ figure: figure === 'totalSessions' ? undefined : figure })}
            />
            <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
              <Course {...{ chosen, range, points, former }} pageId={pageId} summary={now} />
              <GoalCard page={page} breakdown={breakdown} before={earlier} />
            </div>
            {breakdown && <Breakdowns breakdown={breakdown} page={page} />}
          </>
        )}
        {now?.totalSessions === 0 && before?.totalSessions === 0 && !search.where && (
          <EmptyState icon={ChartLine} title="No visits in this period" className="py-4!">
            {status === 'published'
              ? `Share a link. Visits appear here within seconds. ${ownVisitsWords}`
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
        <p className="text-xs text-quiet">
          Bots, prefetches, link scanners and your team’s own visits aren’t counted.
        </p>
      </div>
    </div>
  )
}

/** The figures of both periods: stored totals for all sessions, or the breakdown if sessions are filtered. */
function useFigures({ pageId }: Shape<'Page'>, { dates, before, interval }: ChosenRange) {
  const [{ where, goal }] = useAddress<PageSearch>()
  const filters = { ...filterParams(readFilters(where)), ...(goal && { goalId: goal }) }
  const enabled = where === undefined
  const parts = {
    breakdown: useQuery(breakdownQuery(pageId, { ...dates, interval, ...filters })),
    earlier: useQuery(breakdownQuery(pageId, { ...before, interval, ...filters })),
  }
  const sums = {
    now: useQuery({ ...summaryQuery(pageId, dates), enabled }),
    before: useQuery({ ...summaryQuery(pageId, before), enabled }),
    points: useQuery({ ...seriesQuery(pageId, dates, interval), enabled }),
    former: useQuery({ ...seriesQuery(pageId, before, interval), enabled }),
  }
  const [breakdown, earlier] = [parts.breakdown.data, parts.earlier.data]
  return {
    breakdown,
    earlier,
    now: enabled ? sums.now.data : breakdown?.summary,
    before: enabled ? sums.before.data : earlier?.summary,
    points: enabled ? sums.points.data : breakdown?.points,
    former: enabled ? sums.former.data : earlier?.points,
    failed: [...Object.values(parts), ...(enabled ? Object.values(sums) : [])].find(
      ({ error, data }) => error && !data,
    ),
  }
}

type CourseProps = {
  pageId: string
  chosen: FigureName
  range: ChosenRange
  summary: Summary | undefined
  points: SeriesPoint[] | undefined
  former: SeriesPoint[] | undefined
}

/** One figure over time, as a chart or a table. */
function Course({ pageId, chosen, range, summary, points, former }: CourseProps) {
  const { data: markers = [] } = useQuery(releaseMarkersQuery(pageId))
  const [isTable, setIsTable] = useState(false)
  const { label } = figureWords[chosen]
  const title = `${label} by ${range.interval}`
  if (summary?.totalSessions === 0 && former?.every(({ totalSessions }) => totalSessions === 0)) return null
  return (
    <section aria-label={title} className="min-w-0 rounded-xl border border-line p-4">
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
          <Chart {...{ chosen, points, former, markers }} interval={range.interval} />
        </Suspense>
      )}
    </section>
  )
}
