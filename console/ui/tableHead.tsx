import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Selection } from './selection.ts'
import { boxClass, type Column, cellClass } from './tableRows.tsx'

type HeadProps<T> = {
  columns: Column<T>[]
  template: string
  selection: Selection<T> | undefined
  sort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
}

export function Head<T>({ columns, template, selection, sort, onSort }: HeadProps<T>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-ground">
      <div
        role="row"
        className="grid h-9 items-center gap-4 border-y border-line px-4 text-xs font-medium text-quiet md:px-6"
        style={{ gridTemplateColumns: template }}
      >
        {selection && (
          <div role="columnheader" className="flex">
            <input
              type="checkbox"
              aria-label="Select all rows"
              checked={selection.isEveryLoaded}
              ref={(node) => {
                if (node) node.indeterminate = selection.count > 0 && !selection.isEveryLoaded
              }}
              onChange={selection.toggleLoaded}
              className={boxClass}
            />
          </div>
        )}
        {columns.map((column) => (
          <div
            key={column.key}
            role="columnheader"
            aria-sort={column.sort === undefined ? undefined : sortOf(column.sort, sort)}
            className={cellClass(column)}
          >
            {column.sort && onSort ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : (
              <span className={cx(column.hideHead && 'sr-only')}>{column.head}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

function sortOf(name: string, sort: string | undefined): 'ascending' | 'descending' | 'none' {
  return sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'
}

type SortProps = {
  column: Pick<Column<never>, 'head' | 'align' | 'sort'>
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** Sorts by its column, then in reverse, then by the default. */
function SortButton({ column: { head, align, sort: name = '' }, sort, onSort }: SortProps) {
  const steps = align === 'end' ? [`-${name}`, name, undefined] : [name, `-${name}`, undefined]
  const state = sortOf(name, sort)
  const Arrow = state === 'ascending' ? ArrowUp : ArrowDown
  const next = state === 'none' ? steps[0] : steps[steps.indexOf(sort) + 1]
  return (
    <button
      type="button"
      onClick={() => onSort(next)}
      className={cx(
        'group/sort inline-flex max-w-full items-center gap-1 rounded-sm py-1.5 hover:text-ink',
        align === 'end' && 'flex-row-reverse',
        state !== 'none' && 'font-semibold text-ink',
      )}
    >
      <span className="truncate">{head}</span>
      <Arrow
        aria-hidden
        className={cx(
          'size-3.5 shrink-0',
          state === 'none' && 'opacity-0 group-hover/sort:opacity-50 group-focus-visible/sort:opacity-50',
        )}
      />
    </button>
  )
}

export const groupHeight = 33

/** The heading of a group of rows. */
export function GroupHead({ top, children }: { top: number; children: ReactNode }) {
  return (
    <div
      role="row"
      className="absolute inset-x-0 top-0 flex items-center border-b border-line bg-sunken px-4 text-xs md:px-6"
      style={{ height: groupHeight, transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className="flex min-w-0 items-center gap-3">
        {children}
      </span>
    </div>
  )
}
