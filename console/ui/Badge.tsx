import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'good' | 'busy' | 'warn' | 'danger' | 'accent'

const tones: Record<Tone, [pill: string, dot: string]> = {
  neutral: ['bg-sunken text-quiet', 'bg-faint'],
  good: ['bg-good-tint text-good', 'bg-good'],
  busy: ['bg-busy-tint text-busy', 'bg-busy'],
  warn: ['bg-warn-tint text-warn', 'bg-warn'],
  danger: ['bg-danger-tint text-danger', 'bg-danger'],
  accent: ['bg-tint text-accent', 'bg-accent'],
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center rounded-full px-2 text-xs font-medium whitespace-nowrap',
        tones[tone][0],
      )}
    >
      {children}
    </span>
  )
}

/** The labels of states across the console. */
export const statusWords: Record<string, [word: string, tone: Tone]> = {
  draft: ['Draft', 'neutral'],
  published: ['Published', 'good'],
  archived: ['Archived', 'warn'],
  notLive: ['Not live yet', 'neutral'],
  pending: ['Waiting', 'busy'],
  queued: ['Queued', 'busy'],
  processing: ['In progress', 'busy'],
  waiting: ['Waiting', 'neutral'],
  running: ['In progress', 'busy'],
  cancelling: ['Stopping', 'warn'],
  finished: ['Finished', 'good'],
  made: ['Created', 'good'],
  drafted: ['Drafted', 'good'],
  unchanged: ['Unchanged', 'neutral'],
  repeated: ['Duplicate', 'neutral'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'danger'],
  on: ['On', 'good'],
  off: ['Off', 'neutral'],
  verified: ['Verified', 'good'],
  unverified: ['Not verified', 'warn'],
  failing: ['Failing', 'danger'],
  cancelled: ['Stopped', 'danger'],
  active: ['Active', 'good'],
  trashed: ['In trash', 'warn'],
  deleted: ['Deleted', 'danger'],
}

/** The label of a state, or a more detailed one, with a dot in its colour. */
export function Status({ of, children }: { of: string; children?: ReactNode }) {
  const [word, tone] = statusWords[of] ?? [of, 'neutral']
  return (
    <span className="inline-flex max-w-full items-center gap-2 text-sm whitespace-nowrap text-ink">
      <span
        aria-hidden
        className={cx(
          'size-2 shrink-0 rounded-full',
          tones[tone][1],
          (of === 'processing' || of === 'running') && 'animate-shimmer',
          (of === 'draft' || of === 'notLive') && 'border-[1.5px] border-faint bg-transparent!',
        )}
      />
      <span className="truncate">{children ?? word}</span>
    </span>
  )
}
