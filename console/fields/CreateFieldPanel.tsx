import { useState } from 'react'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Select, TextArea, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { type FieldOwner, fieldTypeWords, owners, ownerWords, useCreateField } from './queries.ts'
import type { CustomField } from './words.ts'

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

type Props = {
  onClose: () => void
  /** The initial name, such as the heading of a column. */
  name?: string
  onCreated?: (field: CustomField) => void
}

export function CreateFieldPanel({ onClose, name = '', onCreated }: Props) {
  const create = useCreateField()
  const [owner, setOwner] = useState<FieldOwner>('account')
  const [label, setLabel] = useState(name)
  const [key, setKey] = useState<string>()
  const [type, setType] = useState<CustomField['type']>('text')
  const [choices, setChoices] = useState('')
  const submit = () =>
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
        onSuccess: (field) => {
          notify(`${label.trim()} added`)
          onCreated?.(field)
          onClose()
        },
      },
    )
  return (
    <FormPanel title="Add a field" verb="Add field" onClose={onClose} onSubmit={submit} save={create}>
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
        required
        placeholder="Renewal date"
        maxLength={100}
        value={label}
        onChange={setLabel}
      />
      <TextField
        label="Key"
        name="key"
        dir="ltr"
        hint="What placeholders and the API call it: a small letter, then letters, digits and underscores. It can’t be changed later."
        maxLength={40}
        value={key ?? keyOf(label)}
        onChange={setKey}
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
          onChange={setChoices}
        />
      )}
    </FormPanel>
  )
}
