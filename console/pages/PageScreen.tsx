import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useList } from '../api/lists.ts'
import { type Audience, audiencesQuery } from '../audiences/queries.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { useAddress } from '../ui/address.ts'
import { Status } from '../ui/Badge.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { RelativeTime, ShortNumber } from '../ui/figures.tsx'
import { FilterBar, SearchField } from '../ui/filters.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { PageMenu } from './PageMenu.tsx'
import { pageQuery } from './queries.ts'
import { type PageSearch, pageRoute } from './routes.ts'

const above = { label: 'Pages', to: '/pages' }

/** A page and those it was made for. */
export function PageScreen() {
  const { pageId } = pageRoute.useParams()
  const [{ query }, change] = useAddress<PageSearch>()
  const navigate = useNavigate()
  const { data: page, error, refetch } = useQuery(pageQuery(pageId))
  const list = useList(audiencesQuery(pageId, { ...(query && { query }) }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={page?.name ?? 'Page'}
        above={above}
        beside={page ? <Status of={page.status} /> : <Skeleton className="h-4 w-20" />}
        more={page && <PageMenu page={page} />}
      />
      <FilterBar
        end={
          list.total != null && (
            <span>
              <ShortNumber value={list.total} /> {list.total === 1 ? 'audience' : 'audiences'}
            </span>
          )
        }
      >
        <SearchField label="Search audiences" value={query} onChange={(query) => change({ query })} />
      </FilterBar>
      <DataTable
        label="Audiences"
        columns={columns}
        list={list}
        rowKey={({ audienceId }) => audienceId}
        onOpen={({ audienceId }) =>
          void navigate({ to: '/pages/$pageId/audiences/$audienceId', params: { pageId, audienceId } })
        }
        empty={
          <EmptyState icon={Users} title={query ? 'No audience matches' : 'No audiences yet'}>
            {query ? 'Try fewer words.' : 'An audience is a person or company this page is made anew for.'}
          </EmptyState>
        }
      />
    </>
  )
}

const columns: Column<Audience>[] = [
  {
    key: 'name',
    head: 'Audience',
    width: 'minmax(0, 1fr)',
    cell: ({ effectiveName, pageId, audienceId }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={effectiveName} />
        <Link
          to="/pages/$pageId/audiences/$audienceId"
          params={{ pageId, audienceId }}
          tabIndex={-1}
          className="truncate font-medium"
        >
          {effectiveName}
        </Link>
      </span>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    width: '112px',
    cell: ({ status }) => <Status of={status} />,
    skeleton: '72px',
  },
  {
    key: 'version',
    head: 'Version',
    width: '72px',
    align: 'end',
    from: 'md',
    cell: ({ latestVersion }) => (
      <span className="tabular-nums text-quiet">{latestVersion.versionNumber}</span>
    ),
    skeleton: '24px',
  },
  {
    key: 'created',
    head: 'Created',
    width: '104px',
    align: 'end',
    from: 'md',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-quiet" />,
    skeleton: '64px',
  },
]
