import { Link } from '@tanstack/react-router'
import { House } from 'lucide-react'
import type { AudienceFigures } from '../analytics/queries.ts'
import type { Shape } from '../api/schema.ts'
import { addressOf, type Reach, readable } from '../links/words.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge, Status, statusWords } from '../ui/Badge.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { RelativeTime, ShortNumber } from '../ui/figures.tsx'
import { Skeleton } from '../ui/states.tsx'
import { AudienceMenu, studioPath } from './AudienceMenu.tsx'
import type { NamedAudiences } from './queries.ts'
import { type Audience, changedAt, shownStatus, statusPhrase, whomOf, whomWords } from './words.ts'

type Sessions = ReadonlyMap<string, AudienceFigures>

/** What is shown of each audience. */
export function audienceColumns(
  page: Pick<Shape<'Page'>, 'status'>,
  reach: Reach | undefined,
  sessions: Sessions,
  named: NamedAudiences,
  onAddLink: (audienceId: string) => void,
  onShare: (audience: Audience) => void,
): Column<Audience>[] {
  // Nothing of a page that is not published is live.
  const isLive = ({ audienceId }: Audience) => {
    const known = named.get(audienceId)?.isLive
    return known === undefined ? undefined : known === true && page.status === 'published'
  }
  return [
    { key: 'name', head: 'Audience', width: 'minmax(0, 1.3fr)', cell: (audience) => <Name {...audience} /> },
    {
      key: 'for',
      head: 'For',
      width: 'minmax(0, 0.8fr)',
      from: 'lg',
      cell: (audience) => <For {...audience} />,
      skeleton: '72px',
    },
    {
      key: 'status',
      head: 'Status',
      width: 'minmax(108px, 1.1fr)',
      cell: (audience) => <Standing audience={audience} isLive={isLive(audience)} />,
      skeleton: '104px',
    },
    {
      key: 'link',
      head: 'Public link',
      width: 'minmax(0, 1fr)',
      from: 'xl',
      cell: (audience) => <PublicLink address={reach && addressOf(audience, reach)} isKnown={!!reach} />,
      skeleton: '120px',
    },
    {
      key: 'sessions',
      head: 'Sessions',
      width: '72px',
      align: 'end',
      from: 'lg',
      cell: ({ audienceId }) => <Sessions figures={sessions.get(audienceId)} />,
      skeleton: '28px',
    },
    {
      key: 'changed',
      head: 'Changed',
      width: '96px',
      align: 'end',
      from: 'md',
      cell: (audience) => <RelativeTime at={changedAt(audience)} className="text-quiet" />,
      skeleton: '64px',
    },
    {
      key: 'menu',
      head: 'Actions',
      hideHead: true,
      width: '32px',
      align: 'end',
      cell: (audience) => (
        <AudienceMenu {...{ audience, reach, onAddLink, onShare }} isLive={isLive(audience) === true} />
      ),
      skeleton: 'none',
    },
  ]
}

function Name(audience: Audience) {
  const { effectiveName, flags } = audience
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={effectiveName} square={whomOf(audience) !== 'person'} />
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

function Standing({ audience, isLive }: { audience: Audience; isLive: boolean | undefined }) {
  // Archived audiences are not among those that were asked for.
  if (isLive === undefined && audience.archivedAt === null) return <Skeleton className="h-3 w-26" />
  const status = shownStatus(audience.status, isLive === true)
  const phrase = statusPhrase(audience, isLive === true)
  return (
    <span title={phrase}>
      <Status of={status}>
        <span className="lg:hidden">{statusWords[status]?.[0]}</span>
        <span className="max-lg:hidden">{phrase}</span>
      </Status>
    </span>
  )
}

function For(audience: Audience) {
  const { label, icon: Icon } = whomWords[whomOf(audience)]
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

function PublicLink({ address, isKnown }: { address: string | undefined; isKnown: boolean }) {
  if (!address) return <span className="text-faint">{isKnown ? 'No link yet' : ''}</span>
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span dir="ltr" className="truncate text-quiet" title={address}>
        {readable(address).replace(/^[^/]*/, '')}
      </span>
      <CopyButton text={address} label="Copy the public link" />
    </span>
  )
}

function Sessions({ figures }: { figures: AudienceFigures | undefined }) {
  if (!figures) return <Skeleton className="ms-auto h-3 w-6" />
  const { totalSessions } = figures
  return <ShortNumber value={totalSessions} className={totalSessions === 0 ? 'text-faint' : ''} />
}
