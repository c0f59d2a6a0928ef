import { Link } from '@tanstack/react-router'
import { House } from 'lucide-react'
import type { AudienceFigures } from '../analytics/queries.ts'
import { AddressCell } from '../links/AddressCell.tsx'
import type { AudienceStanding } from '../status/queries.ts'
import { AudienceStepCell } from '../status/StepCell.tsx'
import { audienceStatus } from '../status/words.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { actionsColumn, timeColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { ShortNumber } from '../ui/figures.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Skeleton } from '../ui/states.tsx'
import { AudienceMenu, studioPath } from './AudienceMenu.tsx'
import { type Audience, audienceKindOf, audienceKindWords, changedAt } from './words.ts'

type AudienceSessions = ReadonlyMap<string, AudienceFigures>
type AudienceStandingMap = ReadonlyMap<string, AudienceStanding>

/** The columns of audience lists. */
export function audienceColumns(
  sessions: AudienceSessions,
  standings: AudienceStandingMap,
): Column<Audience>[] {
  const standingOf = ({ audienceId }: Audience) => standings.get(audienceId)
  return [
    { key: 'name', head: 'Audience', width: 'minmax(0, 1.3fr)', cell: (audience) => <Name {...audience} /> },
    {
      key: 'for',
      head: 'For',
      width: 'minmax(0, 0.7fr)',
      from: 'xl',
      cell: (audience) => <For {...audience} />,
      skeleton: '72px',
    },
    {
      key: 'status',
      head: 'Status',
      width: 'minmax(108px, 1fr)',
      cell: (audience) => {
        const standing = standingOf(audience)
        return <StatusBadge status={standing && audienceStatus(standing)} />
      },
      skeleton: '104px',
    },
    {
      key: 'link',
      head: 'Address',
      width: 'minmax(0, 1fr)',
      from: 'xl',
      cell: (audience) => <AddressCell address={standingOf(audience)} />,
      skeleton: '120px',
    },
    {
      key: 'next',
      head: 'Next step',
      width: '148px',
      from: 'lg',
      cell: (audience) => <AudienceStepCell standing={standingOf(audience)} of={audience.effectiveName} />,
      skeleton: '88px',
    },
    {
      key: 'sessions',
      head: 'Sessions',
      width: '72px',
      align: 'end',
      from: 'lg',
      cell: ({ audienceId }) => <AudienceSessions figures={sessions.get(audienceId)} />,
      skeleton: '28px',
    },
    timeColumn({ key: 'changed', head: 'Changed', width: '96px', from: 'xl', at: changedAt }),
    actionsColumn((audience) => <AudienceMenu audience={audience} standing={standingOf(audience)} />),
  ]
}

function Name(audience: Audience) {
  const { effectiveName, flags } = audience
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={effectiveName} square={audienceKindOf(audience) !== 'person'} />
      <Link to={studioPath(audience) as string} tabIndex={-1} className="truncate font-medium">
        {effectiveName}
      </Link>
      {flags.includes('home_page') && (
        <Badge tone="accent">
          <House aria-hidden className="me-1 size-3" />
          Everyone else
        </Badge>
      )}
    </span>
  )
}

function For(audience: Audience) {
  const { label, icon: Icon } = audienceKindWords[audienceKindOf(audience)]
  const said = audience.customName ? audience.computedName : label
  return (
    <span className="flex min-w-0 items-center gap-2 text-quiet">
      <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      {audience.personId ? (
        <Link
          to="/persons/$personId"
          params={{ personId: audience.personId }}
          tabIndex={-1}
          className="truncate hover:text-ink hover:underline hover:underline-offset-3"
        >
          {said}
        </Link>
      ) : (
        <span className="truncate">{said}</span>
      )}
    </span>
  )
}

function AudienceSessions({ figures }: { figures: AudienceFigures | undefined }) {
  if (!figures) return <Skeleton className="ms-auto h-3 w-6" />
  const { totalSessions } = figures
  return <ShortNumber value={totalSessions} className={totalSessions === 0 ? 'text-faint' : ''} />
}
