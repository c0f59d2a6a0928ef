import { Link, useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import type { PageSearch } from '../pages/search.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { type AudienceStanding, useAudienceStandings } from '../status/queries.ts'
import { AudienceStepCell } from '../status/StepCell.tsx'
import { audienceStatus } from '../status/words.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { useAddress } from '../ui/address.ts'
import type { Column } from '../ui/DataTable.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { AddressCell } from './AddressCell.tsx'
import { ExportLinksLine } from './ExportLinksLine.tsx'
import { personalAddressesQuery } from './queries.ts'

type Address = Shape<'AudienceAddress'>
type Props = { pageId: string; whose: ReactNode }

/** Where each person finds their version of a page. */
export function PersonalAddresses({ pageId, whose }: Props) {
  const [{ query }] = useAddress<PageSearch>()
  const list = useList(personalAddressesQuery(pageId, query))
  const standings = useAudienceStandings(list.rows.map(({ audienceId }) => audienceId))
  const columns = useMemo(() => addressColumns(pageId, standings), [pageId, standings])
  const navigate = useNavigate()
  return (
    <ListScreen
      title="Addresses of people"
      words={['address', 'addresses']}
      isPart
      list={list}
      columns={columns}
      rowKey={({ audienceId }) => audienceId}
      onOpen={({ audienceId }) =>
        void navigate({ to: '/pages/$pageId/audiences/$audienceId', params: { pageId, audienceId } })
      }
      search={{ label: 'Search people' }}
      filters={whose}
      end={<ExportLinksLine pageId={pageId} />}
      none={{ icon: Users, text: 'People you add as audiences get their own address.' }}
      noMatch={{ icon: Users, text: 'Try a different search.' }}
    />
  )
}

function addressColumns(pageId: string, standings: ReadonlyMap<string, AudienceStanding>): Column<Address>[] {
  return [
    {
      key: 'address',
      head: 'Path',
      width: 'minmax(0, 1.6fr)',
      cell: (address) => <AddressCell address={address} />,
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
      cell: ({ audienceId, effectiveName }) => (
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
}
