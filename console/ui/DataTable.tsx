import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { List } from '../api/lists.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { ErrorState, Skeleton } from './states.tsx'
import { useWidth, type Width } from './width.ts'

export type Column<T> = {
  key: string
  head: string
  cell: (row: T) => ReactNode
  /** A track of CSS grid: `minmax(0, 1fr)`, `120px`. */
  width: string
  align?: 'start' | 'end'
  /** Shown from this width on; always when left out. */
  from?: Width
  /** How wide its skeleton is; `none` for what needs none. */
  skeleton?: string
  /** The head is for assistive technology alone. */
  hideHead?: boolean
}

type Props<T> = {
  /** What the table holds. */
  label: string
  columns: Column<T>[]
  list: List<T>
  rowKey: (row: T) => string
  /** Enter or a click on a row; where a row leads to, its name should be a link as well. */
  onOpen?: (row: T) => void
  /** Keys on the focused row, such as a shortcut of its menu. */
  onKey?: (event: KeyboardEvent, row: T) => void
  empty: ReactNode
  rowHeight?: number
}

const skeletonRows = 10

/**
 * A list of any length. It can't be a `table` element, whose rows would all have to be there: rows are drawn while they are in sight and read page by page as they come into it. Arrow keys,
 * Home and End walk the rows, Enter opens one.
 */
export function DataTable<T>(props: Props<T>) {
  const { label, list, rowKey, onOpen, onKey, empty, rowHeight = 44 } = props
  const width = useWidth()
  const columns = props.columns.filter(({ from }) => !from || width.has(from))
  const template = columns.map((column) => column.width).join(' ')
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const { rows, isLoading, isStale, error, hasMore, isLoadingMore, loadMore } = list
  const count = isLoading ? 0 : rows.length + (hasMore ? 1 : 0)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => {
      const row = rows[index]
      return row ? rowKey(row) : 'more'
    },
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const more = useEffectEvent(loadMore)
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error && last >= rows.length - 15) more()
  }, [hasMore, isLoadingMore, error, last, rows.length])

  const walk = (event: KeyboardEvent, index: number) => {
    const row = rows[index]
    if (event.target !== event.currentTarget || !row) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      j: index + 1,
      ArrowUp: index - 1,
      k: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = event.metaKey || event.ctrlKey || event.altKey ? undefined : steps[event.key]
    if (event.key === 'Enter') onOpen?.(row)
    else if (to !== undefined) focusRow(to)
    else return onKey?.(event, row)
    event.preventDefault()
  }
  const focusRow = (index: number) => {
    const to = Math.min(Math.max(index, 0), rows.length - 1)
    setActive(to)
    virtual.scrollToIndex(to)
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus({ preventScroll: true }),
    )
  }

  if (error && rows.length === 0) return <ErrorState error={error} onRetry={list.retry} />
  if (!isLoading && rows.length === 0) return <div className={cx(isStale && 'opacity-50')}>{empty}</div>
  const current = Math.min(active, rows.length - 1)
  return (
    <div
      ref={scroller}
      className="thin-scroll min-h-0 flex-1 overflow-auto [contain:strict]"
      data-table-scroll
    >
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-busy={isLoading || isStale}
      >
        <Head columns={columns} template={template} />
        {isLoading ? (
          <SkeletonRows columns={columns} template={template} height={rowHeight} />
        ) : (
          <div
            role="rowgroup"
            className={cx('relative transition-opacity', isStale && 'opacity-50')}
            style={{ height: virtual.getTotalSize() }}
          >
            {shown.map(({ index, start, key }) => {
              const row = rows[index]
              const place = {
                gridTemplateColumns: template,
                height: rowHeight,
                transform: `translateY(${start}px)`,
              }
              if (!row)
                return error ? (
                  <MoreFailed key="failed" top={start} onRetry={list.retry} />
                ) : (
                  <SkeletonRow
                    key="more"
                    columns={columns}
                    style={place}
                    className="absolute inset-x-0 top-0"
                  />
                )
              return (
                <div
                  key={key}
                  role="row"
                  data-index={index}
                  aria-rowindex={index + 2}
                  tabIndex={index === current ? 0 : -1}
                  onFocus={() => setActive(index)}
                  onKeyDown={(event) => walk(event, index)}
                  onClick={(event) => {
                    if (onOpen && !isOwnControl(event.target)) onOpen(row)
                  }}
                  style={place}
                  className={cx(
                    'group absolute inset-x-0 top-0 grid items-center gap-4 border-b border-line px-4 text-sm hover:bg-hover md:px-6',
                    'focus-visible:bg-hover focus-visible:-outline-offset-2',
                    onOpen && 'cursor-default',
                  )}
                >
                  {columns.map((column) => (
                    <div key={column.key} role="gridcell" className={cellClass(column)}>
                      {column.cell(row)}
                    </div>
                  ))}
                </div>
              )
            })}
          </div>
        )}
      </div>
    </div>
  )
}

/** Whether a click was meant for a button or link inside the row. */
function isOwnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, [role="menuitem"]') !== null
}

function cellClass<T>({ align }: Column<T>): string {
  return cx('min-w-0 truncate', align === 'end' && 'text-end')
}

function Head<T>({ columns, template }: { columns: Column<T>[]; template: string }) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-ground">
      <div
        role="row"
        className="grid h-9 items-center gap-4 border-y border-line px-4 text-xs font-medium text-quiet md:px-6"
        style={{ gridTemplateColumns: template }}
      >
        {columns.map((column) => (
          <div key={column.key} role="columnheader" className={cellClass(column)}>
            <span className={cx(column.hideHead && 'sr-only')}>{column.head}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

type SkeletonProps<T> = {
  columns: Column<T>[]
  style: React.CSSProperties
  className?: string
  order?: number
}

function SkeletonRow<T>({ columns, style, className, order = 0 }: SkeletonProps<T>) {
  return (
    <div
      aria-hidden
      style={style}
      className={cx('grid items-center gap-4 border-b border-line px-4 md:px-6', className)}
    >
      {columns.map((column) => (
        <div key={column.key} className={cx('flex', column.align === 'end' && 'justify-end')}>
          {column.skeleton !== 'none' && (
            <Skeleton className="h-3" style={{ width: column.skeleton ?? `${45 + ((order * 37) % 40)}%` }} />
          )}
        </div>
      ))}
    </div>
  )
}

function SkeletonRows<T>({
  columns,
  template,
  height,
}: {
  columns: Column<T>[]
  template: string
  height: number
}) {
  return Array.from({ length: skeletonRows }, (_, order) => (
    <SkeletonRow
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      key={order}
      order={order}
      columns={columns}
      style={{ gridTemplateColumns: template, height, opacity: 1 - order / skeletonRows }}
    />
  ))
}

function MoreFailed({ top, onRetry }: { top: number; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-x-0 top-0 flex h-11 items-center justify-center gap-3 text-sm text-quiet"
      style={{ transform: `translateY(${top}px)` }}
    >
      The rows after these did not arrive.
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
