import { ChevronRight } from 'lucide-react'
import { exactNumber } from '../api/locale.ts'
import { cx } from '../ui/cx.ts'
import type { Release } from './queries.ts'
import { counted } from './words.ts'

type CountsProps = { kind: Release['kind']; counts: Release['counts']; onConflicts: () => void }

/** The number of audiences by what the release does to them. */
export function AudienceCounts({ kind, counts, onConflicts }: CountsProps) {
  const ready = counts.published + counts.drafted
  const rows = [
    {
      count: ready,
      words: kind === 'base' ? 'behind, ready to update' : 'ready to be published',
      dot: 'bg-good',
      note: undefined,
    },
    { count: counts.conflicts, words: 'with conflicts', dot: 'bg-warn', note: 'decide' as const },
    { count: counts.blocked, words: 'not ready: the check found errors', dot: 'bg-danger', note: undefined },
    {
      count: counts.unchanged,
      words: kind === 'base' ? 'up to date' : 'without a draft',
      dot: 'border border-faint',
      note: undefined,
    },
    { count: counts.detached, words: 'detached, not changed', dot: 'border border-faint', note: undefined },
  ].filter(({ count }, index) => count > 0 || index === 0)
  return (
    <div>
      <h3 className="text-sm font-medium">{counted(counts.total, 'audience')}</h3>
      <Bar
        parts={[
          [ready, 'bg-good'],
          [counts.conflicts + counts.blocked, 'bg-warn'],
          [counts.unchanged + counts.detached + counts.waiting, 'bg-edge'],
        ]}
      />
      <ul className="mt-3 space-y-1.5 text-sm">
        {rows.map(({ count, words, dot, note }) => (
          <li key={words} className="flex items-center gap-3">
            <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dot)} />
            <span className="w-10 text-end font-medium tabular-nums">{exactNumber(count)}</span>
            <span className="min-w-0 flex-1">{words}</span>
            {note && (
              <button
                type="button"
                onClick={onConflicts}
                className="flex items-center gap-0.5 font-medium text-accent hover:underline"
              >
                Decide
                <ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Bar({ parts }: { parts: [count: number, look: string][] }) {
  return (
    <div aria-hidden className="mt-2 flex h-2 gap-0.5 overflow-hidden rounded-full">
      {parts
        .filter(([count]) => count > 0)
        .map(([count, look]) => (
          <span key={look} className={cx('min-w-1', look)} style={{ flexGrow: count }} />
        ))}
    </div>
  )
}
