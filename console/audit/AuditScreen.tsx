import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import type { FocusEvent } from 'react'
import { useList } from '../api/lists.ts'
import { dates, isToday } from '../api/locale.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useAddress } from '../ui/address.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { readTime } from '../ui/figures.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { useWidth } from '../ui/width.ts'
import { AuditFilterChips } from './AuditFilterChips.tsx'
import { AuditPanel } from './AuditPanel.tsx'
import { ChainState } from './ChainState.tsx'
import { columns, narrowColumns } from './columns.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { auditEntryQuery, auditQuery } from './queries.ts'
import type { AuditSearch } from './search.ts'
import type { AuditEntry } from './words.ts'

const filterNames = ['period', 'actorId', 'actorKind', 'action', 'objectType', 'objectId', 'way'] as const

/** The audit log. The open row is shown beside the list and follows the focused row. */
export function AuditScreen() {
  const [{ event: openId, ...filters }, change] = useAddress<AuditSearch>()
  const list = useList(auditQuery(filters))
  const open = useOpenEntry(openId, list.rows)
  const isWide = useWidth().has('xl')
  const show = (event: string | undefined) => change({ event })
  const follow = ({ target }: FocusEvent) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
    const row = index === undefined ? undefined : list.rows[Number(index)]
    if (row && isWide && openId !== undefined && row.eventId !== openId) show(row.eventId)
  }
  useShortcut('escape', () => show(undefined), isWide && openId !== undefined)
  return (
    <ListScreen
      title="Audit log"
      words={['row', 'rows']}
      list={list}
      rowKey={({ eventId }: AuditEntry) => eventId}
      more={<ExportMenu filters={filters} />}
      above={<ChainState onOpen={show} />}
      filters={<AuditFilterChips filters={filters} onChange={change} />}
      filterNames={filterNames}
      none={{ icon: ScrollText, text: 'Every change and sign-in appears here with the name of who made it.' }}
      noMatch={{ text: 'Nobody did this in that time.' }}
      draw={(empty) => (
        <div className="flex min-h-0 flex-1">
          <div className="flex min-w-0 flex-1 flex-col" onFocusCapture={follow}>
            <DataTable
              label="Audit log"
              columns={isWide && open ? narrowColumns : columns}
              list={list}
              rowKey={({ eventId }) => eventId}
              onOpen={({ eventId }) => show(eventId)}
              isMarked={({ eventId }) => eventId === openId}
              groupOf={dayOf}
              groupHead={(day) => day}
              empty={empty}
            />
          </div>
          <AuditPanel entry={open} rows={list.rows} isBeside={isWide} onOpen={show} onChange={change} />
        </div>
      )}
    />
  )
}

/** The row in the URL, loaded separately if it isn't among the loaded rows. */
function useOpenEntry(eventId: string | undefined, rows: AuditEntry[]): AuditEntry | undefined {
  const listed = rows.find((row) => row.eventId === eventId)
  const isElsewhere = eventId !== undefined && listed === undefined
  const { data } = useQuery({ ...auditEntryQuery(eventId ?? ''), enabled: isElsewhere })
  return listed ?? (isElsewhere ? data : undefined)
}

const dayFormat = dates({ weekday: 'long', day: 'numeric', month: 'long' })

function dayOf({ createdAt }: AuditEntry): string {
  const day = readTime(createdAt)
  return isToday(day) ? 'Today' : dayFormat.format(day)
}
