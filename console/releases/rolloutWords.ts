import { FileText, Layers, type LucideIcon, Send } from 'lucide-react'
import { exactNumber } from '../api/locale.ts'
import type { Shape } from '../api/schema.ts'
import { counted } from './words.ts'

type Rollout = Shape<'Rollout'>

export const kindIcons: Record<Rollout['kind'], LucideIcon> = {
  release: Send,
  schedule: FileText,
  batch: Layers,
}

export const stageWords = {
  underWay: 'Under way',
  scheduled: 'Scheduled',
  needsAttention: 'Needs you',
  finished: 'Finished',
} as const

const number = (value: number) => exactNumber(value)

/** What goes out, in a few words. */
export function titleOf({ release, schedule, batch, audienceName, versionNumber }: Rollout): string {
  if (release)
    return release.kind === 'base' ? `Revision ${release.revision}` : counted(release.counts.total, 'draft')
  if (batch) return `Batch of ${counted(batch.counts.total, 'row')}`
  const who = audienceName ?? 'an audience'
  switch (schedule?.action) {
    case 'publishVersion':
      return `Version ${versionNumber} for ${who}`
    case 'publishPage':
      return 'Publish the page'
    case 'archiveAudience':
      return `Take down the page for ${who}`
    default:
      return 'Take down the page'
  }
}

/** For how many, and of what. */
export function whomOf({ release, schedule, batch }: Rollout): [count: string, noun: string] {
  const total = release?.counts.total ?? batch?.counts.total
  if (total !== undefined) {
    const noun = batch ? 'row' : 'audience'
    return [number(total), total === 1 ? noun : `${noun}s`]
  }
  return schedule?.audienceId ? ['1', 'audience'] : ['All', 'visitors']
}

/** What came of it, below the time. */
export function outcomeWords(rollout: Rollout): string | undefined {
  const { release, schedule, batch } = rollout
  if (batch) {
    const { made, failed, cancelled } = batch.counts
    return listed([
      [made, 'made'],
      [failed, 'failed'],
      [cancelled, 'not done'],
    ])
  }
  if (schedule) return schedule.reason ?? undefined
  if (!release) return undefined
  const { counts, undo } = release
  if (release.status === 'undone' && undo)
    return listed([
      [undo.undone, 'back'],
      [undo.overtaken, 'published since'],
    ])
  const skipped = counts.conflicts + counts.overtaken + counts.blocked + counts.failed
  return listed([
    [counts.published, 'published'],
    [counts.drafted, 'saved as drafts'],
    [skipped, 'skipped'],
    [counts.cancelled, 'not done'],
  ])
}

function listed(parts: [count: number, words: string][]): string | undefined {
  const named = parts.filter(([count]) => count > 0).map(([count, words]) => `${number(count)} ${words}`)
  return named.length > 0 ? named.join(', ') : undefined
}

export type RolloutState = { dot: string; words: string; progress?: number }

const square = 'rounded-xs bg-faint'
const needing = (count: number): RolloutState => ({
  dot: 'rounded-full bg-warn',
  words: count === 1 ? '1 needs you' : `${number(count)} need you`,
})

/** The state with its dot; a share of the whole while it is under way. */
export function stateOf(rollout: Rollout): RolloutState {
  const { release, schedule, batch, stage, needsAttention } = rollout
  if (stage === 'scheduled') return { dot: 'clock', words: 'Scheduled' }
  if (stage === 'underWay') return progressOf(rollout)
  if (needsAttention > 0 && !schedule) return needing(needsAttention)
  const status = release?.status ?? batch?.status ?? schedule?.status
  if (status === 'undone') return { dot: square, words: 'Undone' }
  if (status === 'overtaken') return { dot: 'rounded-full bg-warn', words: 'Not published, changed since' }
  if (status === 'failed') return { dot: 'rounded-full bg-danger', words: 'Failed' }
  if (status === 'cancelled') {
    const hasBegun = (release?.counts.published ?? 0) + (batch?.counts.made ?? 0) > 0
    return { dot: square, words: hasBegun ? 'Stopped' : 'Cancelled' }
  }
  if (batch) return { dot: 'rounded-full border-[1.5px] border-faint', words: 'Finished' }
  if (release && release.counts.published === 0)
    return {
      dot: 'rounded-full border-[1.5px] border-faint',
      words: release.counts.drafted > 0 ? 'Saved as drafts' : 'Nothing to change',
    }
  return schedule?.action.startsWith('archive')
    ? { dot: square, words: 'Taken down' }
    : { dot: 'rounded-full bg-good', words: 'Published' }
}

function progressOf({ release, batch }: Rollout): RolloutState {
  const undo = release?.status === 'undoing' ? release.undo : null
  const { total, waiting } = undo ?? release?.counts ?? batch?.counts ?? { total: 0, waiting: 0 }
  const done = total - waiting - (batch?.counts.running ?? 0)
  const isStopping = (release ?? batch)?.status === 'cancelling'
  const verb = isStopping ? 'Stopping at' : undo ? 'Undoing' : batch ? 'Making' : 'Publishing'
  return {
    dot: 'rounded-full bg-busy animate-shimmer',
    words: `${verb} ${number(done)} of ${number(total)}`,
    progress: total === 0 ? 0 : done / total,
  }
}
