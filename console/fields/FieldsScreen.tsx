import { useQuery } from '@tanstack/react-query'
import { ListPlus, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AdminOnly } from '../shell/AdminOnly.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Select, TextArea, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import {
  type CustomField,
  type FieldOwner,
  fieldsQuery,
  fieldTypeWords,
  ownerWords,
  useCreateField,
  useDeleteField,
} from './queries.ts'
import type { FieldsSearch } from './routes.ts'

const owners = ['account', 'person'] as const

/** What a tenant wants to know of its accounts and people beyond what everybody does. */
export function FieldsScreen() {
  return (
    <AdminOnly title="Custom fields">
      <Fields />
    </AdminOnly>
  )
}

function Fields() {
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
      <CreateField open={search.create === true} onClose={() => change({ create: undefined })} />
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

const formId = 'create-field'

function CreateField({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateField()
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title="Add a field"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" keys="mod+enter" busy={create.isPending}>
            Add field
          </Button>
        </>
      }
    >
      {open && <FieldForm create={create} onClose={onClose} />}
    </SidePanel>
  )
}

/** `Renewal date` → `renewal_date` */
function keyOf(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_$/g, '')
    .slice(0, 40)
}

function FieldForm({ create, onClose }: { create: ReturnType<typeof useCreateField>; onClose: () => void }) {
  const [owner, setOwner] = useState<FieldOwner>('account')
  const [label, setLabel] = useState('')
  const [key, setKey] = useState<string>()
  const [type, setType] = useState<CustomField['type']>('text')
  const [choices, setChoices] = useState('')
  const submit = () =>
    !create.isPending &&
    create.mutate(
      {
        owner,
        label: label.trim(),
        key: key ?? keyOf(label),
        type,
        ...(type === 'choice' && {
          choices: [...new Set(choices.split('\n').map((one) => one.trim()))].filter(Boolean),
        }),
      },
      {
        onSuccess: () => {
          notify(`${label.trim()} added`)
          onClose()
        },
      },
    )
  return (
    <Form id={formId} onSubmit={submit} error={create.error} className="space-y-5 p-5">
      <Select
        label="For"
        name="owner"
        value={owner}
        onChange={setOwner}
        options={owners.map((value) => ({ value, label: ownerWords[value] }))}
      />
      <TextField
        label="Name"
        name="label"
        placeholder="Renewal date"
        maxLength={100}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <TextField
        label="Key"
        name="key"
        dir="ltr"
        hint="What placeholders and the API call it. It can’t be changed later."
        maxLength={40}
        value={key ?? keyOf(label)}
        onChange={(event) => setKey(event.target.value)}
      />
      <Select
        label="Type"
        name="type"
        value={type}
        onChange={setType}
        options={(Object.keys(fieldTypeWords) as CustomField['type'][]).map((value) => ({
          value,
          label: fieldTypeWords[value],
        }))}
      />
      {type === 'choice' && (
        <TextArea
          label="Choices"
          name="choices"
          hint="One per line"
          rows={5}
          value={choices}
          onChange={(event) => setChoices(event.target.value)}
        />
      )}
    </Form>
  )
}
