import type { Column } from '../ui/DataTable.tsx'
import { ShortNumber } from '../ui/figures.tsx'
import type { Engagements } from './queries.ts'

/** Visits, returns and form submissions of an account or person in the last seven days. */
export function engagementColumns<T>(engagement: Engagements, idOf: (row: T) => string): Column<T>[] {
  const column = (
    key: 'visits' | 'returns' | 'forms',
    head: string,
    from: 'lg' | 'xl' | undefined,
  ): Column<T> => ({
    key,
    head,
    sort: key,
    width: key === 'visits' ? '92px' : '76px',
    align: 'end',
    ...(from && { from }),
    cell: (row) => <Figure value={engagement.get(idOf(row))?.[key] ?? 0} />,
    skeleton: '24px',
  })
  return [
    column('visits', 'Visits, 7 d', undefined),
    column('returns', 'Returns', 'xl'),
    column('forms', 'Forms', 'xl'),
  ]
}

function Figure({ value }: { value: number }) {
  if (value === 0) return <span className="text-faint">–</span>
  return <ShortNumber value={value} />
}
