import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../api/lists.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { ShortNumber } from '../ui/figures.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { type AudienceFigures, comparedQuery, type Dates } from './queries.ts'
import { type FigureName, figureWords } from './words.ts'

const shownFirst = 10
const columns: { name: FigureName; className: string }[] = [
  { name: 'totalSessions', className: '' },
  { name: 'conversionRate', className: '' },
  { name: 'formSubmitRate', className: 'max-xl:hidden' },
  { name: 'bounceRate', className: 'max-lg:hidden' },
  { name: 'avgTimeSpentSeconds', className: 'max-lg:hidden' },
  { name: 'avgScrollDepthPercentage', className: 'max-xl:hidden' },
]

type Order = { by: FigureName; isRising: boolean }

/** Audiences side by side. They can be sorted if one response holds all of them; otherwise, the newest come first. */
export function ComparedAudiences({ pageId, dates }: { pageId: string; dates: Dates }) {
  const { rows, isLoading, isStale, error, hasMore, isLoadingMore, loadMore, retry, total } = useList(
    comparedQuery(pageId, dates),
  )
  const [order, setOrder] = useState<Order>({ by: 'totalSessions', isRising: false })
  const [isLong, setIsLong] = useState(false)
  const isWhole = !isLoading && !hasMore
  const sorted = isWhole ? inOrder(rows, order) : rows
  const shown = isLong ? sorted : sorted.slice(0, shownFirst)
  const most = Math.max(...rows.map(({ totalSessions }) => totalSessions), 1)
  return (
    <section aria-label="Audience comparison" aria-busy={isLoading || isStale}>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-base font-semibold">Audience comparison</h2>
        {!isWhole && !isLoading && <span className="text-xs text-quiet">Newest first</span>}
      </div>
      {isLoading && <Skeleton className="h-32 rounded-lg" />}
      {error !== null && rows.length === 0 && <ErrorState error={error} onRetry={retry} className="-my-8" />}
      {isWhole && rows.length === 0 && !error && (
        <p className="text-sm text-quiet">No audiences yet. Add audiences to compare them.</p>
      )}
      {rows.length > 0 && (
        <table className={cx('w-full table-fixed text-sm tabular-nums', isStale && 'opacity-50')}>
          <thead className="text-xs text-quiet">
            <tr className="border-b border-line">
              <th scope="col" className="h-9 pe-4 text-start font-medium">
                Audience
              </th>
              {columns.map(({ name, className }) => (
                <Heading
                  key={name}
                  {...{ name, className, order }}
                  isSortable={isWhole}
                  onSort={() => setOrder({ by: name, isRising: order.by === name && !order.isRising })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.audienceId} {...{ pageId, row, most }} />
            ))}
          </tbody>
        </table>
      )}
      {(sorted.length > shown.length || hasMore) && (
        <Button
          look="quiet"
          size="sm"
          className="mt-2 -ms-2.5"
          busy={isLoadingMore}
          onClick={() => (isLong ? loadMore() : setIsLong(true))}
        >
          {isLong ? 'Show more' : `Show all ${total ?? sorted.length}`}
        </Button>
      )}
    </section>
  )
}

function inOrder(rows: AudienceFigures[], { by, isRising }: Order): AudienceFigures[] {
  const value = (row: AudienceFigures) =>
    row.totalSessions === 0 && by !== 'totalSessions' ? -1 : (row[by] ?? -1)
  return rows.toSorted((a, b) => (value(a) - value(b)) * (isRising ? 1 : -1))
}

type HeadingProps = {
  name: FigureName
  className: string
  order: Order
  isSortable: boolean
  onSort: () => void
}

function Heading({ name, className, order, isSortable, onSort }: HeadingProps) {
  const isChosen = isSortable && order.by === name
  const Arrow = order.isRising ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={isChosen ? (order.isRising ? 'ascending' : 'descending') : undefined}
      className={cx(
        'h-9 text-end font-medium',
        name === 'totalSessions' ? 'w-28 lg:w-52' : 'w-24 md:w-28',
        className,
      )}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={onSort}
          className={cx('inline-flex items-center gap-1 rounded-sm hover:text-ink', isChosen && 'text-ink')}
        >
          {isChosen && <Arrow aria-hidden className="size-3" />}
          {figureWords[name].label}
        </button>
      ) : (
        figureWords[name].label
      )}
    </th>
  )
}

function Row({ pageId, row, most }: { pageId: string; row: AudienceFigures; most: number }) {
  const to: string = `/pages/${pageId}/audiences/${row.audienceId}`
  return (
    <tr className="h-10 border-b border-line hover:bg-hover">
      <th scope="row" className="truncate pe-4 text-start font-medium">
        <Link to={to} className="rounded-sm hover:underline hover:underline-offset-3">
          {row.effectiveName || 'Unnamed'}
        </Link>
      </th>
      {columns.map(({ name, className }) =>
        name === 'totalSessions' ? (
          <td key={name} className="text-end">
            <span className="flex items-center justify-end gap-3">
              <span aria-hidden className="flex h-1.5 min-w-0 flex-1 max-md:hidden">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${(row.totalSessions / most) * 100}%` }}
                />
              </span>
              <ShortNumber
                value={row.totalSessions}
                className={cx('w-9', row.totalSessions === 0 && 'text-faint')}
              />
            </span>
          </td>
        ) : (
          <td key={name} className={cx('text-end text-quiet', className)}>
            {row.totalSessions === 0 ? (
              <span className="text-faint">–</span>
            ) : (
              figureWords[name].show(row[name] ?? 0)
            )}
          </td>
        ),
      )}
    </tr>
  )
}
