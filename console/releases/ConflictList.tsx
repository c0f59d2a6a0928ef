import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { notifyProblem } from '../ui/notify.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { DecisionPane } from './DecisionPane.tsx'
import { type ConflictDecision, decideConflicts, type OpenConflict } from './queries.ts'

type Props = { pageId: string; conflicts: OpenConflict[]; nameOf: (conflict: OpenConflict) => string }

const keyOf = ({ audienceId, conflictId }: OpenConflict) => `${audienceId} ${conflictId}`

/** Conflicts grouped by what changed, and the decision of the open one. Deciding one opens the next. */
export function ConflictList({ pageId, conflicts, nameOf }: Props) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const [undone, setUndone] = useState<ConflictDecision[][]>([])
  const ordered = conflicts.toSorted((a, b) => a.conflictId.localeCompare(b.conflictId))
  const first = ordered.find(({ decision }) => decision === null) ?? ordered[0]
  const open = ordered.find((conflict) => keyOf(conflict) === chosen) ?? first
  const decide = useMutation({
    mutationFn: (decisions: ConflictDecision[]) => decideConflicts(pageId, decisions),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.releases.conflicts(pageId) }),
    onError: notifyProblem,
  })
  const place = open ? ordered.indexOf(open) : -1
  const go = (by: number) => {
    const next = ordered[(place + by + ordered.length) % ordered.length]
    if (next) setChosen(keyOf(next))
  }
  const settle = (decision: 'keep' | 'take' | 'text', isForAll = false, text?: string) => {
    if (!open) return
    const { audienceId, conflictId } = open
    const target = { conflictId, ...(!isForAll && { audienceId }) }
    setUndone([...undone, [{ ...target, decision: 'undecided' }]])
    decide.mutate([{ ...target, decision, ...(text !== undefined && { text }) }])
    const next = ordered.find(
      (conflict) =>
        conflict.decision === null && conflict !== open && !(isForAll && conflict.conflictId === conflictId),
    )
    if (next) setChosen(keyOf(next))
  }
  const undoLast = () => {
    const last = undone.at(-1)
    if (!last) return
    setUndone(undone.slice(0, -1))
    decide.mutate(last)
  }
  useShortcut('k', () => settle('keep'))
  useShortcut('t', () => settle('take'))
  useShortcut('shift+k', () => settle('keep', true))
  useShortcut('shift+t', () => settle('take', true))
  useShortcut('u', undoLast, undone.length > 0)
  useShortcut('arrowdown', () => go(1))
  useShortcut('arrowup', () => go(-1))
  const groups = Map.groupBy(ordered, ({ conflictId }) => conflictId)
  return (
    <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col">
      <nav
        aria-label="Conflicts"
        className="thin-scroll shrink-0 space-y-4 overflow-y-auto border-line p-2 max-lg:max-h-48 max-lg:border-b lg:w-76 lg:border-e"
      >
        {[...groups.values()].map((group) => (
          <div key={group[0]?.conflictId}>
            <h2 className="flex justify-between gap-2 px-2 py-1.5 text-xs text-quiet">
              <span className="truncate">{group[0] && nameOf(group[0])}</span>
              <span className="shrink-0">
                {group.filter(({ decision }) => decision !== null).length} of {group.length}
              </span>
            </h2>
            <ul className="space-y-px">
              {group.map((conflict) => (
                <li key={keyOf(conflict)}>
                  <button
                    type="button"
                    aria-current={conflict === open || undefined}
                    onClick={() => setChosen(keyOf(conflict))}
                    className={cx(
                      'flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-start text-sm max-lg:h-11',
                      conflict === open ? 'bg-tint' : 'hover:bg-hover',
                    )}
                  >
                    <Avatar name={conflict.audienceName} size={22} />
                    <span
                      className={cx('min-w-0 flex-1 truncate', conflict.decision === null && 'font-medium')}
                      dir="auto"
                    >
                      {conflict.audienceName}
                    </span>
                    {conflict.decision && (
                      <span className="flex items-center gap-1 text-xs text-good">
                        <Check aria-hidden className="size-3.5" />
                        {decisionWords[conflict.decision]}
                      </span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {open && (
        <DecisionPane
          key={keyOf(open)}
          pageId={pageId}
          conflict={open}
          name={nameOf(open)}
          same={(groups.get(open.conflictId)?.length ?? 1) - 1}
          canUndo={undone.length > 0}
          onDecide={settle}
          onUndo={undoLast}
        />
      )}
    </div>
  )
}

const decisionWords = { keep: 'Kept', take: 'Took base', text: 'Rewritten' } as const
