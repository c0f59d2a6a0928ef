import { type LucideIcon, Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useAddress } from '../ui/address.ts'
import { BulkBar, type BulkProps } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { DataTable, type TableProps } from '../ui/DataTable.tsx'
import { ExportLink } from '../ui/ExportLink.tsx'
import { Total } from '../ui/figures.tsx'
import { FilterBar, SearchField } from '../ui/filters.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState } from '../ui/states.tsx'
import { useCommand } from './commands.ts'
import { PageHeader } from './PageHeader.tsx'
import { ViewsMenu } from './ViewsMenu.tsx'

/** How rows are added: the button in the header and in the empty list, its shortcut, and its command in ⌘K. */
type RowCreation = {
  label: string
  /** The button of the empty list: “Add your first account”. */
  first: string
  /** The command in ⌘K: “Add an account”. */
  command: string
  run: () => void
  icon?: LucideIcon
  keys?: string
  /** Other search words in ⌘K. */
  words?: string
}

type EmptyMessage = { title?: string; text?: ReactNode; icon?: LucideIcon; action?: ReactNode }

type Props<T> = Omit<TableProps<T>, 'label' | 'columns' | 'empty' | 'selection' | 'sort' | 'onSort'> & {
  title: string
  /** The singular and plural of a row: `['account', 'accounts']`. */
  words: readonly [one: string, many: string]
  /** Omitted if the rows are not shown as a table, such as a grid of images. */
  columns?: TableProps<T>['columns']
  draw?: (empty: ReactNode) => ReactNode
  /** Whether the list is part of another screen: no header, and a smaller button. */
  isPart?: boolean | undefined
  create?: RowCreation | false | undefined
  /** Secondary actions in the header. */
  more?: ReactNode
  /** Shown between the header and the filters. */
  above?: ReactNode
  search?: { label: string; name?: string }
  /** Filter chips and fields; each keeps its value in the URL. */
  filters?: ReactNode
  /** Saved filters and sort order. */
  views?: ComponentProps<typeof ViewsMenu>
  /** The search parameters that filter rows, besides the search text. */
  filterNames?: readonly string[]
  /** Shown after the total, at the end of the filters. */
  end?: ReactNode
  exportPath?: string
  /** The messages of a list without rows, and of one without matches. */
  none: EmptyMessage
  noMatch?: EmptyMessage | undefined
  bulk?: Omit<BulkProps, 'total'> & Pick<TableProps<T>, 'selection'>
  /** Panels that open above the list. */
  children?: ReactNode
}

/** A list screen: header, search, filters and sort order (all in the URL), and rows. */
export function ListScreen<T>(props: Props<T>) {
  const { title, words, list, isPart = false, create, search, filterNames = [], bulk, ...rest } = props
  const {
    more,
    above,
    filters,
    views,
    end,
    exportPath,
    none,
    noMatch,
    children,
    draw,
    columns = [],
    ...table
  } = rest
  const [address, change] = useAddress<Record<string, string | undefined>>()
  useCreation(create)
  const searchName = search?.name ?? 'query'
  const names = [...(search ? [searchName] : []), ...filterNames]
  const isFiltered = names.some((name) => address[name])
  const add = (label: string, look: 'primary' | 'plain' = 'primary') =>
    create && (
      <Button look={look} icon={create.icon ?? Plus} keys={create.keys ?? 'c'} onClick={create.run}>
        {label}
      </Button>
    )
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])))
  const empty = isFiltered ? (
    <EmptyState
      title={`No matching ${words[1]}`}
      action={<Button onClick={clear}>Clear filters</Button>}
      {...shown(noMatch)}
    />
  ) : (
    <EmptyState title={`No ${words[1]} yet`} action={create && add(create.first)} {...shown(none)} />
  )
  return (
    <>
      {!isPart && <PageHeader title={title} more={more} action={create && add(create.label)} />}
      <div className={cx(isPart && 'pt-3')}>
        {above}
        <FilterBar
          end={
            <span className="flex items-center gap-2">
              <Total of={list} one={words[0]} many={words[1]} />
              {exportPath && <ExportLink path={exportPath} />}
              {end}
              {isPart && create && add(create.label, 'plain')}
            </span>
          }
        >
          {search && (
            <SearchField
              label={search.label}
              value={address[searchName]}
              onChange={(text) => change({ [searchName]: text })}
            />
          )}
          {filters}
          {views && <ViewsMenu {...views} />}
        </FilterBar>
      </div>
      {draw?.(empty) ?? (
        <DataTable
          {...{ ...table, list, columns, empty }}
          label={title}
          selection={bulk?.selection}
          sort={address.sort}
          onSort={(sort) => change({ sort })}
        />
      )}
      {bulk && <BulkBar {...bulk} total={list.total} />}
      {children}
    </>
  )
}

function shown({ text, ...message }: EmptyMessage = {}) {
  return { ...message, ...(text !== undefined && { children: text }) }
}

function useCreation(create: RowCreation | false | undefined): void {
  const { keys = 'c', icon = Plus, words, command = '', run = () => {} } = create || {}
  useShortcut(keys, run, Boolean(create))
  useCommand(
    create
      ? { id: create.label, label: command, icon, keys, run, ...(words !== undefined && { words }) }
      : undefined,
  )
}
