import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { actionsColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { RelativeTime, readTime } from '../ui/figures.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Rollout } from './rollouts.ts'
import { kindIcons, outcomeWords, rolloutSize, stateOf, titleOf } from './rolloutWords.ts'
import { momentWords } from './words.ts'

/** The row being rescheduled, and its new time. */
export type RescheduledRow = { rolloutId: string; at: number }

type RolloutColumnOptions = {
  moving: RescheduledRow | undefined
  hidePage: boolean
  actions: (rollout: Rollout) => ReactNode
  actionsWidth: string
}

export function rolloutColumns({
  moving,
  hidePage,
  actions,
  actionsWidth,
}: RolloutColumnOptions): Column<Rollout>[] {
  return [
    {
      key: 'what',
      head: 'What',
      width: 'minmax(0, 1fr)',
      cell: (rollout) => <What rollout={rollout} hidePage={hidePage} moving={moving} />,
    },
    {
      key: 'size',
      head: 'For whom',
      width: '92px',
      from: 'xl',
      cell: (rollout) => <Lines lines={rolloutSize(rollout)} />,
      skeleton: '48px',
    },
    {
      key: 'when',
      head: 'When',
      width: '168px',
      from: 'lg',
      cell: (rollout) => <When rollout={rollout} moving={moving} />,
      skeleton: '120px',
    },
    {
      key: 'by',
      head: 'By',
      width: '112px',
      from: 'xl',
      cell: ({ madeBy }) =>
        madeBy && (
          <span className="flex min-w-0 items-center gap-2" title={madeBy}>
            <Avatar name={madeBy} size={20} />
            <span className="truncate">{madeBy}</span>
          </span>
        ),
      skeleton: '72px',
    },
    {
      key: 'state',
      head: 'State',
      width: '164px',
      from: 'lg',
      cell: (rollout) => <State rollout={rollout} />,
      skeleton: '96px',
    },
    actionsColumn(
      (rollout) => <span className="flex items-center justify-end gap-1">{actions(rollout)}</span>,
      actionsWidth,
    ),
  ]
}

function Lines({ lines: [first, second] }: { lines: readonly [ReactNode, ReactNode] }) {
  return (
    <span className="block min-w-0 leading-4.5">
      <span className="block truncate">{first}</span>
      {second && <span className="block truncate text-xs text-quiet">{second}</span>}
    </span>
  )
}

function What({
  rollout,
  hidePage,
  moving,
}: { rollout: Rollout } & Pick<RolloutColumnOptions, 'hidePage' | 'moving'>) {
  const Icon = kindIcons[rollout.kind]
  const below = hidePage ? rollout.release?.note : rollout.pageName
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="grid size-7 shrink-0 place-items-center rounded-md bg-sunken text-quiet max-md:hidden">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <Lines
          lines={[
            <span key="title" className="font-medium" dir="auto">
              {titleOf(rollout)}
            </span>,
            below,
          ]}
        />
        <span className="mt-0.5 flex min-w-0 flex-col text-xs lg:hidden">
          <When rollout={rollout} moving={moving} isShort />
          <State rollout={rollout} />
        </span>
      </span>
    </span>
  )
}

type WhenProps = { rollout: Rollout; moving: RescheduledRow | undefined; isShort?: boolean }

function When({ rollout, moving, isShort = false }: WhenProps) {
  const time = (
    <time dateTime={readTime(rollout.at).toISOString()}>{momentWords(readTime(rollout.at).getTime())}</time>
  )
  if (moving?.rolloutId === rollout.rolloutId && `+${moving.at}` !== rollout.at)
    return (
      <span className="block leading-4.5 tabular-nums">
        <s className="block text-quiet">{time}</s>
        <span className="flex items-center gap-1 font-medium text-accent">
          <ArrowRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
          {momentWords(moving.at)}
        </span>
      </span>
    )
  if (isShort) return <span className="truncate text-quiet tabular-nums">{time}</span>
  const below =
    rollout.stage === 'finished' ? outcomeWords(rollout) : <RelativeTime key="when" at={rollout.at} />
  return (
    <Lines
      lines={[
        <span key="time" className="tabular-nums">
          {time}
        </span>,
        below,
      ]}
    />
  )
}

export function State({ rollout }: { rollout: Rollout }) {
  const { status, progress } = stateOf(rollout)
  return (
    <span className="block min-w-0">
      <StatusBadge status={status} className="tabular-nums" />
      {progress !== undefined && (
        <span aria-hidden className="mt-1 block h-1 overflow-hidden rounded-full bg-pressed">
          <span
            className="block h-full bg-busy transition-[width]"
            style={{ width: `${Math.round(progress * 100)}%` }}
          />
        </span>
      )}
    </span>
  )
}
