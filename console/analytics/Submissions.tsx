import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useList } from '../api/lists.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { ExportLink } from '../ui/ExportLink.tsx'
import { RelativeTime, ShortNumber } from '../ui/figures.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { type AudienceFigures, type Submission, submissionsQuery, useAudienceFigures } from './queries.ts'

/** The submissions of the page's forms, newest first. */
export function Submissions({ pageId }: { pageId: string }) {
  const { rows, total, isLoading, error, hasMore, isLoadingMore, loadMore, retry } = useList(
    submissionsQuery(pageId),
  )
  const audiences = useAudienceFigures(
    pageId,
    rows.map(({ audienceId }) => audienceId),
  )
  return (
    <section aria-label="Form submissions" aria-busy={isLoading}>
      <h2 className="mb-2 flex items-center text-base font-semibold">
        Form submissions
        {total ? (
          <>
            <ShortNumber value={total} className="ms-2 text-sm font-normal text-faint" />
            <ExportLink className="ms-auto" path={`/v0/exports/submissions?pageId=${pageId}`} />
          </>
        ) : null}
      </h2>
      {isLoading && <Skeleton className="h-24 rounded-lg" />}
      {error !== null && rows.length === 0 && <ErrorState error={error} onRetry={retry} className="-my-8" />}
      {!isLoading && !error && rows.length === 0 && (
        <p className="flex items-center gap-2.5 text-sm text-quiet">
          <Inbox aria-hidden className="size-4 shrink-0 text-faint" />
          No form submissions yet. All submissions are listed here, regardless of the date range.
        </p>
      )}
      {rows.length > 0 && (
        <ul className="border-t border-line">
          {rows.map((submission) => (
            <Sent
              key={submission.submissionId}
              submission={submission}
              audience={audiences.get(submission.audienceId)}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button look="quiet" size="sm" className="mt-2 -ms-2.5" busy={isLoadingMore} onClick={loadMore}>
          Show more
        </Button>
      )}
    </section>
  )
}

type SentProps = { submission: Submission; audience: AudienceFigures | undefined }

function Sent({ submission, audience }: SentProps) {
  const { pageId, audienceId, fields, createdAt } = submission
  const to: string = `/pages/${pageId}/audiences/${audienceId}`
  return (
    <li className="flex gap-3 border-b border-line py-3">
      <Avatar name={audience?.effectiveName ?? '…'} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3 text-sm">
          <Link to={to} className="min-w-0 truncate rounded-sm font-medium hover:underline">
            {audience?.effectiveName ?? '…'}
          </Link>
          <RelativeTime at={createdAt} className="shrink-0 text-xs text-quiet" />
        </div>
        <dl className="mt-1 grid gap-x-4 gap-y-0.5 text-sm md:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)]">
          {fields.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a form may have two fields of the same name
            <div key={index} className="contents">
              <dt className="text-quiet">{name}</dt>
              <dd className="break-words whitespace-pre-wrap max-md:mb-1">{value || '–'}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  )
}
