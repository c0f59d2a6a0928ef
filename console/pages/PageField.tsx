import { useQuery } from '@tanstack/react-query'
import { FileText, ListFilter, X } from 'lucide-react'
import { DemoBadge } from '../home/DemoLine.tsx'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Picker, PickerField } from '../ui/Picker.tsx'
import { pageQuery, pagesQuery } from './queries.ts'
import type { Page } from './words.ts'

/** The labels and search of every page picker. */
export const pageChoices = {
  find: 'Find a page',
  placeholder: 'Name of the page',
  query: (query: string) => pagesQuery(query ? { query } : {}),
  keyOf: ({ pageId }: Page) => pageId,
  show: ({ pageId, name }: Page) => (
    <>
      <FileText aria-hidden className="size-4 shrink-0 text-quiet" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <DemoBadge pageId={pageId} />
    </>
  ),
}

function usePageName(pageId: string | undefined): string | undefined {
  const { data, error } = useQuery({ ...pageQuery(pageId ?? ''), enabled: pageId !== undefined })
  return pageId && (data?.name ?? (error ? 'Not found' : '…'))
}

type Props = { pageId: string | undefined; onChange: (pageId: string) => void; hint?: string }

/** A field that picks a page. */
export function PageField({ pageId, onChange, hint }: Props) {
  const name = usePageName(pageId)
  return (
    <PickerField
      {...pageChoices}
      label="Page"
      name="pageId"
      empty="Choose a page"
      hint={hint}
      value={name && <span className="truncate">{name}</span>}
      onPick={(page) => onChange(page.pageId)}
    />
  )
}

type FilterProps = { pageId: string | undefined; onChange: (pageId: string | undefined) => void }

/** A filter chip for one page. */
export function PageFilter({ pageId, onChange }: FilterProps) {
  const name = usePageName(pageId)
  return (
    <div
      className={cx(
        'flex h-8 max-w-full items-center rounded-md border text-sm transition-colors',
        pageId ? 'border-edge bg-raised shadow-low' : 'border-dashed border-edge text-quiet',
      )}
    >
      <Picker
        {...pageChoices}
        onPick={(page) => onChange(page.pageId)}
        trigger={
          <button
            type="button"
            className="flex h-full min-w-0 items-center gap-1.5 rounded-md px-2.5 hover:bg-hover hover:text-ink"
          >
            {!pageId && <ListFilter aria-hidden className="size-3.5" />}
            <span className={cx(pageId && 'text-quiet')}>Page</span>
            {name && <span className="truncate font-medium">{name}</span>}
          </button>
        }
      />
      {pageId && (
        <IconButton
          icon={X}
          label="Show every page"
          size="sm"
          className="h-full!"
          onClick={() => onChange(undefined)}
        />
      )}
    </div>
  )
}
