import { exactNumber, numbers } from '../api/locale.ts'
import { cx } from '../ui/cx.ts'
import { readTime } from '../ui/figures.tsx'
import type { Release } from './queries.ts'
import { counted, momentWords } from './words.ts'

type ReleaseEvent = { at: string; words: string; dot: string }

/** The events of a release, oldest first. */
export function ReleaseHistory({ release }: { release: Release }) {
  return (
    <section aria-label="What happened" className="min-w-0 flex-1">
      <h3 className="mb-2 text-sm font-semibold">What happened</h3>
      <ol className="space-y-1.5 text-sm">
        {stepsOf(release).map(({ at, words, dot }) => (
          <li key={words} className="flex items-baseline gap-3">
            <span aria-hidden className={cx('size-2 shrink-0 self-center rounded-full', dot)} />
            <span className="min-w-0 flex-1 truncate">{words}</span>
            <time dateTime={readTime(at).toISOString()} className="shrink-0 text-xs text-quiet tabular-nums">
              {momentWords(readTime(at).getTime())}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stepsOf({
  madeBy,
  publishAt,
  createdAt,
  startedAt,
  finishedAt,
  undoneAt,
  counts,
  undo,
  status,
}: Release) {
  const who = madeBy ?? 'Somebody'
  const steps: ReleaseEvent[] = [
    publishAt
      ? { at: createdAt, words: `${who} scheduled it`, dot: 'bg-edge' }
      : { at: createdAt, words: `${who} published it`, dot: 'bg-edge' },
  ]
  if (publishAt && startedAt) steps.push({ at: startedAt, words: 'Started as scheduled', dot: 'bg-edge' })
  const done = counts.published || counts.drafted
  if (finishedAt && done > 0) {
    const seconds = startedAt ? (Number(finishedAt) - Number(startedAt)) / 1000 : 0
    const verb = counts.published > 0 ? 'Published to' : 'Saved a draft for'
    const took = seconds >= 0.1 ? ` in ${numbers({ maximumFractionDigits: 1 }).format(seconds)} s` : ''
    steps.push({ at: finishedAt, words: `${verb} ${counted(done, 'audience')}${took}`, dot: 'bg-good' })
  }
  if (finishedAt && counts.conflicts > 0)
    steps.push({
      at: finishedAt,
      words: `${exactNumber(counts.conflicts)} skipped: changed on both sides`,
      dot: 'bg-warn',
    })
  if (finishedAt && status === 'cancelled')
    steps.push({ at: finishedAt, words: done > 0 ? 'Stopped' : 'Cancelled', dot: 'bg-faint' })
  if (undoneAt && undo)
    steps.push({ at: undoneAt, words: `Undone for ${counted(undo.undone, 'audience')}`, dot: 'bg-faint' })
  return steps
}
