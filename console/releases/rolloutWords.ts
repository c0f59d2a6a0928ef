import { FileText, Layers, type LucideIcon, Send } from 'lucide-react'
import { releaseState } from '../../shared/status.ts'
import { type Status, statusOf } from '../../shared/statusWords.ts'
import { exactNumber } from '../api/locale.ts'
import type { Shape } from '../api/schema.ts'
import { batchStatus, isUnderWay } from '../batches/words.ts'
import { counted, momentWords } from './words.ts'

export const kindIcons: Record<Shape<'Rollout'>['kind'], LucideIcon> = {
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

/** What is rolled out, in a few words. */
export function titleOf({ release, schedule, batch, audienceName, versionNumber }: Shape<'Rollout'>): string {
  if (release) {
    const what = release.kind === 'base' ? `Page version ${release.revision}` : 'Draft'
    if (audienceName !== null) return `${what} for ${audienceName}`
    return release.kind === 'base' ? what : counted(release.counts.total, 'draft')
  }
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

/** The number of audiences or rows, and the noun for it. */
export function rolloutSize({ release, schedule, batch }: Shape<'Rollout'>): [count: string, noun: string] {
  const total = release?.counts.total ?? batch?.counts.total
  if (total !== undefined) {
    const noun = batch ? 'row' : 'audience'
    return [number(total), total === 1 ? noun : `${noun}s`]
  }
  return schedule?.audienceId ? ['1', 'audience'] : ['All', 'visitors']
}

/** The result, shown below the time. */
export function outcomeWords(rollout: Shape<'Rollout'>): string | undefined {
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

/** The state as a status badge, with the progress while it is running. */
export function stateOf(rollout: Shape<'Rollout'>): { status: Status; progress?: number } {
  const { release, schedule, batch, at, needsAttention } = rollout
  const time = momentWords(Number(at.slice(1)), 'short')
  if (schedule) return { status: statusOf('schedule', schedule.status, { time }) }
  if (batch) return { status: batchStatus(batch), ...(isUnderWay(batch) && progressOf(rollout)) }
  if (!release) return { status: statusOf('schedule', 'done') }
  const { total, waiting } = countsOf(rollout)
  const status = statusOf('release', releaseState(release), {
    ...{ time, done: number(total - waiting), total: number(total), count: number(needsAttention) },
  })
  return { status, ...(rollout.stage === 'underWay' && progressOf(rollout)) }
}

function countsOf({ release, batch }: Shape<'Rollout'>): { total: number; waiting: number } {
  const undo = release?.status === 'undoing' ? release.undo : null
  return undo ?? release?.counts ?? batch?.counts ?? { total: 0, waiting: 0 }
}

function progressOf(rollout: Shape<'Rollout'>): { progress: number } {
  const { total, waiting } = countsOf(rollout)
  const running = rollout.batch?.counts.running ?? 0
  return { progress: total === 0 ? 0 : (total - waiting - running) / total }
}
