import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { apiBase } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { refreshLists, useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { TextField } from '../ui/fields.tsx'
import { exactTimeOf } from '../ui/figures.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState } from '../ui/states.tsx'
import { Bar } from './Choose.tsx'
import {
  isUnderWay,
  type Release,
  type ReleaseRow,
  type RowStatus,
  releaseVerbs,
  rowsQuery,
} from './queries.ts'
import { counted, needsYou, outcomeOf, rowWords, toLocalInput, zoneName } from './words.ts'

type Props = {
  release: Release
  onClose: () => void
  onConflicts: () => void
  /** Opens the drafts that it saved, to publish them. */
  onPublishDrafts: () => void
}

/** A release that waits for its time, is under way, or is done. */
export function Outcome({ release, onClose, onConflicts, onPublishDrafts }: Props) {
  const { status, counts, undo, releaseId } = release
  const client = useQueryClient()
  const mayPublish = useMay('publish')
  const act = useMutation({
    mutationFn: (verb: 'cancel' | 'undo') => releaseVerbs[verb](releaseId),
    onSuccess: (next) => {
      client.setQueryData(keys.releases.one(releaseId), next)
      void client.invalidateQueries({ queryKey: keys.releases.one(releaseId) })
      void refreshLists(client, keys.releases.allRows)
    },
    onError: notifyProblem,
  })
  const isGoing = isUnderWay(release)
  const canUndo = mayPublish && status === 'finished' && counts.published > 0
  useShortcut('u', () => act.mutate('undo'), canUndo)
  const title =
    status === 'scheduled'
      ? `Scheduled for ${exactTimeOf(release.publishAt ?? release.createdAt)}`
      : isGoing
        ? status === 'undoing'
          ? 'Undoing the release'
          : status === 'cancelling'
            ? 'Stopping'
            : 'Releasing'
        : outcomeOf(release)
  return (
    <SidePanel
      open
      width="full"
      onClose={onClose}
      title={title}
      description={release.note ?? (release.madeBy ? `Released by ${release.madeBy}` : undefined)}
      footer={
        <>
          <p className="me-auto text-sm text-quiet max-md:hidden">
            {isGoing
              ? 'You can close this. The release continues.'
              : canUndo
                ? 'Undo restores what each audience saw before, unless a newer version was published since.'
                : ''}
          </p>
          {!isGoing && counts.conflicts > 0 && status === 'finished' && (
            <Button onClick={onConflicts}>Decide {counted(counts.conflicts, 'conflict')}</Button>
          )}
          {status === 'finished' && mayPublish && counts.drafted > 0 && (
            <Button onClick={onPublishDrafts}>Publish {counted(counts.drafted, 'draft')}</Button>
          )}
          <Button look="primary" onClick={onClose}>
            {isGoing ? 'Close' : 'Done'}
          </Button>
        </>
      }
    >
      <div className="flex h-full min-h-0 flex-col">
        <div className="border-b border-line px-5 py-5">
          <div className="flex flex-wrap items-end gap-3">
            <Figure release={release} />
            <span className="flex-1" />
            {status === 'running' && mayPublish && (
              <Button busy={act.isPending} onClick={() => act.mutate('cancel')}>
                Stop release
              </Button>
            )}
            {status === 'scheduled' && mayPublish && (
              <Reschedule release={release} onCancel={() => act.mutate('cancel')} />
            )}
            {canUndo && (
              <Button icon={Undo2} keys="u" busy={act.isPending} onClick={() => act.mutate('undo')}>
                Undo this release
              </Button>
            )}
          </div>
          <Bar
            parts={
              status === 'undoing' && undo
                ? [
                    [undo.undone, 'bg-good'],
                    [undo.overtaken, 'bg-warn'],
                    [undo.waiting, 'bg-edge'],
                  ]
                : [
                    [counts.published, 'bg-good'],
                    [counts.drafted, 'bg-busy'],
                    [counts.conflicts + counts.overtaken + counts.blocked + counts.failed, 'bg-warn'],
                    [counts.unchanged + counts.detached + counts.waiting + counts.cancelled, 'bg-edge'],
                  ]
            }
          />
          <Legend counts={counts} />
        </div>
        <Rows key={`${isGoing}`} release={release} isGoing={isGoing} />
      </div>
    </SidePanel>
  )
}

function Figure({ release: { status, counts, undo } }: { release: Release }) {
  const isUndo = (status === 'undoing' || status === 'undone') && undo
  const done = isUndo ? undo.undone : counts.published || counts.drafted
  const words = isUndo
    ? 'back to what they saw before'
    : status === 'scheduled'
      ? 'audiences will get it'
      : counts.published || !counts.drafted
        ? done === 1
          ? 'audience sees it now'
          : 'audiences see it now'
        : 'drafts saved'
  return (
    <p className="flex items-baseline gap-2">
      <span className="text-3xl font-semibold tabular-nums">
        {(status === 'scheduled' ? counts.total : done).toLocaleString('en')}
      </span>
      <span className="text-quiet">{words}</span>
    </p>
  )
}

function Legend({ counts }: { counts: Release['counts'] }) {
  const parts: [RowStatus, string][] = [
    ['published', 'published'],
    ['drafted', 'saved as drafts'],
    ['conflicts', 'skipped, conflicts'],
    ['overtaken', 'not published, changed meanwhile'],
    ['blocked', 'not published, check failed'],
    ['failed', 'failed'],
    ['unchanged', 'nothing to change'],
    ['detached', 'detached'],
    ['waiting', 'waiting'],
    ['cancelled', 'stopped'],
  ]
  return (
    <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {parts
        .filter(([status]) => counts[status] > 0)
        .map(([status, words]) => (
          <li key={status} className="flex items-center gap-2">
            <span aria-hidden className={cx('size-2 rounded-full', rowWords[status].dot)} />
            <span className="font-medium tabular-nums">{counts[status].toLocaleString('en')}</span>
            <span className="text-quiet">{words}</span>
          </li>
        ))}
    </ul>
  )
}

function Reschedule({ release, onCancel }: { release: Release; onCancel: () => void }) {
  const client = useQueryClient()
  const [at, setAt] = useState(() => toLocalInput(Number((release.publishAt ?? '+0').slice(1))))
  const move = useMutation({
    mutationFn: () => releaseVerbs.reschedule(release.releaseId, `+${new Date(at).getTime()}`),
    onSuccess: (next) => client.setQueryData(keys.releases.one(release.releaseId), next),
    onError: notifyProblem,
  })
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label={`Day and time, ${zoneName}`}
        type="datetime-local"
        value={at}
        min={toLocalInput(Date.now())}
        onChange={({ target }) => setAt(target.value)}
      />
      <Button busy={move.isPending} onClick={() => move.mutate()}>
        Move
      </Button>
      <Button look="danger" onClick={onCancel}>
        Cancel release
      </Button>
    </div>
  )
}

type Filter = 'all' | 'needs' | 'published'

function Rows({ release, isGoing }: { release: Release; isGoing: boolean }) {
  const { counts, releaseId } = release
  const needing = needsYou.reduce((sum, status) => sum + counts[status], 0)
  const [filter, setFilter] = useState<Filter>(!isGoing && needing > 0 ? 'needs' : 'all')
  const chips: [Filter, string, number][] = [
    ['all', 'All', counts.total],
    ['needs', 'Needs attention', needing],
    ['published', 'Published', counts.published],
  ]
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-5 py-2.5">
        {!isGoing &&
          chips.map(([value, label, count]) => (
            <button
              key={value}
              type="button"
              aria-pressed={filter === value}
              onClick={() => setFilter(value)}
              className={cx(
                'h-7 rounded-md border px-2.5 text-sm font-medium',
                filter === value ? 'border-edge bg-pressed text-ink' : 'border-dashed border-edge text-quiet',
              )}
            >
              {label} <span className="font-normal tabular-nums">{count.toLocaleString('en')}</span>
            </button>
          ))}
        {isGoing && <span className="text-sm text-quiet">Newest first</span>}
        <span className="flex-1" />
        <a href={`${apiBase}/v0/releases/${releaseId}/export`} download className={buttonClass('quiet')}>
          <Download aria-hidden className="size-4" />
          Export rows
        </a>
      </div>
      <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
        {filter === 'needs' ? (
          needsYou
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
        {filter === 'needs' && needing === 0 && <EmptyState title="Nothing needs attention" />}
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
  const { word, dot } = rowWords[row.status]
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
          {row.undo === 'undone' ? 'Undone' : word}
          {row.versionNumber !== null && row.status === 'published' && (
            <span className="text-faint"> version {row.versionNumber}</span>
          )}
        </span>
      </span>
      <span className="truncate text-quiet max-md:col-span-2">{row.reason}</span>
    </li>
  )
}
