import { Link } from '@tanstack/react-router'
import { CircleCheck, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { type AudienceStanding, useAudienceStandings } from '../status/queries.ts'
import { AudienceStepCell } from '../status/StepCell.tsx'
import { audienceStatus } from '../status/words.ts'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { notify, notifyProblem } from '../ui/notify.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { EmptyState } from '../ui/states.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { useWidth } from '../ui/width.ts'
import { batchRowsQuery, useRetryRow } from './queries.ts'
import { RetryPanel } from './RetryPanel.tsx'
import type { BatchSearch } from './search.ts'
import { type Batch, type BatchRow, isUnderWay, nameOfRow, reasonWords, rowStatuses } from './words.ts'

/** The result of each row. The tab of failed rows is opened first if there are any, as they need attention. */
export function BatchRows({ batch }: { batch: Batch }) {
  const [{ rows }, change] = useAddress<BatchSearch>()
  // Only the first load chooses the tab: a row that fails later doesn't switch it.
  const [first] = useState(batch.counts.failed > 0 ? 'failed' : 'all')
  const tab = rows ?? first
  return (
    <Tabs
      label="Rows"
      tabs={[
        { value: 'failed', label: 'Failed', count: batch.counts.failed },
        { value: 'all', label: 'All rows', count: batch.counts.total },
      ]}
      value={tab}
      onChange={(next) => change({ rows: next as BatchSearch['rows'] })}
    >
      <TabPanel value={tab}>
        {/* The table header overlaps the border of the tabs. */}
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
  const [mended, setMended] = useState<BatchRow>()
  const width = useWidth()
  const isNarrow = !width.has('xl')
  const standings = useAudienceStandings(
    isFailed ? [] : list.rows.flatMap(({ audienceId }) => audienceId ?? []),
  )
  const mayRetry = useMay('write') && !['cancelling', 'cancelled'].includes(batch.status)
  const { mutate } = useRetryRow(batch.batchId)
  const columns = useMemo(() => {
    const retry = (row: BatchRow) =>
      row.values
        ? setMended(row)
        : mutate(
            { position: row.position, values: null },
            { onSuccess: () => notify('Retrying the row'), onError: notifyProblem },
          )
    return rowColumns({
      pageId: batch.pageId,
      isFailed,
      isNarrow,
      standings,
      retry: mayRetry ? retry : undefined,
    })
  }, [batch.pageId, isFailed, isNarrow, standings, mayRetry, mutate])
  return (
    <>
      {mended && <RetryPanel batch={batch} row={mended} onClose={() => setMended(undefined)} />}
      <DataTable
        label={isFailed ? 'Rows that failed' : 'Rows'}
        columns={columns}
        list={list}
        rowKey={({ position }) => String(position)}
        rowHeight={isFailed && isNarrow ? (width.has('md') ? 76 : 112) : 44}
        empty={
          <EmptyState icon={CircleCheck} title={hasEnded ? 'No failed rows' : 'No failed rows so far'}>
            Failed rows appear here with the reason. You can correct them and try again.
          </EmptyState>
        }
      />
    </>
  )
}

type BatchColumnOptions = {
  pageId: string | null
  isFailed: boolean
  isNarrow: boolean
  standings: ReadonlyMap<string, AudienceStanding>
  retry: ((row: BatchRow) => void) | undefined
}

function rowColumns({
  pageId,
  isFailed,
  isNarrow,
  standings,
  retry,
}: BatchColumnOptions): Column<BatchRow>[] {
  const standingOf = ({ audienceId }: BatchRow) => standings.get(audienceId ?? '')
  return [
    {
      key: 'row',
      head: 'Row',
      width: isNarrow ? '28px' : '56px',
      cell: ({ csvRow, position }) => <span className="text-quiet tabular-nums">{csvRow ?? position}</span>,
      skeleton: '24px',
    },
    {
      key: 'who',
      head: pageId === null ? 'Person or account' : 'Audience',
      width: 'minmax(0, 1fr)',
      cell: (row) => (
        <>
          <Who row={row} pageId={pageId} />
          {isFailed && isNarrow && (
            <span className="mt-0.5 line-clamp-4 text-xs whitespace-normal text-quiet">
              {reasonWords(row.reason)}
            </span>
          )}
        </>
      ),
    },
    ...(isFailed ? [] : [statusColumn(standingOf)]),
    {
      key: 'reason',
      head: 'Reason',
      from: 'xl',
      width: 'minmax(0, 1.6fr)',
      cell: ({ reason }) => (
        <span className={isFailed ? undefined : 'text-quiet'} title={reason ?? undefined}>
          {reasonWords(reason)}
        </span>
      ),
    },
    ...(isFailed || pageId === null ? [] : [nextColumn(standingOf)]),
    ...(isFailed && retry ? [retryColumn(retry)] : []),
  ]
}

type StandingOf = (row: BatchRow) => AudienceStanding | undefined

/** The status of a row, or if it made a page, the current status of that page. */
const statusColumn = (standingOf: StandingOf): Column<BatchRow> => ({
  key: 'status',
  head: 'Status',
  width: 'minmax(104px, 0.6fr)',
  cell: (row) => {
    const standing = row.status === 'made' || row.status === 'drafted' ? standingOf(row) : undefined
    return <StatusBadge status={standing ? audienceStatus(standing) : rowStatuses[row.status]} />
  },
  skeleton: '72px',
})

const nextColumn = (standingOf: StandingOf): Column<BatchRow> => ({
  key: 'next',
  head: 'Next step',
  width: '148px',
  from: 'md',
  cell: (row) => <AudienceStepCell standing={standingOf(row)} of={row.name ?? ''} />,
  skeleton: '88px',
})

const named = 'font-medium hover:underline'

function Who({ row, pageId }: { row: BatchRow; pageId: string | null }) {
  const { name, audienceId, personId, accountId } = row
  if (pageId && audienceId)
    return (
      <Link to="/pages/$pageId/audiences/$audienceId" params={{ pageId, audienceId }} className={named}>
        {name}
      </Link>
    )
  if (personId)
    return (
      <Link to="/persons/$personId" params={{ personId }} className={named}>
        {name}
      </Link>
    )
  if (accountId)
    return (
      <Link to="/accounts/$accountId" params={{ accountId }} className={named}>
        {name}
      </Link>
    )
  return <NameFromFile row={row} />
}

/** The name in the file, for a row without an audience. */
function NameFromFile({ row: { values } }: { row: BatchRow }) {
  const name = nameOfRow(values)
  if (name === undefined) return <span className="text-faint">Unknown</span>
  const detail = values?.email ?? values?.domain
  return (
    <span className="block min-w-0 truncate" title={detail ? `${name}, ${detail}` : name}>
      <span className="font-medium">{name}</span>
      {detail && detail !== name && <span className="text-quiet"> · {detail}</span>}
    </span>
  )
}

function retryColumn(retry: (row: BatchRow) => void): Column<BatchRow> {
  return {
    key: 'retry',
    head: 'Actions',
    width: '112px',
    align: 'end',
    cell: (row) =>
      row.values || row.audienceId ? (
        <Button look="quiet" icon={RotateCcw} onClick={() => retry(row)}>
          {row.values ? 'Fix' : 'Retry'}
          <span className="sr-only"> row {row.csvRow ?? row.position}</span>
        </Button>
      ) : null,
  }
}
