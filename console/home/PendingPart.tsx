import { Link } from '@tanstack/react-router'
import { CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useList } from '../api/lists.ts'
import { noticesQuery } from '../notices/queries.ts'
import { buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { readTime, ShortNumber } from '../ui/figures.tsx'
import type { Home } from './queries.ts'
import { comingWords, countWords, momentWords, waitingWords } from './words.ts'

/** Pending decisions, each with a count, a reason and a button, and upcoming releases. */
export function PendingPart({ home }: { home: Home }) {
  const forms = useList(noticesQuery()).rows.filter(({ kind, isRead }) => kind === 'form' && !isRead)
  const [newest] = forms
  const total = home.waiting.reduce((sum, { count }) => sum + count, forms.length)
  const places = home.waiting.length + (newest ? 1 : 0)
  return (
    <section aria-labelledby="waiting" className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="waiting" className="text-base font-semibold">
          Waits for you
        </h2>
        {total > 0 && (
          <span className="text-sm text-quiet">
            {countWords(total, 'thing')} in {countWords(places, 'place')}
          </span>
        )}
      </div>
      <ul className="divide-y divide-line rounded-xl border border-line bg-raised">
        {newest && (
          <Row
            count={forms.length}
            what={forms.length === 1 ? 'form to answer' : 'forms to answer'}
            why={`${newest.audienceName}, since ${momentWords(readTime(newest.createdAt), new Date())}`}
            isUrgent
          >
            <Link
              to="/pages/$pageId"
              params={{ pageId: newest.pageId }}
              search={{ tab: 'analytics' }}
              className={buttonClass()}
            >
              Read
            </Link>
          </Row>
        )}
        {home.waiting.map(({ kind, count, pageId, pageName, batchId }) => (
          <Row
            key={kind}
            count={count}
            what={count === 1 ? waitingWords[kind].one : waitingWords[kind].many}
            why={pageName}
          >
            <Link
              {...(kind === 'conflicts'
                ? { to: '/pages/$pageId/conflicts', params: { pageId } }
                : batchId
                  ? { to: '/batches/$batchId', params: { batchId } }
                  : {
                      to: '/pages/$pageId',
                      params: { pageId },
                      search: kind === 'behind' ? { release: 'new' } : {},
                    })}
              className={buttonClass()}
            >
              {waitingWords[kind].verb}
            </Link>
          </Row>
        ))}
        {total === 0 && (
          <li className="flex items-center gap-3 px-4 py-5 text-sm text-quiet">
            <CircleCheck aria-hidden className="size-5 text-good" /> Nothing waits for you.
          </li>
        )}
      </ul>
      {home.upcoming.map((coming) => (
        <Coming key={`${coming.kind} ${coming.pageId} ${coming.at}`} coming={coming} />
      ))}
    </section>
  )
}

type RowProps = { count: number; what: string; why: string; isUrgent?: boolean; children: ReactNode }

function Row({ count, what, why, isUrgent, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 px-4 py-2.5 max-md:[&_a]:h-11">
      <ShortNumber
        value={count}
        className={cx('w-10 shrink-0 text-end text-lg font-semibold', isUrgent && 'text-accent')}
      />
      <span className="min-w-0 flex-1 basis-36 text-sm">
        <span className="block font-medium">{what}</span>
        <span className="line-clamp-2 break-words text-quiet" dir="auto">
          {why}
        </span>
      </span>
      {children}
    </li>
  )
}

const comingSentences: Record<Home['upcoming'][number]['kind'], string> = {
  release: 'goes live',
  publishVersion: 'goes live for one audience',
  publishPage: 'goes live',
  archiveAudience: 'ends for one audience',
  archivePage: 'ends',
}

function Coming({ coming: { kind, pageId, pageName, audiences, at } }: { coming: Home['upcoming'][number] }) {
  const many = kind === 'release' && audiences > 0 ? ` for ${countWords(audiences, 'audience')}` : ''
  return (
    <div className="mt-3 flex items-center gap-3 rounded-xl border border-line bg-raised px-4 py-2.5">
      <Clock aria-hidden className="ms-5 size-4.5 shrink-0 text-busy" />
      <span className="min-w-0 flex-1 text-sm">
        <span className="block font-medium">{comingWords(readTime(at), new Date())}</span>
        <span className="line-clamp-2 text-quiet" dir="auto">
          {pageName} {comingSentences[kind]}
          {many}
        </span>
      </span>
      <Link
        to="/pages/$pageId"
        params={{ pageId }}
        className="text-sm font-medium text-accent hover:underline"
      >
        Change
      </Link>
    </div>
  )
}
