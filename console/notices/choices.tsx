import { useQuery } from '@tanstack/react-query'
import { FileText, Plus, X } from 'lucide-react'
import { noticeKinds, noticeKindWords } from '../../shared/noticeWords.ts'
import { pageQuery, pagesQuery } from '../pages/queries.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { useFieldError } from '../ui/Form.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { Picker } from '../ui/Picker.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import type { Channel } from './queries.ts'

/** Which kinds of notices a channel gets. */
export function Kinds({
  kinds,
  onChange,
}: {
  kinds: Channel['kinds']
  onChange: (kinds: Channel['kinds']) => void
}) {
  const error = useFieldError('kinds')
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Notify about</legend>
      <div className="space-y-2.5">
        {noticeKinds.map((kind) => (
          <Checkbox
            key={kind}
            {...noticeKindWords[kind]}
            checked={kinds.includes(kind)}
            onChange={(isOn) => onChange(isOn ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-xs text-danger">
          {kinds.length === 0 ? 'Choose at least one.' : error}
        </p>
      )}
    </fieldset>
  )
}

const pageChoices = [
  { value: 'all', label: 'All pages', hint: 'Includes pages added later' },
  { value: 'some', label: 'Selected pages' },
] as const

type PagesProps = { pageIds: Channel['pageIds']; onChange: (pageIds: Channel['pageIds']) => void }

/** Which pages a channel gets notices of. */
export function Pages({ pageIds, onChange }: PagesProps) {
  return (
    <div>
      <RadioList
        label="Pages"
        value={pageIds === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
        options={pageChoices}
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
            find="Find a page"
            placeholder="Name of the page"
            query={(query: string) => pagesQuery(query ? { query } : {})}
            keyOf={({ pageId }) => pageId}
            show={({ name }) => (
              <>
                <FileText aria-hidden className="size-4 shrink-0 text-quiet" />
                <span className="min-w-0 flex-1 truncate">{name}</span>
              </>
            )}
            onPick={({ pageId }) => onChange([...new Set([...pageIds, pageId])])}
            trigger={
              <Button size="sm" icon={Plus}>
                Choose a page
              </Button>
            }
          />
        </div>
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
