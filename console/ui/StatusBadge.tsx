import { Clock, Lock, type LucideIcon, Timer } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Dot, Status } from '../../shared/statusWords.ts'
import { isReachable, onConnectionChange } from '../api/connection.ts'
import { dates } from '../api/locale.ts'
import { cx } from './cx.ts'
import { Skeleton } from './states.tsx'
import { Tooltip } from './Tooltip.tsx'

type DotLook = { pill: string; dot?: string; icon?: LucideIcon }

const good = 'bg-good-tint text-good'
const looks: Record<Dot, DotLook> = {
  hidden: { pill: 'bg-sunken text-quiet', dot: 'border-[1.5px] border-faint' },
  live: { pill: good, dot: 'bg-good' },
  newer: {
    pill: good,
    dot: 'border-[1.5px] border-good bg-[linear-gradient(90deg,var(--color-good)_50%,transparent_50%)]',
  },
  unreachable: { pill: good, dot: 'border-[1.5px] border-good' },
  busy: { pill: 'bg-busy-tint text-busy', dot: 'bg-busy animate-shimmer' },
  attention: { pill: 'bg-warn-tint text-warn', dot: 'bg-warn' },
  failed: { pill: 'bg-danger-tint text-danger', dot: 'bg-danger' },
  past: { pill: 'bg-sunken text-quiet', dot: 'rounded-xs! bg-faint' },
  scheduled: { pill: 'bg-busy-tint text-busy', icon: Clock },
  locked: { pill: good, icon: Lock },
  closing: { pill: good, icon: Timer },
}
const iconColours: Partial<Record<Dot, string>> = {
  scheduled: 'text-busy',
  locked: 'text-good',
  closing: 'text-good',
}

type Props = {
  /** Undefined while loading. */
  status: Pick<Status, 'dot' | 'words' | 'meaning'> | undefined
  /** `pill` for use on its own, `plain` for rows and headers. */
  look?: 'plain' | 'pill'
  className?: string
}

/** What visitors see now: a dot and a label, with an explanation on hover. */
export function StatusBadge({ status, look = 'plain', className }: Props) {
  const since = useOfflineSince()
  if (!status) return <Skeleton className={cx('h-3.5 w-20', className)} />
  const { pill, dot, icon: Icon } = looks[since ? 'past' : status.dot]
  const meaning = since ? `As of ${since}. The service can’t be reached.` : status.meaning
  const badge = (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1.5 align-middle text-sm whitespace-nowrap',
        look === 'pill' ? cx('h-5 rounded-full px-2 text-xs font-medium', pill) : 'text-ink',
        className,
      )}
    >
      {Icon ? (
        <Icon
          aria-hidden
          className={cx('-me-0.5 size-3.5 shrink-0', look === 'plain' && iconColours[status.dot])}
        />
      ) : (
        <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dot)} />
      )}
      <span className="truncate">
        {status.words}
        {since && <span className="text-faint">, as of {since}</span>}
      </span>
    </span>
  )
  return meaning ? <Tooltip label={meaning}>{badge}</Tooltip> : badge
}

const clock = dates({ hour: '2-digit', minute: '2-digit' })
let lostAt: Date | undefined

/** The time of day at which the connection was lost; undefined while connected. */
function useOfflineSince(): string | undefined {
  return useSyncExternalStore(onConnectionChange, () => {
    if (isReachable()) lostAt = undefined
    else lostAt ??= new Date()
    return lostAt && clock.format(lostAt)
  })
}
