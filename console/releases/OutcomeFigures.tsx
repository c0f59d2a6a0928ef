import { exactNumber } from '../api/locale.ts'
import { cx } from '../ui/cx.ts'
import type { Release, RowStatus } from './queries.ts'
import { rowWords } from './words.ts'

/** The number of audiences that see the release, or that were reverted by an undo. */
export function Figure({ release: { status, counts, undo } }: { release: Release }) {
  const isUndo = (status === 'undoing' || status === 'undone') && undo
  const done = isUndo ? undo.undone : counts.published || counts.drafted
  const words = isUndo
    ? 'back to what they saw before'
    : status === 'scheduled'
      ? 'audiences will get it'
      : counts.published || !counts.drafted
        ? done === 1
          ? 'audience got it'
          : 'audiences got it'
        : 'drafts saved'
  return (
    <p className="flex items-baseline gap-2">
      <span className="text-3xl font-semibold tabular-nums">
        {exactNumber(status === 'scheduled' ? counts.total : done)}
      </span>
      <span className="text-quiet">{words}</span>
    </p>
  )
}

const outcomes: [RowStatus, string][] = [
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

/** The results by audience; after an undo, what they see now. */
export function Legend({ release: { status, counts, undo } }: { release: Release }) {
  const parts =
    status === 'undone' && undo
      ? [
          { count: undo.undone, words: 'back to what they saw before', dot: 'bg-faint' },
          { count: undo.overtaken, words: 'published again since', dot: 'bg-warn' },
        ]
      : outcomes.map(([row, words]) => ({ count: counts[row], words, dot: rowWords[row].dot }))
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ count, words, dot }) => (
          <li key={words} className="flex items-center gap-2">
            <span aria-hidden className={cx('size-2 rounded-full', dot)} />
            <span className="font-medium tabular-nums">{exactNumber(count)}</span>
            <span className="text-quiet">{words}</span>
          </li>
        ))}
    </ul>
  )
}
