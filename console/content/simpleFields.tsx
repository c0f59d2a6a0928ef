import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { AssetField, AssetLine } from '../assets/AssetField.tsx'
import { assetQuery } from '../assets/queries.ts'
import type { Asset, AssetType } from '../assets/words.ts'
import type { Block, Change } from '../documents/document.ts'
import { kindOf, type PropSchema, textError } from '../documents/schema.ts'
import { IconButton } from '../ui/Button.tsx'
import { Select, Switch, TextField } from '../ui/fields.tsx'
import { valueAt } from './changes.ts'
import { RichField } from './RichField.tsx'

export type FieldProps = {
  block: Block
  path: string
  schema: PropSchema
  label: string
  isRequired: boolean
  onSet: (path: string, value: unknown, key?: string) => void
  onChange: (changes: Change[], key?: string) => void
}

export function WrittenField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const kind = kindOf(schema)
  const value = String(valueAt(block, path) ?? '')
  return (
    <RichField
      key={`${block.id} ${path}`}
      label={label}
      kind={kind === undefined || kind === 'link' ? 'text' : kind}
      value={value}
      maxLength={schema.maxLength}
      isRequired={isRequired}
      judge={(text) => textError(schema, text, isRequired)}
      onChange={(text) => onSet(path, text === '' ? undefined : text, `text ${block.id} ${path}`)}
    />
  )
}

/** A text with a required format; invalid text stays in the field and is not passed on. */
export function PlainField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const value = String(valueAt(block, path) ?? '')
  const [draft, setDraft] = useState<string>()
  const error = draft === undefined ? undefined : textError(schema, draft, isRequired)
  return (
    <TextField
      label={label}
      optional={!isRequired}
      value={draft ?? value}
      error={error}
      onChange={(value) => {
        setDraft(value)
        if (!textError(schema, value, isRequired))
          onSet(path, value === '' ? undefined : value, `text ${block.id} ${path}`)
      }}
      onBlur={() => !error && setDraft(undefined)}
    />
  )
}

export function NumberField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const value = valueAt(block, path)
  const [draft, setDraft] = useState<string>()
  const judge = (text: string) => {
    const number = Number(text)
    if (text.trim() === '') return isRequired ? 'Enter a number' : undefined
    if (!Number.isFinite(number) || (schema.type === 'integer' && !Number.isInteger(number)))
      return 'Enter a number'
    if (schema.minimum !== undefined && number < schema.minimum) return `At least ${schema.minimum}`
    if (schema.maximum !== undefined && number > schema.maximum) return `At most ${schema.maximum}`
    return undefined
  }
  const error = draft === undefined ? undefined : judge(draft)
  return (
    <TextField
      label={label}
      optional={!isRequired}
      inputMode="decimal"
      value={draft ?? String(value ?? '')}
      error={error}
      onChange={(value) => {
        setDraft(value)
        if (!judge(value))
          onSet(path, value.trim() === '' ? undefined : Number(value), `text ${block.id} ${path}`)
      }}
      onBlur={() => !error && setDraft(undefined)}
    />
  )
}

export function SwitchField({ block, path, schema, label, onSet }: FieldProps) {
  return (
    <Switch
      label={label}
      hint={schema.description}
      checked={valueAt(block, path) === true}
      onChange={(checked) => onSet(path, checked || undefined)}
    />
  )
}

export function ChoiceField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const value = String(valueAt(block, path) ?? '')
  const options = (schema.enum ?? []).map((choice) => ({
    value: choice,
    label: choice.charAt(0).toUpperCase() + choice.slice(1).replaceAll('-', ' '),
  }))
  return (
    <Select
      label={label}
      value={value}
      options={isRequired ? options : [{ value: 'none', label: 'None' }, ...options]}
      onChange={(next) => onSet(path, next === 'none' ? undefined : next)}
    />
  )
}

export function FileField({ block, path, label, onSet }: FieldProps) {
  const assetId = String(valueAt(block, path) ?? '')
  const type: AssetType = block.type === 'video' ? 'video' : 'custom-component'
  return (
    <ChosenAsset label={label} assetId={assetId} type={type} onPick={(asset) => onSet(path, asset.assetId)} />
  )
}

type ChosenProps = {
  label: string
  assetId: string
  type: AssetType
  uploadAs?: AssetType
  onPick: (asset: Asset) => void
  onClear?: (() => void) | undefined
}

function ChosenAsset({ assetId, ...field }: ChosenProps) {
  const { data } = useQuery({ ...assetQuery(assetId), enabled: assetId !== '' })
  return <AssetField name={assetId} {...field} value={data && <AssetLine asset={data} />} />
}

/** An image from the assets or a new upload, with its alternative text. */
export function PictureField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const picture = valueAt(block, path) as { assetId: string; alt: string } | undefined
  const type: AssetType = block.type === 'logos' ? 'logo' : 'image'
  return (
    <div className="space-y-2">
      <ChosenAsset
        label={label}
        assetId={picture?.assetId ?? ''}
        type={type}
        uploadAs={type}
        onPick={(asset) =>
          onSet(path, {
            assetId: asset.assetId,
            alt: asset.aiDescription?.slice(0, 300) || picture?.alt || '',
          })
        }
        onClear={isRequired || !picture ? undefined : () => onSet(path, undefined)}
      />
      {picture?.assetId && (
        <TextField
          label="Description"
          hideLabel
          placeholder="Describe it for people who can’t see it"
          value={picture.alt}
          maxLength={schema.properties?.alt?.maxLength ?? 300}
          onChange={(value) => onSet(`${path}/alt`, value, `text ${block.id} ${path}/alt`)}
        />
      )}
    </div>
  )
}

/** The label of a button and its target. */
export function ButtonField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const { properties = {} } = schema
  return (
    <Group label={label} onRemove={isRequired ? undefined : () => onSet(path, undefined)}>
      <RichField
        label="Button text"
        hideLabel
        kind="text"
        value={String(valueAt(block, `${path}/label`) ?? '')}
        maxLength={properties.label?.maxLength}
        isRequired
        judge={(text) => textError(properties.label ?? {}, text, true)}
        onChange={(text) => onSet(`${path}/label`, text, `text ${block.id} ${path}/label`)}
      />
      <LinkField
        {...{ block, onSet, isRequired: true }}
        path={`${path}/link`}
        schema={properties.link ?? {}}
        label="Link"
        onChange={() => {}}
      />
    </Group>
  )
}

export function LinkField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const value = String(valueAt(block, path) ?? '')
  const [draft, setDraft] = useState<string>()
  const isMain = (draft ?? value) === 'action:primary'
  const error = draft === undefined ? undefined : textError(schema, draft, isRequired)
  const id = useId()
  const write = (text: string) => {
    setDraft(text)
    if (!textError(schema, text, isRequired))
      onSet(path, text === '' ? undefined : text, `text ${block.id} ${path}`)
  }
  return (
    <div className="space-y-1.5">
      {!isMain && (
        <TextField
          label={label}
          hideLabel={label === 'Link'}
          dir="ltr"
          value={draft ?? value}
          placeholder="https://, mailto:, /path or #block"
          error={error && 'Start with https://, mailto:, tel:, / or #'}
          onChange={write}
          onBlur={() => !error && setDraft(undefined)}
        />
      )}
      <label htmlFor={id} className="flex items-center gap-2 text-sm text-quiet">
        <input
          id={id}
          type="checkbox"
          checked={isMain}
          onChange={({ target }) => write(target.checked ? 'action:primary' : '/')}
          className="size-4"
        />
        The page’s main action
      </label>
    </div>
  )
}

/** A fieldset. */
export function Group({
  label,
  onRemove,
  children,
}: {
  label: string
  onRemove: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="mb-1.5 flex items-center justify-between text-sm">
        <span aria-hidden className="font-medium">
          {label}
        </span>
        {onRemove && (
          <IconButton icon={X} label={`Remove ${label.toLowerCase()}`} size="sm" onClick={onRemove} />
        )}
      </div>
      <div className="space-y-3 rounded-lg border border-line p-3">{children}</div>
    </fieldset>
  )
}
