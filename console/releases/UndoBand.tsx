import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { exactNumber } from '../api/locale.ts'
import { cx } from '../ui/cx.ts'
import { Skeleton } from '../ui/states.tsx'
import { type Release, undoPreviewQuery } from './queries.ts'

/** What undoing a release would do, before it is done. */
export function UndoBand({ release: { releaseId, pageId, kind } }: { release: Release }) {
  const { data } = useQuery(undoPreviewQuery(releaseId))
  const isNothing = data?.restored === 0
  const lines = data && [
    [data.restored, 'rounded-full bg-good', 'go back to what they saw before'],
    [
      data.overtaken,
      'rounded-full border-[1.5px] border-faint',
      'were published again since; they stay as they are',
    ],
    [data.unaffected, 'rounded-xs bg-faint', 'never got it; nothing changes for them'],
  ]
  return (
    <section
      aria-label="Undo"
      className="flex shrink-0 gap-3 border-t border-line bg-warn-tint px-5 py-4 text-sm"
    >
      <Undo2 aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{isNothing ? 'There is nothing to undo' : 'Undo this release?'}</p>
        <p className="text-quiet">
          {isNothing
            ? 'Everyone who got it was published again since.'
            : 'Visitors see the difference within seconds. You can release it again.'}
        </p>
        {kind === 'base' && !isNothing && (
          <p className="mt-1">
            The page itself keeps the change, for new audiences and the next release. To take it out there
            too, restore an earlier revision in the history of its{' '}
            <Link
              to="/pages/$pageId"
              params={{ pageId }}
              search={{ tab: 'content' }}
              className="underline underline-offset-2"
            >
              content
            </Link>
            .
          </p>
        )}
        <ul className="mt-2 space-y-1" aria-busy={!lines}>
          {!lines && <Skeleton className="h-14 w-72" />}
          {lines
            ?.filter(([count], index) => index === 0 || count !== 0)
            .map(([count, dot, words]) => (
              <li key={words} className="flex items-center gap-3">
                <span aria-hidden className={cx('size-2 shrink-0', dot as string)} />
                <span className="w-12 text-end font-semibold tabular-nums">
                  {count !== undefined && exactNumber(Number(count))}
                </span>
                <span>{words}</span>
              </li>
            ))}
        </ul>
      </div>
    </section>
  )
}
