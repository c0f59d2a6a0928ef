import { Link, useNavigate } from '@tanstack/react-router'
import { FileText, House, Trash2 } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { type PageFigures, usePageFigures } from '../analytics/queries.ts'
import { SessionsCell } from '../analytics/SessionsCell.tsx'
import { retryLoad } from '../api/connection.ts'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { DemoBadge, DemoLine } from '../home/DemoLine.tsx'
import { ListScreen } from '../shell/ListScreen.tsx'
import { type PageStanding, usePageStandings } from '../status/queries.ts'
import { PageStepCell, usePageStep } from '../status/StepCell.tsx'
import { pageStatus } from '../status/words.ts'
import { useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { actionsColumn, timeColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { ShortNumber } from '../ui/figures.tsx'
import { FilterChip } from '../ui/filters.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { usePagesBulk } from './bulk.ts'
import { PageMenu } from './PageMenu.tsx'
import { pagesQuery } from './queries.ts'
import type { PagesSearch } from './search.ts'
import { type Page, pageTypes, typeWords } from './words.ts'

const CreatePanels = lazy(
  retryLoad(() => import('./CreatePanels.tsx').then(({ CreatePanels }) => ({ default: CreatePanels }))),
)

/** The statuses of the API with the labels of the badges. */
const statusOptions = [
  { value: 'published', label: 'Live' },
  { value: 'draft', label: 'Not live' },
  { value: 'archived', label: 'Offline' },
  { value: 'deleted', label: 'In trash' },
] as const
const typeOptions = pageTypes.map((value) => ({ value, label: typeWords[value].label }))

export function PagesScreen() {
  const [search, change] = useAddress<PagesSearch>()
  const list = useList(pagesQuery(search))
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const create = () => change({ create: true })
  const figures = usePageFigures(list.rows.map(({ pageId }) => pageId))
  const standings = usePageStandings(list.rows.map(({ pageId }) => pageId))
  const take = usePageStep()
  const columns = useMemo(() => pageColumns(figures, standings), [figures, standings])
  const isDeleted = search.status === 'deleted'
  return (
    <ListScreen
      above={<DemoLine includes="Pages" />}
      title="Pages"
      words={['page', 'pages']}
      list={list}
      columns={columns}
      rowKey={({ pageId }) => pageId}
      {...(!isDeleted && {
        onOpen: ({ pageId }: Page) => void navigate({ to: '/pages/$pageId', params: { pageId } }),
      })}
      onKey={({ key }, { pageId }) => {
        const standing = standings.get(pageId)
        const next = standing && pageStatus(standing).next
        if (key === 'n' && next) take(next, standing)
      }}
      bulk={usePagesBulk(search, list)}
      create={
        mayWrite && {
          label: 'Create page',
          first: 'Create your first page',
          command: 'Create a page',
          run: create,
        }
      }
      search={{ label: 'Search pages' }}
      filters={
        <>
          <FilterChip
            label="Status"
            options={statusOptions}
            value={search.status}
            onChange={(status) => change({ status })}
          />
          <FilterChip
            label="Type"
            options={typeOptions}
            value={search.type}
            onChange={(type) => change({ type })}
          />
        </>
      }
      filterNames={['status', 'type']}
      views={{ list: 'pages' }}
      exportPath="/v0/exports/pages"
      none={{
        icon: FileText,
        text: 'Write a page once, then personalise it for every company and person you send it to.',
      }}
      noMatch={
        isDeleted && !search.query && !search.type
          ? noneDeleted
          : { text: 'Try a different search or remove a filter.' }
      }
    >
      {mayWrite && (search.create || search.questions) && (
        <Suspense>
          <CreatePanels />
        </Suspense>
      )}
    </ListScreen>
  )
}

const noneDeleted = {
  icon: Trash2,
  title: 'No pages in the trash',
  text: 'Deleted pages are listed here, and can be restored as drafts.',
  action: null,
}

type PageStandingMap = ReadonlyMap<string, PageStanding>

function pageColumns(figures: ReadonlyMap<string, PageFigures>, standings: PageStandingMap): Column<Page>[] {
  return [
    {
      key: 'name',
      head: 'Name',
      sort: 'name',
      width: 'minmax(128px, 1.5fr)',
      cell: (page) => <NameCell page={page} />,
    },
    {
      key: 'status',
      head: 'Status',
      width: 'minmax(96px, 1fr)',
      cell: ({ pageId }) => {
        const standing = standings.get(pageId)
        return <StatusBadge status={standing && pageStatus(standing)} />
      },
      skeleton: '72px',
    },
    {
      key: 'next',
      head: 'Next step',
      width: '136px',
      from: 'lg',
      cell: ({ pageId, name }) => <PageStepCell standing={standings.get(pageId)} of={name} />,
      skeleton: '88px',
    },
    {
      key: 'audiences',
      head: 'Audiences',
      sort: 'audiences',
      width: '96px',
      align: 'end',
      from: 'lg',
      cell: ({ audiencesCount }) => <ShortNumber value={audiencesCount} />,
      skeleton: '28px',
    },
    {
      key: 'sessions',
      head: 'Sessions, 30 days',
      sort: 'sessions',
      width: '144px',
      align: 'end',
      from: 'lg',
      // Deleted pages have no figures.
      cell: ({ pageId, deletedAt }) => !deletedAt && <SessionsCell figures={figures.get(pageId)} />,
      skeleton: '40px',
    },
    timeColumn({
      key: 'changed',
      head: 'Changed',
      sort: 'updatedAt',
      from: 'xl',
      at: ({ updatedAt }) => updatedAt,
    }),
    actionsColumn((page) => <PageMenu page={page} />),
  ]
}

function NameCell({ page: { pageId, name, flags, deletedAt } }: { page: Page }) {
  if (deletedAt) return <span className="text-quiet">{name}</span>
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link to="/pages/$pageId" params={{ pageId }} tabIndex={-1} className="truncate font-medium">
        {name}
      </Link>
      <DemoBadge pageId={pageId} />
      {flags.includes('home_page') && (
        <Tooltip label="Shown at the root of your site">
          <span>
            <Badge tone="accent">
              <House aria-hidden className="me-1 size-3" />
              Home
            </Badge>
          </span>
        </Tooltip>
      )}
    </span>
  )
}
