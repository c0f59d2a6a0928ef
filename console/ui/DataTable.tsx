import { useVirtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import type { PagedList } from '../api/lists.ts'
import { cx } from './cx.ts'
import type { Selection } from './selection.ts'
import { ErrorState } from './states.tsx'
import { GroupHead, groupHeight, Head } from './tableHead.tsx'
import { type Column, MoreFailed, Row, SkeletonRow, SkeletonRows } from './tableRows.tsx'
import { useRowNavigation } from './useRowNavigation.ts'
import { useWidth } from './width.ts'

export type { Column }

export type TableProps<T> = {
  /** The accessible name of the table. */
  label: string
  columns: Column<T>[]
  list: PagedList<T>
  rowKey: (row: T) => string
  /** Enter or a click on a row. If that opens a screen, the row's name should also be a link. */
  onOpen?: (row: T) => void
  /** Other keys on the focused row, such as shortcuts of its menu. */
  onKey?: (event: KeyboardEvent, row: T) => void
  empty: ReactNode
  rowHeight?: number
  /** Adds a checkbox to each row; `x` toggles the focused one. */
  selection?: Selection<T> | undefined
  /** Rows of a group are below one heading, rows without a group have none; rows must be sorted by group. */
  groupOf?: ((row: T) => string | undefined) | undefined
  /** The content of a group's heading. */
  groupHead?: ((group: string) => ReactNode) | undefined
  /** Highlights a row that an action is about. */
  isMarked?: ((row: T) => boolean) | undefined
  /** The column to sort by, with `-` before it for descending; the service's default if omitted. */
  sort?: string | undefined
  onSort?: (sort: string | undefined) => void
}

/** The next page is requested when no more rows than this are left below the visible ones. */
const readAhead = 15

/**
 * A table of any length: only visible rows are rendered, and pages are loaded on scrolling. That rules out a `table`
 * element, which needs all of its rows. Arrow keys, Home and End move between rows, Enter opens one.
 */
export function DataTable<T>(props: TableProps<T>) {
  const { list, empty } = props
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.retry} />
  if (!list.isLoading && list.rows.length === 0)
    return <div className={cx(list.isStale && 'opacity-50')}>{empty}</div>
  return <Table {...props} />
}

function Table<T>({ label, list, rowHeight = 44, sort, onSort, ...props }: TableProps<T>) {
  const width = useWidth()
  const { selection } = props
  const columns = useMemo(
    () => props.columns.filter(({ from }) => !from || width.has(from)),
    [props.columns, width],
  )
  const template = [...(selection ? ['16px'] : []), ...columns.map((column) => column.width)].join(' ')
  // State and not a ref: rows are measured against the element, and a ref would be null in their first render.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const { rows, isLoading, isStale, hasMore } = list
  return (
    <div ref={setScroller} className="thin-scroll min-h-0 flex-1 overflow-auto [contain:strict]">
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-busy={isLoading || isStale}
      >
        <Head {...{ columns, template, selection, sort, onSort }} />
        {isLoading ? (
          <SkeletonRows
            columns={columns}
            template={template}
            height={rowHeight}
            hasBox={selection !== undefined}
          />
        ) : (
          // A new key, as another row height changes all positions.
          <Rows key={rowHeight} {...props} {...{ list, columns, template, scroller, rowHeight }} />
        )}
      </div>
    </div>
  )
}

type RowsProps<T> = Pick<
  TableProps<T>,
  'list' | 'columns' | 'rowKey' | 'onOpen' | 'onKey' | 'selection' | 'groupOf' | 'groupHead' | 'isMarked'
> & {
  template: string
  scroller: HTMLDivElement | null
  rowHeight: number
}

/** The visible rows and a few around them. */
function Rows<T>({ list, columns, template, scroller, rowHeight, rowKey, onOpen, ...props }: RowsProps<T>) {
  const { selection, groupOf, groupHead, isMarked } = props
  const { rows, isStale, error, hasMore, isLoadingMore } = list
  /** The group whose first row this is. */
  const groupAt = (index: number) => {
    const [row, before] = [rows[index], rows[index - 1]]
    const group = row === undefined ? undefined : groupOf?.(row)
    return before !== undefined && groupOf?.(before) === group ? undefined : group
  }
  const virtual = useVirtualizer({
    count: rows.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller,
    getItemKey: (index) => `${index} ${groupAt(index) ?? ''}`,
    estimateSize: (index) => rowHeight + (groupAt(index) === undefined ? 0 : groupHeight),
    overscan: 8,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const more = useEffectEvent(list.loadMore)
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error && last >= rows.length - readAhead) more()
  }, [hasMore, isLoadingMore, error, last, rows.length])
  const onKey = (event: KeyboardEvent, row: T) => {
    if (event.key !== 'x' || !selection || event.metaKey || event.ctrlKey) return props.onKey?.(event, row)
    event.preventDefault()
    selection.toggle(rows.indexOf(row))
  }
  const walk = useRowNavigation({ rows, scroller, rowHeight, onOpen, onKey, scrollTo: virtual.scrollToIndex })
  const stop = walk.stopAmong(shown.map(({ index }) => index))
  return (
    <div
      role="rowgroup"
      className={cx('relative transition-opacity', isStale && 'opacity-50')}
      style={{ height: virtual.getTotalSize() }}
    >
      {shown.map(({ index, start }) => {
        const row = rows[index]
        const group = groupAt(index)
        const top = start + (group === undefined ? 0 : groupHeight)
        const style = {
          gridTemplateColumns: template,
          height: rowHeight,
          transform: `translateY(${top}px)`,
        }
        if (row)
          return (
            <Fragment key={rowKey(row)}>
              {group !== undefined && <GroupHead top={start}>{groupHead?.(group)}</GroupHead>}
              <Row
                {...{ row, index, columns, style, onOpen, walk, selection }}
                isStop={index === stop}
                isMarked={isMarked?.(row) ?? false}
              />
            </Fragment>
          )
        if (error) return <MoreFailed key="more" top={start} onRetry={list.retry} />
        return (
          <SkeletonRow
            key="more"
            columns={columns}
            style={style}
            hasBox={selection !== undefined}
            className="absolute inset-x-0 top-0"
          />
        )
      })}
    </div>
  )
}
