import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Layers, ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { ChipFrame } from '../ui/filters.tsx'
import { PopoverPanel, RangeFields, type RangeText } from '../ui/PopoverPanel.tsx'
import { type FieldOwner, fieldsQuery } from './queries.ts'
import { type CustomField, describeFilter } from './words.ts'

const mostFilters = 5

type Props = {
  owner: FieldOwner
  /** Each `key:value` or `key:from..to`, as in the API. */
  value: readonly string[]
  onChange: (value: string[] | undefined) => void
}

/** Filters by custom fields: a chip for each filter, and a button to add one. */
export function CustomFilterField({ owner, value, onChange }: Props) {
  const { data } = useQuery(fieldsQuery)
  const mayWrite = useMay('write')
  const fields = data?.items.filter((field) => field.owner === owner) ?? []
  const free = fields.filter(({ key }) => !value.some((one) => one.startsWith(`${key}:`)))
  const remove = (gone: string) => {
    const left = value.filter((one) => one !== gone)
    onChange(left.length > 0 ? left : undefined)
  }
  return (
    <>
      {value.map((one) => (
        <Chip key={one} text={one} fields={fields} onRemove={() => remove(one)} />
      ))}
      {free.length > 0 && value.length < mostFilters && (
        <AddFilter fields={free} onAdd={(next) => onChange([...value, next])} />
      )}
      {mayWrite && value.length > 0 && (
        <Link
          to="/batches/new"
          search={owner === 'account' ? { accounts: [...value] } : { persons: [...value] }}
          className={buttonClass('quiet')}
        >
          <Layers aria-hidden className="size-4" />
          Make pages for these
        </Link>
      )}
    </>
  )
}

type ChipProps = { text: string; fields: readonly CustomField[]; onRemove: () => void }

function Chip({ text, fields, onRemove }: ChipProps) {
  const words = describeFilter(text, fields)
  return (
    <ChipFrame clearLabel={`Remove the filter ${words}`} onClear={onRemove} className="ps-2.5">
      <span className="max-w-56 truncate">{words}</span>
    </ChipFrame>
  )
}

function AddFilter({ fields, onAdd }: { fields: readonly CustomField[]; onAdd: (text: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverPanel
      label="Filter by a custom field"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-72 p-4"
      trigger={
        <button
          type="button"
          className="flex h-8 items-center gap-1.5 rounded-md border border-dashed border-edge px-2.5 text-sm text-quiet transition-colors hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
        >
          <ListFilter aria-hidden className="size-3.5" />
          Custom field
        </button>
      }
    >
      <FilterForm
        fields={fields}
        onAdd={(text) => {
          setIsOpen(false)
          onAdd(text)
        }}
      />
    </PopoverPanel>
  )
}

const noRange: RangeText = ['', '']

function FilterForm({ fields, onAdd }: { fields: readonly CustomField[]; onAdd: (text: string) => void }) {
  const [key, setKey] = useState(fields[0]?.key ?? '')
  const [value, setValue] = useState('')
  const [range, setRange] = useState(noRange)
  const field = fields.find((one) => one.key === key) ?? fields[0]
  if (!field) return null
  const { type } = field
  const chosen = type === 'choice' && !field.choices.includes(value) ? (field.choices[0] ?? '') : value
  const isRange = type === 'number' || type === 'date'
  const fault = isRange ? faultOfRange(type, range) : undefined
  const text = isRange ? rangeText(range) : chosen.trim()
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble from a form in a portal to the form around it.
        event.stopPropagation()
        if (text !== '' && !fault) onAdd(`${field.key}:${text}`)
      }}
    >
      <Select
        label="Field"
        options={fields.map((one) => ({ value: one.key, label: one.label }))}
        value={field.key}
        onChange={(next) => {
          setKey(next)
          setValue('')
          setRange(noRange)
        }}
      />
      {isRange ? (
        <RangeFields type={type} labels={['From', 'To']} value={range} onChange={setRange} />
      ) : type === 'choice' ? (
        <Select
          label="Is"
          options={field.choices.map((choice) => ({ value: choice, label: choice }))}
          value={chosen}
          onChange={setValue}
        />
      ) : (
        <TextField label="Is" type={type} value={value} onChange={setValue} />
      )}
      {fault && <p className="text-xs text-danger">{fault}</p>}
      <Button type="submit" look="primary" className="w-full" disabled={text === '' || fault !== undefined}>
        Apply
      </Button>
    </form>
  )
}

/** A range in the API's format; a single value if both ends are equal. */
function rangeText([from, to]: RangeText): string {
  if (from === to) return from
  return `${from}..${to}`
}

function faultOfRange(type: 'number' | 'date', [from, to]: RangeText): string | undefined {
  if (from === '' || to === '') return undefined
  const isReversed = type === 'number' ? Number(from) > Number(to) : from > to
  return isReversed ? 'From must not be greater than To.' : undefined
}
