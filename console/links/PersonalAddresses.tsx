import { Link, useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useList } from '../api/lists.ts'
import type { AudienceOverview } from '../audiences/queries.ts'
import { DemoBadge } from '../home/DemoLine.tsx'
import { ListScreen } from '../shell/ListScreen.tsx'
import { type AudienceStanding, useAudienceStandings } from '../status/queries.ts'
import { AudienceStepCell } from '../status/StepCell.tsx'
import { audienceStatus } from '../status/words.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { useAddress } from '../ui/address.ts'
import type { Column } from '../ui/DataTable.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { AddressCell } from './AddressCell.tsx'
import { PageName } from './linkColumns.tsx'
import { personalAudiencesQuery } from './queries.ts'

type Props = {
  /** Limits the list to one page. */
  pageId: string | undefined
  /** Hides the page's name. */
  isOfPage?: boolean
  filters: ReactNode
  above?: ReactNode
  end?: ReactNode
}

/** The address at which each person finds their version of a page. */
export function PersonalAddresses({ pageId, isOfPage = false, ...parts }: Props) {
  const [{ query }] = useAddress<{ query?: string }>()
  const list = useList(personalAudiencesQuery({ pageId, query }))
  const standings = useAudienceStandings(list.rows.map(({ audienceId }) => audienceId))
  const columns = useMemo(() => addressColumns(standings, isOfPage), [standings, isOfPage])
  const navigate = useNavigate()
  return (
    <ListScreen
      title="Addresses of people"
      words={['address', 'addresses']}
      isPart
      list={list}
      columns={columns}
      rowKey={({ audienceId }) => audienceId}
      onOpen={({ pageId, audienceId }) =>
        void navigate({ to: '/pages/$pageId/audiences/$audienceId', params: { pageId, audienceId } })
      }
      search={{ label: 'Search people' }}
      filterNames={isOfPage ? [] : ['pageId']}
      {...parts}
      none={{ icon: Users, text: 'People you add as audiences get their own address.' }}
      noMatch={{ icon: Users, text: 'Try a different search.' }}
    />
  )
}

function addressColumns(
  standings: ReadonlyMap<string, AudienceStanding>,
  isOfPage: boolean,
): Column<AudienceOverview>[] {
  const all: (Column<AudienceOverview> | false)[] = [
    {
      key: 'address',
      head: 'Path',
      width: 'minmax(0, 1.6fr)',
      cell: ({ pageId, audienceId, effectiveName }) => (
        <span className="flex min-w-0 items-center gap-1">
          <AddressCell address={standings.get(audienceId)} name={effectiveName} />
          {!isOfPage && <DemoBadge pageId={pageId} />}
        </span>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      width: 'minmax(108px, 1fr)',
      cell: ({ audienceId }) => {
        const standing = standings.get(audienceId)
        return <StatusBadge status={standing && audienceStatus(standing)} />
      },
      skeleton: '104px',
    },
    {
      key: 'audience',
      head: 'Shows',
      width: 'minmax(0, 1fr)',
      from: 'md',
      cell: ({ pageId, audienceId, effectiveName }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={effectiveName} />
          <Link
            to="/pages/$pageId/audiences/$audienceId"
            params={{ pageId, audienceId }}
            tabIndex={-1}
            className="truncate hover:underline"
          >
            {effectiveName}
          </Link>
        </span>
      ),
    },
    !isOfPage && {
      key: 'page',
      head: 'Page',
      width: 'minmax(0, 0.8fr)',
      from: 'lg',
      cell: (audience) => <PageName audience={audience} />,
    },
    {
      key: 'next',
      head: 'Next step',
      width: '148px',
      from: 'lg',
      cell: ({ audienceId, effectiveName }) => (
        <AudienceStepCell standing={standings.get(audienceId)} of={effectiveName} />
      ),
      skeleton: '88px',
    },
  ]
  return all.filter((column) => column !== false)
}
