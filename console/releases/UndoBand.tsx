import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { exactNumber } from '../api/locale.ts'
import { cx } from '../ui/cx.ts'
import { Checkbox } from '../ui/fields.tsx'
import { Skeleton } from '../ui/states.tsx'
import { type Release, undoPreviewQuery } from './queries.ts'
import { counted } from './words.ts'

type Props = {
  release: Release
  restoresContent: boolean
  onRestoresContent: (restores: boolean) => void
}

/** A preview of undoing a release, with its confirmation. */
export function UndoBand({
  release: { releaseId, pageId, kind },
  restoresContent,
  onRestoresContent,
}: Props) {
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
            : 'Visitors see the difference within seconds. You can publish it again.'}
        </p>
        <ul className="mt-2 space-y-1" aria-busy={!lines}>
          {!lines && <Skeleton className="h-14 w-72" />}
          {lines
            ?.filter(([count], index) => index === 0 || count !== 0)
            .map(([count, dot, words]) => (
              <li key={words} className="flex items-center gap-3">
                <span aria-hidden className={cx('size-2 shrink-0', dot as string)} />
                <span className="min-w-6 text-end font-semibold tabular-nums">
                  {count !== undefined && exactNumber(Number(count))}
                </span>
                <span>{words}</span>
              </li>
            ))}
        </ul>
        {data && kind === 'base' && !isNothing && (
          <div className="mt-3 max-w-prose">
            {data.contentRevision === null ? (
              <p>
                The page’s content was changed after this release and stays as it is, for new audiences and
                the next release. You can restore an earlier version in its{' '}
                <Link
                  to="/pages/$pageId"
                  params={{ pageId }}
                  search={{ tab: 'content' }}
                  className="underline underline-offset-2"
                >
                  history
                </Link>
                .
              </p>
            ) : (
              <Checkbox
                label={`Restore page version ${data.contentRevision}, too`}
                hint={
                  data.keeping > 0
                    ? `${counted(data.keeping, 'other audience')} with this content would be newer than the page then.`
                    : 'Otherwise new audiences and the next release still get the change. It stays in the history.'
                }
                checked={restoresContent}
                onChange={onRestoresContent}
              />
            )}
          </div>
        )}
      </div>
    </section>
  )
}
