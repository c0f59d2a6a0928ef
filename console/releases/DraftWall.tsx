import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useList } from '../api/lists.ts'
import { exactNumber } from '../api/locale.ts'
import { checkQuery, previewQuery } from '../audiences/studio/queries.ts'
import { countToCheck } from '../share/words.ts'
import { Button } from '../ui/Button.tsx'
import { captionHeight, useCardGrid } from '../ui/cardGrid.ts'
import { cx } from '../ui/cx.ts'
import { Checkbox } from '../ui/fields.tsx'
import { PreviewFrame } from '../ui/PreviewFrame.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Release, type ReleaseRow, rowsQuery } from './queries.ts'
import { counted } from './words.ts'

const widestCard = 300

type Props = {
  release: Release
  isChecking: boolean
  /** Audiences that are excluded from publishing. */
  leftOut: ReadonlySet<string>
  onLeaveOut: (leftOut: ReadonlySet<string>) => void
  /** Enlarges a draft, by its index among those to publish. */
  onOpen: (place: number) => void
}

/** Previews of all drafts, to review before publishing. Only visible ones are loaded. */
export function DraftWall({ release, isChecking, leftOut, onLeaveOut, onOpen }: Props) {
  const blocked = useList(rowsQuery(release.releaseId, { status: 'blocked' }))
  const ready = useList(rowsQuery(release.releaseId, { status: 'published' }))
  const { retry: readBlocked } = blocked
  const { retry: readReady } = ready
  useEffect(() => {
    if (isChecking) return
    readBlocked()
    readReady()
  }, [isChecking, readBlocked, readReady])
  // Drafts that can't be published come first, as they need attention.
  const rows = blocked.hasMore ? blocked.rows : [...blocked.rows, ...ready.rows]
  const next = blocked.hasMore ? blocked : ready
  const { scroller, rowHeight, totalHeight, cards } = useCardGrid({
    count: rows.length,
    isThere: rows.length > 0,
    columnsFor: (width, gap) => Math.max(1, Math.ceil((width + gap) / (widestCard + gap))),
    overscan: 1,
    list: next,
  })
  if (ready.error && rows.length === 0) return <ErrorState error={ready.error} onRetry={ready.retry} />
  if (rows.length === 0) return <NothingToShow isLoading={isChecking || ready.isLoading} />
  const leaveOut = (audienceId: string, isOut: boolean) => {
    const changed = new Set(leftOut)
    if (isOut) changed.add(audienceId)
    else changed.delete(audienceId)
    onLeaveOut(changed)
  }
  return (
    <section
      aria-label="Drafts"
      className="flex min-h-96 min-w-0 flex-1 flex-col border-line bg-sunken lg:border-s"
    >
      <div className="flex h-12 shrink-0 items-center gap-3 px-4 text-sm">
        <h3 className="font-medium">{counted(release.counts.published, 'draft')} to publish</h3>
        {leftOut.size > 0 && (
          <>
            <span className="text-quiet">{exactNumber(leftOut.size)} left out</span>
            <Button size="sm" look="quiet" onClick={() => onLeaveOut(new Set())}>
              Include all
            </Button>
          </>
        )}
      </div>
      <div ref={scroller} className="thin-scroll min-h-0 flex-1 overflow-y-auto px-4 pb-6">
        <ul aria-label="Drafts" className="relative" style={{ height: totalHeight }}>
          {cards.map(({ index, style }) => {
            const row = rows[index] as ReleaseRow
            return (
              <li
                key={row.position}
                aria-setsize={release.counts.published + release.counts.blocked}
                aria-posinset={index + 1}
                className="absolute top-0"
                style={style}
              >
                <DraftCard
                  pageId={release.pageId}
                  row={row}
                  height={rowHeight - captionHeight}
                  isIn={row.status === 'published' && !leftOut.has(row.audienceId ?? '')}
                  onLeaveOut={(isOut) => leaveOut(row.audienceId ?? '', isOut)}
                  onOpen={() => onOpen(index - blocked.rows.length)}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

function NothingToShow({ isLoading }: { isLoading: boolean }) {
  return (
    <div className="min-w-0 flex-1 border-line bg-sunken lg:border-s">
      {isLoading ? (
        <Skeleton className="m-6 h-64" />
      ) : (
        <EmptyState title="No drafts">Every audience already shows its latest version.</EmptyState>
      )}
    </div>
  )
}

type CardProps = {
  pageId: string
  row: ReleaseRow
  height: number
  isIn: boolean
  onLeaveOut: (isOut: boolean) => void
  onOpen: () => void
}

function DraftCard({ pageId, row, height, isIn, onLeaveOut, onOpen }: CardProps) {
  const audienceId = row.audienceId ?? ''
  const where = { pageId, audienceId }
  const versionId = row.versionId ?? ''
  const isThere = audienceId !== '' && versionId !== ''
  const isSettled = useSettled()
  const { data: preview } = useQuery({ ...previewQuery(where, versionId), enabled: isThere && isSettled })
  const name = row.audienceName ?? 'A removed audience'
  const isBlocked = row.status === 'blocked'
  const picture = (
    <PreviewFrame
      src={preview?.url}
      title={`Draft for ${name}`}
      className={cx('pointer-events-none h-full shadow-low!', !isIn && !isBlocked && 'opacity-45 grayscale')}
    />
  )
  const look =
    'block w-full rounded-lg ring-1 ring-line hover:ring-2 hover:ring-accent focus-visible:ring-2 focus-visible:ring-accent'
  return (
    <article className="group">
      {isBlocked ? (
        <Link
          to="/pages/$pageId/audiences/$audienceId"
          params={where}
          aria-label={`Fix the draft for ${name}`}
          className={look}
          style={{ height }}
        >
          {picture}
        </Link>
      ) : (
        <button
          type="button"
          aria-label={`View the draft for ${name}`}
          onClick={onOpen}
          className={look}
          style={{ height }}
        >
          {picture}
        </button>
      )}
      <div className="flex items-start gap-2 pt-2" dir="auto">
        <div className="min-w-0 flex-1">
          <Checkbox
            label={name}
            checked={isIn}
            disabled={isBlocked}
            onChange={(isChecked) => onLeaveOut(!isChecked)}
          />
          <div className="ps-6.5">
            {isBlocked ? (
              <Finding icon={CircleAlert} look="text-danger" text={row.reason ?? 'Not ready'} />
            ) : (
              isThere &&
              isSettled && <Findings pageId={pageId} audienceId={audienceId} versionId={versionId} />
            )}
          </div>
        </div>
      </div>
    </article>
  )
}

type FindingsProps = { pageId: string; audienceId: string; versionId: string }

/** The number of findings in a draft, with the messages on hover. */
function Findings({ pageId, audienceId, versionId }: FindingsProps) {
  const { data } = useQuery(checkQuery({ pageId, audienceId }, versionId))
  if (!data) return <Skeleton className="mt-1 h-3 w-24" />
  const found = [...data.errors, ...data.warnings]
  const count = countToCheck(data)
  if (count === 0) return <Finding icon={CircleCheck} look="text-good" text="Ready to publish" />
  const isError = data.errors.length > 0
  return (
    <Finding
      icon={isError ? CircleAlert : TriangleAlert}
      look={isError ? 'text-danger' : 'text-warn'}
      text={`${count} to check`}
      title={found.map(({ message }) => message).join('\n')}
    />
  )
}

type FindingProps = { icon: typeof CircleCheck; look: string; text: string; title?: string }

function Finding({ icon: Icon, look, text, title = text }: FindingProps) {
  return (
    <p title={title} className="flex min-w-0 items-center gap-1 text-xs text-quiet">
      <Icon aria-hidden className={cx('size-3.5 shrink-0', look)} />
      <span className="truncate">{text}</span>
    </p>
  )
}

/** Whether an element has been visible for a moment, so that cards that scroll past load nothing. */
function useSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
