import { Link, useNavigate } from '@tanstack/react-router'
import { House, Plus, Users } from 'lucide-react'
import { useMemo } from 'react'
import { useAudienceFigures } from '../analytics/queries.ts'
import { useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { useReach } from '../links/queries.ts'
import { addressOf, type Reach, readable } from '../links/words.ts'
import type { PageSearch } from '../pages/words.ts'
import { useCommand } from '../shell/commands.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { useAddress } from '../ui/address.ts'
import { Badge, Status } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { RelativeTime, ShortNumber } from '../ui/figures.tsx'
import { FilterBar, FilterChip, SearchField } from '../ui/filters.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState, Skeleton } from '../ui/states.tsx'
import { AudienceMenu, studioPath } from './AudienceMenu.tsx'
import { CreateAudience } from './CreateAudience.tsx'
import { audiencesQuery } from './queries.ts'
import { type Audience, changedAt, statusPhrase, whomOf, whomWords } from './words.ts'

const shownOptions = [{ value: 'archived', label: 'Archived' }] as const

/** Those a page was made anew for. */
export function AudiencesTab({ page }: { page: Shape<'Page'> }) {
  const { pageId } = page
  const [{ query, archived, create: isCreating }, change] = useAddress<PageSearch>()
  const list = useList(audiencesQuery(pageId, { query, archived }))
  const sessions = useAudienceFigures(
    pageId,
    list.rows.map(({ audienceId }) => audienceId),
  )
  const reach = useReach(page)
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const create = () => change({ create: true })
  useShortcut('c', create, mayWrite)
  useCommand(
    mayWrite
      ? { id: 'create audience', label: 'Add an audience', icon: Plus, keys: 'c', run: create }
      : undefined,
  )
  const columns = useMemo(
    () => audienceColumns(reach, sessions, (audience) => change({ tab: 'links', link: `for:${audience}` })),
    [reach, sessions, change],
  )
  const isFiltered = Boolean(query || archived)
  return (
    <>
      <div className="pt-3">
        <FilterBar
          end={
            <span className="flex items-center gap-3">
              {list.total != null && (
                <span>
                  <ShortNumber value={list.total} /> {list.total === 1 ? 'audience' : 'audiences'}
                </span>
              )}
              {mayWrite && (
                <Button icon={Plus} keys="c" onClick={create}>
                  Add audience
                </Button>
              )}
            </span>
          }
        >
          <SearchField label="Search audiences" value={query} onChange={(query) => change({ query })} />
          <FilterChip
            label="Show"
            options={shownOptions}
            value={archived ? 'archived' : undefined}
            onChange={(value) => change({ archived: value === 'archived' ? true : undefined })}
          />
        </FilterBar>
      </div>
      <DataTable
        label="Audiences"
        columns={columns}
        list={list}
        rowKey={({ audienceId }) => audienceId}
        onOpen={(audience) => void navigate({ href: studioPath(audience) })}
        empty={
          <NoAudiences
            isFiltered={isFiltered}
            isArchived={archived === true && !query}
            onCreate={mayWrite ? create : undefined}
            onClear={() => change({ query: undefined, archived: undefined })}
          />
        }
      />
      {mayWrite && (
        <CreateAudience
          pageId={pageId}
          open={isCreating === true}
          onClose={() => change({ create: undefined })}
        />
      )}
    </>
  )
}

type Sessions = ReadonlyMap<string, Shape<'AudienceFigures'>> | undefined

function audienceColumns(
  reach: Reach | undefined,
  sessions: Sessions,
  onAddLink: (audienceId: string) => void,
): Column<Audience>[] {
  return [
    { key: 'name', head: 'Audience', width: 'minmax(0, 1.4fr)', cell: (audience) => <Name {...audience} /> },
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
      width: 'minmax(108px, 0.9fr)',
      cell: (audience) => (
        <span title={statusPhrase(audience)}>
          <Status of={audience.status}>{statusPhrase(audience)}</Status>
        </span>
      ),
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
      from: 'md',
      cell: ({ audienceId }) => <Sessions figures={sessions?.get(audienceId)} />,
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
      cell: (audience) => <AudienceMenu {...{ audience, reach, onAddLink }} />,
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
      <span className="truncate text-quiet" title={address}>
        {readable(address).replace(/^[^/]*/, '')}
      </span>
      <CopyButton text={address} label="Copy the public link" />
    </span>
  )
}

function Sessions({ figures }: { figures: Shape<'AudienceFigures'> | undefined }) {
  if (!figures) return <Skeleton className="ms-auto h-3 w-6" />
  const { totalSessions } = figures
  return <ShortNumber value={totalSessions} className={totalSessions === 0 ? 'text-faint' : ''} />
}

type NoneProps = {
  isFiltered: boolean
  isArchived: boolean
  onCreate: (() => void) | undefined
  onClear: () => void
}

function NoAudiences({ isFiltered, isArchived, onCreate, onClear }: NoneProps) {
  if (isFiltered)
    return (
      <EmptyState
        icon={Users}
        title={isArchived ? 'Nothing is archived' : 'No audience matches'}
        action={<Button onClick={onClear}>Show all audiences</Button>}
      >
        {isArchived ? 'Audiences you archive wait here.' : 'Try fewer words.'}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Users}
      title="No audiences yet"
      action={
        onCreate && (
          <Button look="primary" icon={Plus} keys="c" onClick={onCreate}>
            Add the first audience
          </Button>
        )
      }
    >
      An audience is a person or company this page is made anew for. Each has its own version and link.
    </EmptyState>
  )
}
