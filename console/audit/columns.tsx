import { dates } from '../api/locale.ts'
import type { Column } from '../ui/DataTable.tsx'
import { exactTimeOf, readTime } from '../ui/figures.tsx'
import { ActionLine } from './ActionLine.tsx'
import { ActorCell } from './ActorCell.tsx'
import { type AuditEntry, isLoud, originWords } from './words.ts'

const time = dates({ hour: '2-digit', minute: '2-digit' })

const all: Column<AuditEntry>[] = [
  {
    key: 'time',
    head: 'Time',
    width: '64px',
    cell: (entry) => (
      <span className="text-quiet tabular-nums" title={exactTimeOf(entry.createdAt)}>
        {isLoud(entry) && <span aria-hidden className="absolute inset-y-0 start-0 w-1 bg-danger" />}
        {time.format(readTime(entry.createdAt))}
      </span>
    ),
    skeleton: '40px',
  },
  {
    key: 'who',
    head: 'Who',
    width: 'minmax(0, 0.55fr)',
    cell: (entry) => <ActorCell entry={entry} />,
  },
  { key: 'what', head: 'What', width: 'minmax(0, 1fr)', cell: (entry) => <ActionLine entry={entry} /> },
  {
    key: 'from',
    head: 'From',
    width: 'minmax(0, 0.3fr)',
    from: 'lg',
    cell: (entry) => <span className="text-quiet">{originWords(entry)}</span>,
    skeleton: '72px',
  },
]

export const columns = all
/** Used beside the open row, which shows the origin. */
export const narrowColumns = all.filter(({ key }) => key !== 'from')
