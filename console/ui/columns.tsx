import type { ReactNode } from 'react'
import { RelativeTime } from './figures.tsx'
import type { Column } from './tableRows.tsx'

type TimeColumn<T> = Pick<Column<T>, 'key' | 'head' | 'from' | 'sort'> & {
  width?: string
  at: (row: T) => string | null
  /** Shown for rows without the time. */
  none?: string
}

/** A column of times: “5 min. ago”. */
export function timeColumn<T>({ at, none = '–', ...column }: TimeColumn<T>): Column<T> {
  return {
    width: '104px',
    align: 'end',
    skeleton: '64px',
    ...column,
    cell: (row) => {
      const time = at(row)
      return time ? (
        <RelativeTime at={time} className="text-quiet" />
      ) : (
        <span className="text-faint">{none}</span>
      )
    },
  }
}

/** The last column: the menu or buttons of each row. */
export function actionsColumn<T>(cell: (row: T) => ReactNode, width = '32px'): Column<T> {
  return { key: 'actions', head: 'Actions', hideHead: true, width, align: 'end', skeleton: 'none', cell }
}
