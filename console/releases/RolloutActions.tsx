import { Ellipsis, type LucideIcon, Undo2 } from 'lucide-react'
import { Button, IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { PopoverPanel } from '../ui/PopoverPanel.tsx'
import { MoveForm } from './MoveForm.tsx'
import type { RescheduledRow } from './rolloutColumns.tsx'
import type { Rollout } from './rollouts.ts'
import { titleOf } from './rolloutWords.ts'
import { counted } from './words.ts'

export type RolloutVerbs = {
  open: (rollout: Rollout) => void
  move: (moving: RescheduledRow | undefined) => void
  cancel: (rollout: Rollout) => void
  undo: (rollout: Rollout) => void
  decide: (rollout: Rollout) => void
  /** Opens the release panel for a page's changes or the drafts of a batch. */
  release: (rollout: Rollout, what: string) => void
}

type RolloutAction = { label: string; run: () => void; icon?: LucideIcon; keys?: string; isQuiet?: boolean }

/** The actions that a rollout allows in its current state, most likely first. */
export function actionsOf(rollout: Rollout, verbs: RolloutVerbs, mayPublish: boolean): RolloutAction[] {
  const { release, schedule, batch, stage, needsAttention } = rollout
  const open: RolloutAction = { label: 'Open', run: () => verbs.open(rollout), isQuiet: true }
  if (!mayPublish) return [open]
  if (stage === 'underWay')
    return release?.status === 'undoing' || (release ?? batch)?.status === 'cancelling'
      ? [open]
      : [{ label: 'Stop here', keys: 'x', run: () => verbs.cancel(rollout) }, open]
  if (stage === 'scheduled') {
    const at = Number(rollout.at.slice(1))
    return [
      { label: 'Change', keys: 'm', run: () => verbs.move({ rolloutId: rollout.rolloutId, at }) },
      { label: 'Cancel', keys: 'x', run: () => verbs.cancel(rollout), isQuiet: true },
    ]
  }
  if (schedule) return [open]
  if (batch) {
    const { failed } = batch.counts
    const drafts = batch.publishable
    return [
      ...(failed > 0 ? [{ label: `Fix ${counted(failed, 'row')}`, run: open.run }] : []),
      ...(drafts > 0
        ? [
            {
              label: `Publish ${counted(drafts, 'draft')}`,
              run: () => verbs.release(rollout, `batch:${batch.batchId}`),
              isQuiet: failed > 0,
            },
          ]
        : []),
    ]
  }
  if (!release) return [open]
  const again = () => verbs.release(rollout, release.kind === 'base' ? 'new' : 'drafts')
  const canUndo = ['finished', 'cancelled'].includes(release.status) && release.counts.published > 0
  return [
    ...(needsAttention > 0
      ? [
          release.counts.conflicts > 0
            ? { label: 'Decide', run: () => verbs.decide(rollout) }
            : { label: 'Look', run: open.run },
        ]
      : []),
    ...(release.status === 'undone' ? [{ label: 'Publish again', run: again }] : []),
    ...(release.status === 'cancelled' && release.counts.waiting + release.counts.cancelled > 0
      ? [{ label: release.counts.published > 0 ? 'Go on' : 'Schedule again', run: again }]
      : []),
    ...(release.counts.drafted > 0 && release.status === 'finished'
      ? [{ label: 'Publish drafts', run: () => verbs.release(rollout, `saved:${release.releaseId}`) }]
      : []),
    ...(canUndo
      ? [{ label: 'Undo', icon: Undo2, keys: 'u', run: () => verbs.undo(rollout), isQuiet: true }]
      : []),
  ]
}

type Props = {
  rollout: Rollout
  verbs: RolloutVerbs
  mayPublish: boolean
  isNarrow: boolean
  moving: RescheduledRow | undefined
  /** Other scheduled items. */
  others: Rollout[]
}

/** The main action, a secondary one, and a menu of all actions. */
export function RolloutActions({ rollout, verbs, mayPublish, isNarrow, moving, others }: Props) {
  const actions = actionsOf(rollout, verbs, mayPublish)
  const isMoving = moving?.rolloutId === rollout.rolloutId
  // A secondary action with a long label is only in the menu.
  const shown = isNarrow
    ? []
    : actions.filter(({ label }, index) => label !== 'Open' && (index === 0 || label.length < 8)).slice(0, 2)
  return (
    <>
      {shown.map(({ label, run, icon, isQuiet }) => (
        <Button
          key={label}
          size="sm"
          look={isQuiet ? 'quiet' : 'plain'}
          {...(icon && { icon })}
          aria-label={`${label}: ${titleOf(rollout)}`}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {isMoving && (
        <PopoverPanel
          label={`Move ${titleOf(rollout)}`}
          isOpen
          onOpenChange={(isOpen) => !isOpen && verbs.move(undefined)}
          className="max-w-[calc(100vw-1rem)] overflow-hidden"
          anchor={<span aria-hidden className="h-7 w-px self-end" />}
        >
          <MoveForm
            rollout={rollout}
            others={others.filter(({ rolloutId }) => rolloutId !== rollout.rolloutId)}
            at={moving.at}
            onChange={(at) => verbs.move({ rolloutId: rollout.rolloutId, at })}
            onClose={() => verbs.move(undefined)}
          />
        </PopoverPanel>
      )}
      <Menu
        trigger={
          <IconButton icon={Ellipsis} size="sm" label={`More for ${titleOf(rollout)}`} tabIndex={-1} />
        }
      >
        {actions.every(({ label }) => label !== 'Open') && (
          <MenuItem onSelect={() => verbs.open(rollout)}>Open</MenuItem>
        )}
        {actions.map(({ label, icon, keys, run }) => (
          <MenuItem key={label} {...(icon && { icon })} {...(keys && { keys })} onSelect={run}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
