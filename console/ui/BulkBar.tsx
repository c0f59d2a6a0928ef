import { type LucideIcon, X } from 'lucide-react'
import { useEffect } from 'react'
import { exactNumber } from '../api/locale.ts'
import { Button, IconButton } from './Button.tsx'
import type { BulkProgress } from './bulk.ts'
import { mostSelected, type Selection } from './selection.ts'
import { isDialogOpen } from './shortcuts.ts'

export type BulkAction = {
  label: string
  icon: LucideIcon
  run: () => void
  /** The action accepts all matching rows; others are limited to `mostSelected`. */
  takesAll?: boolean
}

export type BulkProps = {
  selection: Pick<Selection<unknown>, 'count' | 'selectAll' | 'clear'>
  total: number | null | undefined
  actions: BulkAction[]
  progress: BulkProgress | undefined
}

/** Actions on the selected rows below their table, with their progress. */
export function BulkBar({ selection: { count, selectAll, clear }, total, actions, progress }: BulkProps) {
  useEffect(() => {
    if (count === 0) return
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isDialogOpen()) clear()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [count, clear])
  if (count === 0 && !progress) return null
  const limited = actions.filter(({ takesAll }) => !takesAll).map(({ label }) => label)
  return (
    <section
      aria-label="Selection"
      className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-t border-line bg-raised px-4 py-2 md:px-6"
    >
      {progress ? (
        <ProgressLine {...progress} />
      ) : (
        <>
          <span className="text-sm font-medium tabular-nums" role="status">
            {exactNumber(count)} selected
            {count > mostSelected && (
              <span className="font-normal text-quiet">
                {` · ${limited.join(', ')}: the first ${exactNumber(mostSelected)} only`}
              </span>
            )}
          </span>
          {selectAll && (
            <Button size="sm" look="quiet" onClick={selectAll}>
              Select all {total === undefined || total === null ? '' : exactNumber(total)} matching
            </Button>
          )}
          <span className="ms-auto flex flex-wrap items-center gap-2">
            {actions.map(({ label, icon, run }) => (
              <Button key={label} icon={icon} onClick={run}>
                {label}
              </Button>
            ))}
            <IconButton icon={X} label="Clear selection" keys="escape" onClick={clear} />
          </span>
        </>
      )}
    </section>
  )
}

function ProgressLine({ verb, done, total }: BulkProgress) {
  return (
    <div className="flex flex-1 items-center gap-3 text-sm" role="status">
      <span className="tabular-nums">
        {verb} {exactNumber(done)} of {exactNumber(total)}
      </span>
      <span aria-hidden className="h-1.5 w-48 overflow-hidden rounded-full bg-pressed">
        <span className="block h-full bg-accent" style={{ width: `${(100 * done) / Math.max(1, total)}%` }} />
      </span>
    </div>
  )
}
