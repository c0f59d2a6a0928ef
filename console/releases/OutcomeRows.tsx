import { Download } from 'lucide-react'
import { useState } from 'react'
import { apiBase } from '../api/client.ts'
import { useList } from '../api/lists.ts'
import { exactNumber } from '../api/locale.ts'
import { ExportLinksLine } from '../links/ExportLinksLine.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/states.tsx'
import { type Release, type ReleaseRow, type RowStatus, rowsQuery } from './queries.ts'
import { attentionStatuses, rowWords, undoneWords } from './words.ts'

type RowFilter = 'all' | 'needs' | 'published'

/** The result for each audience; those that need attention first. */
export function OutcomeRows({ release, isGoing }: { release: Release; isGoing: boolean }) {
  const { counts, releaseId, undo } = release
  const attentionCount = attentionStatuses.reduce((sum, status) => sum + counts[status], 0)
  const [filter, setFilter] = useState<RowFilter>(!isGoing && attentionCount > 0 ? 'needs' : 'all')
  const chips: [RowFilter, string, number][] = [
    ['all', 'All', counts.total],
    ['needs', 'Needs attention', attentionCount],
    // After an undo, no audience is listed as published.
    ...(undo ? [] : [['published', 'Published', counts.published] satisfies [RowFilter, string, number]]),
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 py-2.5">
        {!isGoing &&
          chips.map(([value, label, count]) => (
            <button
              key={value}
              type="button"
              aria-pressed={filter === value}
              onClick={() => setFilter(value)}
              className={cx(
                'h-7 rounded-md border px-2.5 text-sm font-medium whitespace-nowrap',
                filter === value ? 'border-edge bg-pressed text-ink' : 'border-dashed border-edge text-quiet',
              )}
            >
              {label} <span className="font-normal tabular-nums">{exactNumber(count)}</span>
            </button>
          ))}
        {isGoing && <span className="text-sm text-quiet">Newest first</span>}
        <span className="flex-1" />
        <span className="flex">
          {!isGoing && counts.published > 0 && <ExportLinksLine pageId={release.pageId} />}
          <a href={`${apiBase}/v0/releases/${releaseId}/export`} download className={buttonClass('quiet')}>
            <Download aria-hidden className="size-4" />
            <span className="max-md:sr-only">Export rows</span>
          </a>
        </span>
      </div>
      <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
        {filter === 'needs' ? (
          attentionStatuses
            .filter((status) => counts[status] > 0)
            .map((status) => (
              <RowList key={status} releaseId={releaseId} status={status} version={counts.total} />
            ))
        ) : (
          <RowList
            releaseId={releaseId}
            {...(filter === 'published' && { status: 'published' as const })}
            isNewestFirst={isGoing}
            version={counts.waiting}
          />
        )}
        {filter === 'needs' && attentionCount === 0 && <EmptyState title="Nothing needs attention" />}
      </div>
    </>
  )
}

type ListProps = { releaseId: string; status?: RowStatus; isNewestFirst?: boolean; version: number }

function RowList({ releaseId, status, isNewestFirst = false, version }: ListProps) {
  const list = useList(
    rowsQuery(releaseId, { ...(status && { status }), ...(isNewestFirst && { order: 'last' }) }),
  )
  const [seen, setSeen] = useState(version)
  if (seen !== version) {
    setSeen(version)
    list.retry()
  }
  return (
    <ul>
      {list.rows.map((row) => (
        <RowLine key={row.position} row={row} />
      ))}
      {list.hasMore && (
        <li className="p-4">
          <Button onClick={list.loadMore}>Show more</Button>
        </li>
      )}
    </ul>
  )
}

function RowLine({ row }: { row: ReleaseRow }) {
  const { word, dot } = row.undo === 'undone' ? undoneWords : rowWords[row.status]
  return (
    <li className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,3fr)] items-center gap-4 border-b border-line px-5 py-2 text-sm max-md:grid-cols-2">
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={row.audienceName ?? '–'} size={22} />
        <span className="truncate font-medium" dir="auto">
          {row.audienceName ?? 'Erased'}
        </span>
      </span>
      <span className="flex items-center gap-2">
        <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dot)} />
        <span className="truncate">
          {word}
          {row.versionNumber !== null && row.status === 'published' && (
            <span className="text-faint"> version {row.versionNumber}</span>
          )}
        </span>
      </span>
      <span className="truncate text-quiet max-md:col-span-2">{row.reason}</span>
    </li>
  )
}
