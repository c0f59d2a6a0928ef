import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../ui/Button.tsx'
import { useFieldError } from '../ui/Form.tsx'
import { Picker } from '../ui/Picker.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { pageChoices } from './PageField.tsx'
import { pageQuery } from './queries.ts'

type Props = {
  pageIds: string[] | null
  onChange: (pageIds: string[] | null) => void
  /** Explains the effect of the choice. */
  hint?: string
}

/** All pages, or some. */
export function PagesField({ pageIds, onChange, hint }: Props) {
  const choices = [
    { value: 'all', label: 'All pages', hint: 'Includes pages added later' },
    { value: 'some', label: 'Selected pages', ...(hint && { hint }) },
  ] as const
  const error = useFieldError('pageIds')
  return (
    <div>
      <RadioList
        label="Pages"
        value={pageIds === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
        options={choices}
      />
      {pageIds !== null && (
        <div className="mt-3 flex flex-wrap gap-2">
          {pageIds.map((pageId) => (
            <PageChip
              key={pageId}
              pageId={pageId}
              onRemove={() => onChange(pageIds.filter((one) => one !== pageId))}
            />
          ))}
          <Picker
            {...pageChoices}
            onPick={({ pageId }) => onChange([...new Set([...pageIds, pageId])])}
            trigger={
              <Button size="sm" icon={Plus}>
                Choose a page
              </Button>
            }
          />
        </div>
      )}
      {error && pageIds?.length === 0 && (
        <p role="alert" className="mt-1.5 text-xs text-danger">
          Choose at least one.
        </p>
      )}
    </div>
  )
}

function PageChip({ pageId, onRemove }: { pageId: string; onRemove: () => void }) {
  const { data } = useQuery(pageQuery(pageId))
  const name = data?.name ?? '…'
  return (
    <span className="flex h-7 max-w-full items-center rounded-md border border-edge bg-raised ps-2.5 text-sm">
      <span className="truncate">{name}</span>
      <IconButton icon={X} label={`Remove ${name}`} size="sm" className="h-full!" onClick={onRemove} />
    </span>
  )
}
