import { History } from 'lucide-react'
import { type Author, useAuthors } from '../api/authors.ts'
import { useList } from '../api/lists.ts'
import { dates } from '../api/locale.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { exactTimeOf, readTime } from '../ui/figures.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { groupByDay, type TimelineEntry } from './days.ts'
import { Note } from './Note.tsx'
import { activityQuery, type HistoryOwner, isNote, noteIdOf } from './queries.ts'
import { eventWordsOf, Sentence } from './Sentence.tsx'

/** The history of an account or a person by day, newest first. */
export function Timeline({ owner, about }: { owner: HistoryOwner; about: string }) {
  const { rows, isLoading, error, hasMore, isLoadingMore, loadMore, retry } = useList(activityQuery(owner))
  const authors = useAuthors(rows.flatMap((entry) => noteIdOf(entry) ?? []))
  if (isLoading) return <TimelineSkeleton />
  if (error && rows.length === 0) return <ErrorState error={error} onRetry={retry} />
  if (rows.length === 0)
    return (
      <EmptyState icon={History} title="No activity yet" className="py-10">
        Visits to their pages, clicks, forms and your notes appear here as they happen.
      </EmptyState>
    )
  return (
    <div className="pb-10">
      {groupByDay(rows, new Date()).map((day) => (
        <section key={day.key} aria-label={day.label}>
          <h2 className="sticky top-0 z-10 bg-ground/95 py-2 text-xs font-medium text-quiet">{day.label}</h2>
          <ol className="pb-3">
            {day.moments.map((moment) => (
              <Entry
                key={moment.entry.activityId}
                {...{ moment, owner, about }}
                author={authors.get(noteIdOf(moment.entry) ?? '')}
              />
            ))}
          </ol>
        </section>
      ))}
      {hasMore && (
        <Button look="quiet" busy={isLoadingMore} onClick={loadMore}>
          {error ? 'Try again' : 'Show earlier activity'}
        </Button>
      )}
    </div>
  )
}

type EntryProps = { moment: TimelineEntry; owner: HistoryOwner; about: string; author: Author | undefined }

function Entry({ moment: { entry, times }, owner, about, author }: EntryProps) {
  const { icon: Icon, tint } = eventWordsOf(entry)
  return (
    <li className="group/entry relative flex gap-3 pb-4">
      <span aria-hidden className="absolute start-3.25 top-8 bottom-0 w-px bg-line group-last/entry:hidden" />
      <span
        aria-hidden
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full border border-line bg-ground',
          tint,
        )}
      >
        <Icon className="size-3.5" strokeWidth={2} />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <div className="flex items-baseline gap-3">
          <p className="min-w-0 flex-1 text-sm text-quiet">
            <Sentence {...{ entry, times, owner, about, author }} />
          </p>
          <ClockTime at={entry.createdAt} />
        </div>
        {isNote(entry) && <Note entry={entry} />}
      </div>
    </li>
  )
}

const clock = dates({ timeStyle: 'short' })

function ClockTime({ at }: { at: string }) {
  const date = readTime(at)
  return (
    <time
      dateTime={date.toISOString()}
      title={exactTimeOf(at)}
      className="shrink-0 text-xs text-faint tabular-nums"
    >
      {clock.format(date)}
    </time>
  )
}

function TimelineSkeleton() {
  return (
    <div aria-hidden className="pt-2">
      <Skeleton className="mb-4 h-3 w-14" />
      {['60%', '45%', '70%', '50%'].map((width) => (
        <div key={width} className="flex items-center gap-3 pb-5">
          <Skeleton className="size-7 rounded-full!" />
          <Skeleton className="h-3" style={{ width }} />
        </div>
      ))}
    </div>
  )
}
