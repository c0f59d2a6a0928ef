import { useQuery } from '@tanstack/react-query'
import { ListPlus, Plus, Trash2 } from 'lucide-react'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { CreateFieldPanel } from './CreateFieldPanel.tsx'
import {
  type FieldOwner,
  fieldsQuery,
  fieldTypeWords,
  owners,
  ownerWords,
  useDeleteField,
} from './queries.ts'
import type { FieldsSearch } from './search.ts'
import type { CustomField } from './words.ts'

/** The tenant's custom fields of accounts and persons. */
export function FieldsScreen() {
  const [search, change] = useAddress<FieldsSearch>()
  const { data, error, refetch } = useQuery(fieldsQuery)
  const create = () => change({ create: true })
  useShortcut('c', create)
  const add = (label: string) => (
    <Button look="primary" icon={Plus} keys="c" onClick={create}>
      {label}
    </Button>
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title="Custom fields" action={add('Add field')} />
      <div className="thin-scroll min-h-0 flex-1 space-y-8 overflow-y-auto px-4 py-3 md:px-6">
        {!data && <Skeleton className="h-24 max-w-3xl" />}
        {data?.items.length === 0 && (
          <EmptyState icon={ListPlus} title="No custom fields yet" action={add('Add your first field')}>
            Add what you know about accounts and people, such as an industry or a renewal date. Pages can show
            it, and the agent uses it.
          </EmptyState>
        )}
        {owners.map((owner) => (
          <Group
            key={owner}
            owner={owner}
            fields={data?.items.filter((field) => field.owner === owner) ?? []}
          />
        ))}
      </div>
      {search.create && <CreateFieldPanel onClose={() => change({ create: undefined })} />}
    </>
  )
}

function Group({ owner, fields }: { owner: FieldOwner; fields: CustomField[] }) {
  const remove = useDeleteField()
  if (fields.length === 0) return null
  return (
    <section aria-label={ownerWords[owner]} className="max-w-3xl">
      <h2 className="mb-1 text-sm font-semibold">{ownerWords[owner]}</h2>
      <ul className="divide-y divide-line">
        {fields.map((field) => (
          <li key={field.fieldId} className="flex items-center gap-4 py-2.5 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{field.label}</span>
              <code
                dir="ltr"
                className="block truncate text-xs text-quiet"
              >{`{{${owner}.fields.${field.key}}}`}</code>
            </span>
            <span className="truncate text-quiet" title={field.choices.join('\n')}>
              {fieldTypeWords[field.type]}
              {field.choices.length > 0 && ` of ${field.choices.length}`}
            </span>
            <IconButton
              icon={Trash2}
              label={`Delete ${field.label}`}
              size="sm"
              onClick={() => void remove(field)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
