import { type CSSProperties, type KeyboardEvent, memo, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import type { Selection } from './selection.ts'
import { Skeleton } from './states.tsx'
import type { Width } from './width.ts'

export type Column<T> = {
  key: string
  head: string
  cell: (row: T) => ReactNode
  /** A CSS grid track: `minmax(0, 1fr)`, `120px`. */
  width: string
  align?: 'start' | 'end'
  /** The minimum width of the window to show it; always shown if omitted. */
  from?: Width
  /** The width of its skeleton; `none` for none. */
  skeleton?: string
  /** Hides the heading visually, but not for assistive technology. */
  hideHead?: boolean
  /** The name to sort by in the API; figures (`align: 'end'`) start with the largest. */
  sort?: string
}

const skeletonRows = 10

type RowProps<T> = {
  row: T
  index: number
  columns: Column<T>[]
  style: CSSProperties
  /** Whether the row is in the tab order; one row is. */
  isStop: boolean
  isMarked: boolean
  onOpen: ((row: T) => void) | undefined
  walk: { enter: (index: number) => void; press: (event: KeyboardEvent, index: number) => void }
  selection: Selection<T> | undefined
}

export function Row<T>({
  row,
  index,
  columns,
  style,
  isStop,
  isMarked,
  onOpen,
  walk,
  selection,
}: RowProps<T>) {
  const isSelected = selection?.has(row)
  return (
    <div
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => walk.enter(index)}
      onKeyDown={(event) => walk.press(event, index)}
      onClick={(event) => {
        if (onOpen && !isOwnControl(event.target)) onOpen(row)
      }}
      style={style}
      className={cx(
        'group absolute inset-x-0 top-0 grid items-center gap-4 border-b border-line px-4 text-sm hover:bg-hover md:px-6',
        'focus-visible:bg-hover focus-visible:-outline-offset-2',
        (isSelected || isMarked) && 'bg-tint hover:bg-tint',
      )}
    >
      {selection && (
        <div role="gridcell" className="flex">
          <input
            type="checkbox"
            aria-label={`Select ${selection.nameOf(row)}`}
            checked={isSelected}
            tabIndex={-1}
            onChange={({ nativeEvent }) =>
              selection.toggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            className={boxClass}
          />
        </div>
      )}
      <Cells row={row} columns={columns} />
    </div>
  )
}

type CellsProps<T> = Pick<RowProps<T>, 'row' | 'columns'>

/** Memoised, as the table renders with every scroll, selection and loaded page. */
const Cells = memo(function Cells<T>({ row, columns }: CellsProps<T>) {
  return columns.map((column) => (
    <div key={column.key} role="gridcell" className={cellClass(column)}>
      {column.cell(row)}
    </div>
  ))
}) as <T>(props: CellsProps<T>) => ReactNode

export const boxClass = 'size-4 cursor-pointer max-md:size-5'

/** Whether a click was on a button or link inside the row. */
function isOwnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, [role="menuitem"]') !== null
}

export function cellClass<T>({ align }: Column<T>): string {
  return cx(
    'min-w-0 truncate [&_a]:-outline-offset-2 [&_button]:-outline-offset-2',
    align === 'end' && 'text-end',
  )
}

type SkeletonProps<T> = {
  columns: Column<T>[]
  style: CSSProperties
  className?: string
  order?: number
  hasBox?: boolean
}

export function SkeletonRow<T>({ columns, style, className, order = 0, hasBox = false }: SkeletonProps<T>) {
  return (
    <div
      aria-hidden
      style={style}
      className={cx('grid items-center gap-4 border-b border-line px-4 md:px-6', className)}
    >
      {hasBox && <span />}
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

export function SkeletonRows<T>({
  columns,
  template,
  height,
  hasBox,
}: {
  columns: Column<T>[]
  template: string
  height: number
  hasBox: boolean
}) {
  return Array.from({ length: skeletonRows }, (_, order) => (
    <SkeletonRow
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
      key={order}
      order={order}
      columns={columns}
      hasBox={hasBox}
      style={{ gridTemplateColumns: template, height, opacity: 1 - order / skeletonRows }}
    />
  ))
}

export function MoreFailed({ top, onRetry }: { top: number; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-x-0 top-0 flex h-11 items-center justify-center gap-3 text-sm text-quiet"
      style={{ transform: `translateY(${top}px)` }}
    >
      Couldn’t load more rows.
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
