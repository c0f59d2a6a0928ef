import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CircleStop, Send, Users } from 'lucide-react'
import { exactNumber } from '../api/locale.ts'
import { useMay } from '../api/session.ts'
import { pageQuery } from '../pages/queries.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { RelativeTime, ShortNumber } from '../ui/figures.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useWidth } from '../ui/width.ts'
import { BatchRows } from './BatchRows.tsx'
import { Progress } from './Progress.tsx'
import { batchQuery, useCancelBatch } from './queries.ts'
import { type Batch, batchStatus, finishedRows, isUnderWay, rowsPhrase } from './words.ts'

const aboveBatch = { label: 'Releases', to: '/releases' }
const aboveImport = { label: 'Accounts', to: '/accounts' }

/** The progress and results of a batch. */
export function BatchScreen() {
  const { batchId } = useParams({ from: '/shell/batches/$batchId' })
  const { data: batch, error, refetch } = useQuery(batchQuery(batchId))
  const { data: page } = useQuery({ ...pageQuery(batch?.pageId ?? ''), enabled: Boolean(batch?.pageId) })
  const isImport = batch?.pageId === null
  const isWide = useWidth().has('md')
  if (error && !batch) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={isImport ? 'Import' : page ? `Batch for ${page.name}` : 'Batch'}
        above={isImport ? aboveImport : aboveBatch}
        beside={isWide && <StatusBadge status={batch && batchStatus(batch)} look="pill" />}
        more={batch && <StopButton batch={batch} />}
        action={
          isImport ? (
            <>
              <Link to="/persons" className={buttonClass('plain')}>
                See people
              </Link>
              <Link to="/accounts" className={buttonClass('plain')}>
                See accounts
              </Link>
            </>
          ) : (
            page && (
              <>
                <Link to="/pages/$pageId" params={{ pageId: page.pageId }} className={buttonClass('plain')}>
                  <Users aria-hidden className="size-4" />
                  <span className="max-md:sr-only">Audiences</span>
                </Link>
                {batch && <PublishDrafts batch={batch} />}
              </>
            )
          )
        }
      />
      {batch ? (
        <>
          <Course batch={batch} />
          <BatchRows batch={batch} />
        </>
      ) : (
        <div className="space-y-4 px-4 md:px-6">
          <Skeleton className="h-2" />
          <Skeleton className="h-12" />
        </div>
      )}
    </>
  )
}

/** Publishes the drafts of a finished batch, after a review. */
function PublishDrafts({ batch }: { batch: Batch }) {
  const mayPublish = useMay('publish')
  const ready = batch.publishable
  if (!mayPublish || isUnderWay(batch) || ready === 0 || batch.pageId === null) return null
  return (
    <Link
      to="/pages/$pageId"
      params={{ pageId: batch.pageId }}
      search={{ release: `batch:${batch.batchId}` }}
      className={buttonClass('primary')}
    >
      <Send aria-hidden className="size-4" />
      Publish {exactNumber(ready)} {ready === 1 ? 'draft' : 'drafts'}
    </Link>
  )
}

function StopButton({ batch }: { batch: Batch }) {
  const mayWrite = useMay('write')
  const cancel = useCancelBatch()
  if (!mayWrite || !isUnderWay(batch)) return null
  return (
    <Button icon={CircleStop} busy={batch.status === 'cancelling'} onClick={() => void cancel(batch)}>
      {batch.status === 'cancelling' ? 'Stopping…' : 'Stop'}
    </Button>
  )
}

/** A progress bar, its meaning in words, and the counts. */
function Course({ batch }: { batch: Batch }) {
  const { counts, message, createdAt, finishedAt } = batch
  const isWide = useWidth().has('md')
  const figures = [
    [batch.pageId === null ? 'Imported' : 'Audiences created', counts.made],
    ...(message === null
      ? []
      : ([
          ['In progress', counts.running],
          ['Drafted', counts.drafted],
          ['Unchanged', counts.unchanged],
        ] as const)),
    ['Failed', counts.failed],
    ['Stopped', counts.cancelled],
    ['Duplicates', counts.repeated],
  ] as const
  return (
    <div className="shrink-0 px-4 pb-4 md:px-6">
      <Progress batch={batch} />
      {!isWide && (
        <p className="mt-2 text-sm">
          <StatusBadge status={batchStatus(batch)} />
        </p>
      )}
      <p className="mt-2 text-sm text-quiet tabular-nums">
        {isUnderWay(batch) ? (
          <>
            {exactNumber(finishedRows(batch))} of {rowsPhrase(counts.total)}. You can leave this screen; the{' '}
            {batch.pageId === null ? 'import' : 'batch'} continues.
          </>
        ) : (
          <>
            {rowsPhrase(counts.total)}, started <RelativeTime at={createdAt} />
            {finishedAt && (
              <>
                , ended <RelativeTime at={finishedAt} />
              </>
            )}
            .
          </>
        )}
      </p>
      <dl className="mt-4 grid grid-cols-3 gap-x-6 gap-y-3 md:flex md:flex-wrap md:gap-x-10">
        {figures.map(([label, value]) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-xs text-quiet">{label}</dt>
            <dd className={cx('text-xl font-semibold', label === 'Failed' && value > 0 && 'text-danger')}>
              <ShortNumber value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {message && (
        <p
          className="mt-4 line-clamp-2 max-w-[75ch] border-s-2 border-edge ps-3 text-sm text-quiet"
          title={message}
        >
          {message}
        </p>
      )}
    </div>
  )
}
