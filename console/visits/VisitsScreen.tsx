import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { accountName, accountQuery } from '../accounts/queries.ts'
import { useList } from '../api/lists.ts'
import { DemoBadge, DemoLine } from '../home/DemoLine.tsx'
import { PageFilter } from '../pages/PageField.tsx'
import { personName, personQuery } from '../persons/queries.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useAddress } from '../ui/address.ts'
import type { Column } from '../ui/DataTable.tsx'
import { ChipFrame } from '../ui/filters.tsx'
import { visitsQuery } from './queries.ts'
import type { VisitsSearch } from './search.ts'
import { DepthCell, MomentCell, VisitorCell } from './VisitCell.tsx'
import { VisitPanel } from './VisitPanel.tsx'
import {
  actionCounts,
  countryWords,
  deviceNames,
  durationWords,
  ownVisitsWords,
  sourceWords,
  type Visit,
} from './words.ts'

/** All visits, updated live. */
export function VisitsScreen() {
  const [{ visit: openId, ...filters }, change] = useAddress<VisitsSearch>()
  const list = useList(visitsQuery(filters))
  const { pageId, accountId, personId, audienceId } = filters
  return (
    <ListScreen
      above={<DemoLine includes="Visits" />}
      title="Visits"
      words={['visit', 'visits']}
      list={list}
      columns={columns}
      rowKey={({ visitId }) => visitId}
      onOpen={({ visitId }) => change({ visit: visitId })}
      filters={
        <>
          <PageFilter pageId={pageId} onChange={(pageId) => change({ pageId })} />
          {accountId && (
            <AccountFilter accountId={accountId} onClear={() => change({ accountId: undefined })} />
          )}
          {personId && <PersonFilter personId={personId} onClear={() => change({ personId: undefined })} />}
          {audienceId && (
            <Chip
              label="Audience"
              name={list.rows[0]?.audienceName ?? '…'}
              onClear={() => change({ audienceId: undefined })}
            />
          )}
          <p className="flex min-h-8 items-center text-sm text-quiet">{ownVisitsWords}</p>
        </>
      }
      filterNames={['pageId', 'accountId', 'personId', 'audienceId']}
      exportPath="/v0/exports/visits"
      none={{ icon: Eye, text: 'Visits to your published pages appear here within seconds.' }}
      noMatch={{ text: 'Nobody has opened these pages yet.' }}
    >
      <VisitPanel
        visit={list.rows.find(({ visitId }) => visitId === openId)}
        onClose={() => change({ visit: undefined })}
      />
    </ListScreen>
  )
}

function AccountFilter({ accountId, onClear }: { accountId: string; onClear: () => void }) {
  const { data } = useQuery(accountQuery(accountId))
  return <Chip label="Account" name={data ? accountName(data) : '…'} onClear={onClear} />
}

function PersonFilter({ personId, onClear }: { personId: string; onClear: () => void }) {
  const { data } = useQuery(personQuery(personId))
  return <Chip label="Person" name={data ? personName(data) : '…'} onClear={onClear} />
}

function Chip({ label, name, onClear }: { label: string; name: string; onClear: () => void }) {
  return (
    <ChipFrame clearLabel={`Show every ${label.toLowerCase()}`} onClear={onClear} className="ps-2.5">
      <span className="text-quiet">{label}</span>
      <span className="ms-1.5 truncate font-medium">{name}</span>
    </ChipFrame>
  )
}

const quiet = (text: string | undefined) =>
  text ? <span className="text-quiet">{text}</span> : <span className="text-faint">–</span>

const columns: Column<Visit>[] = [
  {
    key: 'who',
    head: 'Made for',
    width: 'minmax(0, 1fr)',
    cell: (visit) => (
      <span className="flex min-w-0 items-center gap-2">
        <VisitorCell visit={visit} />
        <DemoBadge pageId={visit.pageId} />
      </span>
    ),
  },
  {
    key: 'page',
    head: 'Page',
    width: 'minmax(0, 0.8fr)',
    from: 'lg',
    cell: ({ pageName }) => quiet(pageName),
  },
  {
    key: 'source',
    head: 'Source',
    width: 'minmax(0, 0.6fr)',
    from: 'xl',
    cell: (visit) => quiet(sourceWords(visit)),
  },
  {
    key: 'device',
    head: 'Device',
    width: '72px',
    from: 'xl',
    cell: ({ origin: { device } }) => quiet(device && deviceNames[device]),
  },
  {
    key: 'country',
    head: 'Country',
    width: '88px',
    from: 'xl',
    cell: (visit) => quiet(countryWords(visit)),
  },
  {
    key: 'actions',
    head: 'Activity',
    width: '88px',
    from: 'lg',
    cell: (visit) => {
      const words = actionCounts(visit)
      return words ? (
        <span className="font-medium text-good">{words}</span>
      ) : (
        <span className="text-faint">–</span>
      )
    },
    skeleton: '48px',
  },
  {
    key: 'time',
    head: 'Time',
    width: '88px',
    align: 'end',
    from: 'md',
    cell: ({ timeSpentSeconds }) => <span className="tabular-nums">{durationWords(timeSpentSeconds)}</span>,
    skeleton: '48px',
  },
  {
    key: 'depth',
    head: 'Read',
    width: '88px',
    align: 'end',
    from: 'md',
    cell: (visit) => <DepthCell visit={visit} />,
    skeleton: '56px',
  },
  {
    key: 'when',
    head: 'When',
    width: '112px',
    align: 'end',
    cell: (visit) => <MomentCell visit={visit} />,
    skeleton: '64px',
  },
]
