import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Shape } from '../api/schema.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import { DecisionPane } from './DecisionPane.tsx'
import { type ConflictDecision, type OpenConflict, useDecide } from './queries.ts'

type Props = {
  pageId: string
  /** The first 400. */
  conflicts: OpenConflict[]
  /** How many there are in all. */
  counts: Shape<'ConflictGroup'>[]
  nameOf: (conflict: OpenConflict) => string
}

const keyOf = ({ audienceId, conflictId }: OpenConflict) => `${audienceId} ${conflictId}`

const none = { listed: [] as OpenConflict[], count: 0 }

/** The other undecided audiences with a conflict: those listed, and how many there are in all. */
function undecidedOthers(open: OpenConflict, group: OpenConflict[], counts: Shape<'ConflictGroup'>[]) {
  const listed = group.filter((one) => one.decision === null && one !== open)
  const all = counts.find(({ conflictId }) => conflictId === open.conflictId)
  if (!all || all.audiences <= group.length) return { listed, count: listed.length }
  const decided = group.filter(({ decision }) => decision !== null).length
  const unlisted = all.audiences - group.length - Math.max(0, all.decided - decided)
  return { listed, count: listed.length + Math.max(0, unlisted) }
}

type Target = Pick<ConflictDecision, 'audienceId' | 'conflictId'>
const targetOf = ({ audienceId, conflictId }: OpenConflict): Target => ({ audienceId, conflictId })

/** The decision of a conflict as it is now. */
function decisionOf(conflict: OpenConflict): ConflictDecision {
  const { decision, text } = conflict
  const now = { ...targetOf(conflict), decision: decision ?? ('undecided' as const) }
  return decision === 'text' && text !== null ? { ...now, text } : now
}

/** Conflicts grouped by what changed, and the decision of the open one. Deciding one opens the next. */
export function ConflictList({ pageId, conflicts, counts, nameOf }: Props) {
  const [chosen, setChosen] = useState<string>()
  const [steps, setSteps] = useState<ConflictDecision[][]>([])
  const ordered = conflicts.toSorted((a, b) => a.conflictId.localeCompare(b.conflictId))
  const first = ordered.find(({ decision }) => decision === null) ?? ordered[0]
  const open = ordered.find((conflict) => keyOf(conflict) === chosen) ?? first
  const decide = useDecide(pageId)
  const place = open ? ordered.indexOf(open) : -1
  const go = (by: number) => {
    const next = ordered[(place + by + ordered.length) % ordered.length]
    if (next) setChosen(keyOf(next))
  }
  const groups = Map.groupBy(ordered, ({ conflictId }) => conflictId)
  const others = open ? undecidedOthers(open, groups.get(open.conflictId) ?? [], counts) : none
  const settle = (decision: 'keep' | 'take' | 'text', isForAll = false, text?: string) => {
    if (!open) return
    const settled = isForAll ? [open, ...others.listed] : [open]
    const made = { decision, ...(text !== undefined && { text }) }
    const isUnlisted = isForAll && others.count > others.listed.length
    // Those past the list are decided as a group; what is decided already then keeps its decision.
    const rest = isUnlisted ? (groups.get(open.conflictId) ?? []).filter((one) => !settled.includes(one)) : []
    const targets: Target[] = isUnlisted ? [{ conflictId: open.conflictId }] : settled.map(targetOf)
    decide.mutate([...targets.map((target) => ({ ...target, ...made })), ...rest.map(decisionOf)])
    const undecided = targets.map((target) => ({ ...target, decision: 'undecided' as const }))
    const before = [...rest, ...settled].filter((one) => one.decision !== null)
    setSteps([...steps, [...undecided, ...before.map(decisionOf)]])
    const next = ordered.find((conflict) => conflict.decision === null && !settled.includes(conflict))
    if (next) setChosen(keyOf(next))
  }
  const undoLast = () => {
    const last = steps.at(-1)
    if (!last) return
    setSteps(steps.slice(0, -1))
    decide.mutate(last)
  }
  useShortcut('u', undoLast, steps.length > 0)
  useShortcut('arrowdown', () => go(1))
  useShortcut('arrowup', () => go(-1))
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
          same={others.count}
          canUndo={steps.length > 0}
          onDecide={settle}
          onUndo={undoLast}
        />
      )}
    </div>
  )
}

const decisionWords = { keep: 'Kept', take: 'Took base', text: 'Rewritten' } as const
