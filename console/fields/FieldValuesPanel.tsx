import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Facts, Part } from '../activity/HistoryLayout.tsx'
import { dates, exactNumber } from '../api/locale.ts'
import { useMay } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { type FieldOwner, type FieldValues, fieldsQuery, useSaveValues, valuesQuery } from './queries.ts'
import type { CustomField } from './words.ts'

/** The custom fields of an account or person. Renders nothing if none are defined. */
export function FieldValuesPanel({ owner, id }: { owner: FieldOwner; id: string }) {
  const fields = useQuery(fieldsQuery).data?.items.filter((field) => field.owner === owner) ?? []
  const { data } = useQuery({ ...valuesQuery(owner, id), enabled: fields.length > 0 })
  const [isEditing, setIsEditing] = useState(false)
  const mayWrite = useMay('write')
  if (fields.length === 0 || !data) return null
  return (
    <Part
      title="Fields"
      action={
        mayWrite &&
        !isEditing && (
          <Button look="quiet" size="sm" icon={Pencil} onClick={() => setIsEditing(true)}>
            Edit fields
          </Button>
        )
      }
    >
      {isEditing ? (
        <EditValues {...{ owner, id, fields }} values={data.fields} onDone={() => setIsEditing(false)} />
      ) : (
        <Facts
          facts={fields.map((field) => [
            field.label,
            <Value key={field.key} field={field} value={data.fields[field.key]} />,
          ])}
        />
      )}
    </Part>
  )
}

const day = dates({ dateStyle: 'medium', timeZone: 'UTC' })

function Value({ field: { type }, value }: { field: CustomField; value: string | number | undefined }) {
  if (value === undefined) return <span className="text-faint">–</span>
  if (type === 'number') return <span className="tabular-nums">{exactNumber(Number(value))}</span>
  if (type === 'date') return day.format(new Date(`${value}T00:00:00Z`))
  if (type !== 'url') return <span title={String(value)}>{value}</span>
  return (
    <a
      href={String(value)}
      target="_blank"
      rel="noreferrer"
      className="underline decoration-edge underline-offset-3 hover:decoration-current"
    >
      {String(value).replace(/^https?:\/\/(www\.)?/, '')}
    </a>
  )
}

type EditProps = {
  owner: FieldOwner
  id: string
  fields: CustomField[]
  values: FieldValues
  onDone: () => void
}

function EditValues({ owner, id, fields, values, onDone }: EditProps) {
  const save = useSaveValues(owner, id)
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ key }) => [key, String(values[key] ?? '')])),
  )
  const change = (key: string, text: string) => setTexts({ ...texts, [key]: text })
  const submit = () => {
    if (save.isPending) return
    const entries = fields.map(({ key, type }) => {
      const text = texts[key]?.trim() ?? ''
      const number = Number(text)
      return [key, text === '' ? null : type === 'number' && !Number.isNaN(number) ? number : text] as const
    })
    save.mutate(Object.fromEntries(entries), { onSuccess: onDone })
  }
  return (
    <Form onSubmit={submit} error={save.error} className="space-y-4">
      {fields.map(({ key, label, type, choices }) =>
        type === 'choice' ? (
          <Select
            key={key}
            label={label}
            name={`fields/${key}`}
            value={texts[key] || 'none'}
            onChange={(next) => change(key, next === 'none' ? '' : next)}
            options={[{ value: 'none', label: '–' }, ...choices.map((value) => ({ value, label: value }))]}
          />
        ) : (
          <TextField
            key={key}
            label={label}
            name={`fields/${key}`}
            type={type === 'date' ? 'date' : 'text'}
            inputMode={type === 'number' ? 'decimal' : type === 'url' ? 'url' : 'text'}
            value={texts[key] ?? ''}
            onChange={(value) => change(key, value)}
          />
        ),
      )}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button size="sm" type="submit" look="primary" busy={save.isPending}>
          Save fields
        </Button>
      </div>
    </Form>
  )
}
