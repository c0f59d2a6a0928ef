import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Layers, Plus } from 'lucide-react'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { PageFilter } from '../pages/PageField.tsx'
import { pageQuery } from '../pages/queries.ts'
import { useCommand } from '../shell/commands.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Status } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ExportLink } from '../ui/ExportLink.tsx'
import { RelativeTime, ShortNumber, Total } from '../ui/figures.tsx'
import { FilterBar } from '../ui/filters.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState, Skeleton } from '../ui/states.tsx'
import { Progress } from './Progress.tsx'
import { batchesQuery } from './queries.ts'
import type { BatchesSearch } from './search.ts'
import type { Batch } from './words.ts'

export function BatchesScreen() {
  const [{ pageId }, change] = useAddress<BatchesSearch>()
  const list = useList(batchesQuery({ pageId }))
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const start = () => void navigate({ to: '/batches/new', search: pageId ? { pageId } : {} })
  useShortcut('c', start, mayWrite)
  useCommand(
    mayWrite
      ? { id: 'start batch', label: 'Start a batch', icon: Plus, keys: 'c', words: 'csv import', run: start }
      : undefined,
  )
  const add = (label: string) =>
    mayWrite && (
      <Button look="primary" icon={Plus} keys="c" onClick={start}>
        {label}
      </Button>
    )
  return (
    <>
      <PageHeader title="Batches" action={add('Start batch')} />
      <FilterBar
        end={
          <span className="flex items-center gap-2">
            <Total of={list} one="batch" many="batches" />
            <ExportLink path="/v0/exports/batches" />
          </span>
        }
      >
        <PageFilter pageId={pageId} onChange={(pageId) => change({ pageId })} />
      </FilterBar>
      <DataTable
        label="Batches"
        columns={columns}
        list={list}
        rowKey={({ batchId }) => batchId}
        onOpen={({ batchId }) => void navigate({ to: '/batches/$batchId', params: { batchId } })}
        empty={
          <EmptyState
            icon={Layers}
            title={pageId ? 'No batches of this page' : 'No batches yet'}
            action={add(pageId ? 'Start a batch' : 'Start your first batch')}
          >
            Personalise a page for everyone in a spreadsheet. Upload a CSV file, and each row becomes an
            audience.
          </EmptyState>
        }
      />
    </>
  )
}

const columns: Column<Batch>[] = [
  { key: 'page', head: 'Page', width: 'minmax(0, 1fr)', cell: (batch) => <PageName batch={batch} /> },
  {
    key: 'status',
    head: 'Status',
    width: '104px',
    cell: ({ status }) => <Status of={status} />,
    skeleton: '72px',
  },
  {
    key: 'progress',
    head: 'Progress',
    width: 'minmax(0, 0.7fr)',
    from: 'md',
    cell: (batch) => <Progress batch={batch} isSmall />,
  },
  {
    key: 'rows',
    head: 'Rows',
    width: '56px',
    align: 'end',
    cell: ({ counts }) => <ShortNumber value={counts.total} />,
    skeleton: '28px',
  },
  {
    key: 'failed',
    head: 'Failed',
    width: '56px',
    align: 'end',
    from: 'md',
    cell: ({ counts: { failed } }) => (
      <ShortNumber value={failed} className={failed > 0 ? 'text-danger' : 'text-quiet'} />
    ),
    skeleton: '20px',
  },
  {
    key: 'created',
    head: 'Started',
    width: '104px',
    align: 'end',
    from: 'md',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-quiet" />,
    skeleton: '64px',
  },
]

function PageName({ batch: { batchId, pageId } }: { batch: Batch }) {
  const { data, isPending } = useQuery(pageQuery(pageId))
  if (isPending) return <Skeleton className="h-3 w-40" />
  return (
    <Link to="/batches/$batchId" params={{ batchId }} tabIndex={-1} className="font-medium">
      {data?.name ?? 'Deleted page'}
    </Link>
  )
}
