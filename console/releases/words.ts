import { dates, exactNumber } from '../api/locale.ts'
import type { Release, RowStatus } from './queries.ts'

/** The result for an audience, with its colour. */
export const rowWords: Record<RowStatus, { word: string; dot: string }> = {
  waiting: { word: 'Waiting', dot: 'border border-faint' },
  published: { word: 'Published', dot: 'bg-good' },
  drafted: { word: 'Saved as a draft', dot: 'bg-busy' },
  unchanged: { word: 'Nothing to change', dot: 'border border-faint' },
  conflicts: { word: 'Skipped', dot: 'bg-warn' },
  detached: { word: 'Detached', dot: 'border border-faint' },
  overtaken: { word: 'Not published', dot: 'bg-warn' },
  blocked: { word: 'Not published', dot: 'bg-warn' },
  failed: { word: 'Failed', dot: 'bg-danger' },
  cancelled: { word: 'Stopped', dot: 'border border-faint' },
}

/** The result after the release was undone for the audience. */
export const undoneWords = { word: 'Undone', dot: 'bg-faint' }

/** Results that need attention. */
export const attentionStatuses: RowStatus[] = ['conflicts', 'overtaken', 'blocked', 'failed']

export function counted(count: number, noun: string): string {
  return `${exactNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** The result of a finished release in one line. */
export function outcomeOf({ status, counts, undo, kind, revision }: Release): string {
  if (status === 'undone' && undo) {
    const stays =
      undo.overtaken === 0
        ? ''
        : `; ${undo.overtaken === 1 ? '1 was' : `${undo.overtaken} were`} published again since and ${undo.overtaken === 1 ? 'stays' : 'stay'}`
    return `Undone. ${counted(undo.undone, 'audience')} ${undo.undone === 1 ? 'is' : 'are'} back to what they saw before${stays}.`
  }
  if (status === 'cancelled')
    return `Stopped. ${counted(counts.published, 'audience')} ${counts.published === 1 ? 'was' : 'were'} updated before that.`
  if (counts.published === 0)
    return `${counted(counts.drafted, 'draft')} saved. Nobody sees them until you publish.`
  return kind === 'base'
    ? `Page version ${revision} published to ${counted(counts.published, 'audience')}.`
    : `${counted(counts.published, 'draft')} published.`
}

const moment = dates({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
const shortMoment = dates({
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** `Wed 18 Nov, 9:00` in the user's time zone. */
export function momentWords(ms: number, length: 'long' | 'short' = 'long'): string {
  return (length === 'long' ? moment : shortMoment).format(ms)
}
