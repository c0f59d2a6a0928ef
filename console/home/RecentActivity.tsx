import { Link } from '@tanstack/react-router'
import {
  ClipboardCheck,
  Eye,
  Layers,
  type LucideIcon,
  MousePointerClick,
  RotateCcw,
  Send,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type NoticeKind, noticeSentence } from '../../shared/noticeWords.ts'
import { useList } from '../api/lists.ts'
import { type Notice, noticesQuery } from '../notices/queries.ts'
import { cx } from '../ui/cx.ts'
import { RelativeTime, readTime } from '../ui/figures.tsx'
import { Skeleton } from '../ui/states.tsx'
import type { Home } from './queries.ts'
import { countWords } from './words.ts'

const icons: Record<NoticeKind | Home['finished'][number]['kind'], [LucideIcon, string]> = {
  form: [ClipboardCheck, 'bg-tint text-accent'],
  click: [MousePointerClick, 'bg-good-tint text-good'],
  return_visit: [RotateCcw, 'bg-tint text-accent'],
  first_visit: [Eye, 'bg-busy-tint text-busy'],
  release: [Send, 'bg-sunken text-quiet'],
  undo: [Undo2, 'bg-sunken text-quiet'],
  batch: [Layers, 'bg-sunken text-quiet'],
}
const shown = 6

type ActivityRow = { id: string; kind: keyof typeof icons; at: string; to: ReactNode; detail: string }

/** Recent activity of visitors and the team, newest first. */
export function RecentActivity({ home }: { home: Home }) {
  const notices = useList(noticesQuery())
  const rows = [...notices.rows.map(noticeRow), ...home.finished.map(finishedRow)]
    .toSorted((a, b) => readTime(b.at).getTime() - readTime(a.at).getTime())
    .slice(0, shown)
  return (
    <section aria-labelledby="happened">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="happened" className="text-base font-semibold">
          What happened
        </h2>
        <Link to="/notices" className="text-sm font-medium text-accent hover:underline">
          All notices
        </Link>
      </div>
      <ul className="divide-y divide-line rounded-xl border border-line bg-raised">
        {notices.isLoading && <Skeleton className="m-4 h-10" />}
        {!notices.isLoading && rows.length === 0 && (
          <li className="px-4 py-6 text-sm text-quiet">
            Nothing yet. Visits, clicks and forms appear here as they happen.
          </li>
        )}
        {rows.map(({ id, kind, at, to, detail }) => {
          const [Icon, tint] = icons[kind]
          return (
            <li key={id} className="relative flex items-center gap-3.5 px-4 py-2.5 hover:bg-hover">
              <span aria-hidden className={cx('grid size-7 shrink-0 place-items-center rounded-md', tint)}>
                <Icon className="size-4" />
              </span>
              <span className="min-w-0 flex-1 text-sm">
                <span className="line-clamp-2" dir="auto">
                  {to}
                </span>
                <span className="block truncate text-quiet">{detail}</span>
              </span>
              <RelativeTime at={at} className="text-xs text-quiet" />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const cover = 'after:absolute after:inset-0'

function noticeRow(notice: Notice): ActivityRow {
  const { who, did, page, end } = noticeSentence(notice)
  return {
    id: notice.noticeId,
    kind: notice.kind,
    at: notice.createdAt,
    to: (
      <Link to="/visits" search={{ audienceId: notice.audienceId }} className={cover}>
        <b className="font-medium">{who}</b> {did} <b className="font-medium">{page}</b>
        {end}
      </Link>
    ),
    detail: notice.isRead ? 'Seen' : 'New',
  }
}

function finishedRow(one: Home['finished'][number]): ActivityRow {
  const { kind, pageId, pageName, batchId, count, audienceName, at } = one
  const page = <b className="font-medium">{pageName}</b>
  const releasedTo = audienceName ? (
    <b className="font-medium">{audienceName}</b>
  ) : (
    countWords(count, 'audience')
  )
  const sentences = {
    release: (
      <>
        {page} went out to {releasedTo}
      </>
    ),
    undo: (
      <>
        A release of {page} was undone for {releasedTo}
      </>
    ),
    batch: (
      <>
        A batch made {countWords(count, 'page')} of {page}
      </>
    ),
  }
  const sentence = sentences[kind]
  return {
    id: `${kind} ${pageId} ${at}`,
    kind,
    at,
    to: batchId ? (
      <Link to="/batches/$batchId" params={{ batchId }} className={cover}>
        {sentence}
      </Link>
    ) : (
      <Link to="/pages/$pageId" params={{ pageId }} className={cover}>
        {sentence}
      </Link>
    ),
    detail: detailOf(one),
  }
}

function detailOf({ kind, count, left }: Home['finished'][number]): string {
  if (kind === 'undo')
    return left > 0
      ? `${countWords(left, 'was', 'were')} published again since and kept`
      : 'They see what they saw before'
  if (left > 0) return `${countWords(left, 'was', 'were')} left out`
  return kind === 'release' && count === 1 ? 'Published' : 'All of them'
}
