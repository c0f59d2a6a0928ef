import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { DemoBadge } from '../home/DemoLine.tsx'
import { ChipButton, ChipFrame } from '../ui/filters.tsx'
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
    <ChipFrame
      isChosen={pageId !== undefined}
      clearLabel="Show every page"
      onClear={() => onChange(undefined)}
    >
      <Picker
        {...pageChoices}
        onPick={(page) => onChange(page.pageId)}
        trigger={<ChipButton label="Page" chosen={name} />}
      />
    </ChipFrame>
  )
}
