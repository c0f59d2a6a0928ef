import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useList } from '../api/lists.ts'
import { type AudienceOverview, useAudiencesNamed } from '../audiences/queries.ts'
import { useAddress } from '../ui/address.ts'
import { Status } from '../ui/Badge.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/states.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { batchRowsQuery } from './queries.ts'
import type { BatchSearch } from './routes.ts'
import { type Batch, type BatchRow, isUnderWay } from './words.ts'

/** What became of each row: first of those that failed, as they want something done. */
export function BatchRows({ batch }: { batch: Batch }) {
  const [{ rows }, change] = useAddress<BatchSearch>()
  const tab = rows ?? 'failed'
  return (
    <Tabs
      label="Rows"
      tabs={[
        { value: 'failed', label: 'Failed', count: batch.counts.failed },
        { value: 'all', label: 'All rows', count: batch.counts.total },
      ]}
      value={tab}
      onChange={(next) => change({ rows: next === 'all' ? next : undefined })}
    >
      <TabPanel value={tab}>
        {/* Its head and the line of the tabs are one. */}
        <div className="-mt-px flex min-h-0 flex-1 flex-col">
          <Rows key={tab} batch={batch} isFailed={tab === 'failed'} />
        </div>
      </TabPanel>
    </Tabs>
  )
}

function Rows({ batch, isFailed }: { batch: Batch; isFailed: boolean }) {
  const hasEnded = !isUnderWay(batch)
  const list = useList(batchRowsQuery(batch.batchId, isFailed ? 'failed' : undefined, hasEnded))
  const named = useAudiencesNamed(
    list.rows.flatMap(({ audienceId }) => (audienceId === null ? [] : [audienceId])),
  )
  const columns = useMemo(() => rowColumns(named, isFailed), [named, isFailed])
  return (
    <DataTable
      label={isFailed ? 'Rows that failed' : 'Rows'}
      columns={columns}
      list={list}
      rowKey={({ position }) => String(position)}
      empty={
        <EmptyState icon={CircleCheck} title={hasEnded ? 'No failed rows' : 'No failed rows so far'}>
          Failed rows appear here with their row number and the reason.
        </EmptyState>
      }
    />
  )
}

type Named = ReadonlyMap<string, AudienceOverview | null>

function rowColumns(named: Named, isFailed: boolean): Column<BatchRow>[] {
  const who = ({ audienceId }: BatchRow) => (audienceId === null ? undefined : named.get(audienceId))
  return [
    {
      key: 'row',
      head: 'Row',
      width: '56px',
      cell: ({ csvRow, position }) => <span className="text-quiet tabular-nums">{csvRow ?? position}</span>,
      skeleton: '24px',
    },
    {
      key: 'who',
      head: 'Audience',
      width: 'minmax(0, 1fr)',
      ...(isFailed && { from: 'lg' as const }),
      cell: (row) => {
        const audience = who(row)
        return audience ? (
          <Link
            to="/pages/$pageId/audiences/$audienceId"
            params={{ pageId: audience.pageId, audienceId: audience.audienceId }}
            className="font-medium hover:underline"
          >
            {audience.effectiveName}
          </Link>
        ) : (
          <span className="text-faint">–</span>
        )
      },
    },
    ...(isFailed ? [] : [statusColumn]),
    {
      key: 'reason',
      head: 'Reason',
      width: 'minmax(0, 1.6fr)',
      ...(!isFailed && { from: 'md' as const }),
      cell: ({ reason }) => (
        <span className={isFailed ? undefined : 'text-quiet'} title={reason ?? undefined}>
          {reason}
        </span>
      ),
    },
  ]
}

const statusColumn: Column<BatchRow> = {
  key: 'status',
  head: 'Status',
  width: '104px',
  cell: ({ status }) => <Status of={status} />,
  skeleton: '72px',
}
