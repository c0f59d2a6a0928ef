import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ChevronRight, Copy, MoreHorizontal, Plus, Trash2, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { AssetField, AssetLine } from '../assets/AssetField.tsx'
import { assetQuery } from '../assets/queries.ts'
import type { Asset, AssetType } from '../assets/words.ts'
import type { Block, Change } from '../documents/document.ts'
import { plainText } from '../documents/words.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Select, Switch, TextField } from '../ui/fields.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { labelOf } from './blockWords.ts'
import { type Item, newItemId, valueAt } from './changes.ts'
import { RichField } from './RichField.tsx'
import { kindOf, type PropSchema, textError } from './schema.ts'

export type FieldProps = {
  block: Block
  path: string
  schema: PropSchema
  label: string
  isRequired: boolean
  onSet: (path: string, value: unknown, key?: string) => void
  onChange: (changes: Change[], key?: string) => void
}

/** A value that a new prop or item begins with: something a person replaces. */
export function starterOf(schema: PropSchema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 0
  if (schema.type === 'array') return [withId(schema.items, starterOf(schema.items ?? {}))]
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, starterOf(schema.properties?.[name] ?? {})]),
    )
  if (kindOf(schema) === 'link') return 'action:primary'
  if (kindOf(schema)) return '{{prompt|Write something here}}'
  return schema.pattern?.includes('a-zA-Z') ? `field_${newItemId()}` : ''
}

function withId(schema: PropSchema | undefined, value: unknown): unknown {
  return schema?.properties?.id && typeof value === 'object' ? { ...value, id: newItemId() } : value
}

/** One prop of a block, as a field that suits its schema. */
export function PropField(props: FieldProps): ReactNode {
  const { schema } = props
  if (schema.title === 'Picture') return <PictureField {...props} />
  if (schema.title === 'Button') return <ButtonField {...props} />
  if (schema.enum) return <ChoiceField {...props} />
  if (schema.type === 'array') return <ListField {...props} />
  if (schema.type === 'object') return <GroupField {...props} />
  if (schema.type === 'boolean') return <SwitchField {...props} />
  if (schema.type === 'number' || schema.type === 'integer') return <NumberField {...props} />
  if (schema.pattern?.startsWith('^asset_')) return <FileField {...props} />
  const kind = kindOf(schema)
  if (kind === 'link') return <LinkField {...props} />
  return kind ? <WrittenField {...props} /> : <PlainField {...props} />
}

function WrittenField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const value = String(valueAt(block, path) ?? '')
  return (
    <RichField
      key={`${block.id} ${path}`}
      label={label}
      kind={kindOf(schema) ?? 'text'}
      value={value}
      maxLength={schema.maxLength}
      isRequired={isRequired}
      judge={(text) => textError(schema, text, isRequired)}
      onChange={(text) => onSet(path, text === '' ? undefined : text, `text ${block.id} ${path}`)}
    />
  )
}

/** A text that must keep a form; until it has it, it stays in the field. */
function PlainField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const value = String(valueAt(block, path) ?? '')
  const [draft, setDraft] = useState<string>()
  const error = draft === undefined ? undefined : textError(schema, draft, isRequired)
  return (
    <TextField
      label={label}
      optional={!isRequired}
      value={draft ?? value}
      error={error}
      onChange={({ target }) => {
        setDraft(target.value)
        if (!textError(schema, target.value, isRequired))
          onSet(path, target.value === '' ? undefined : target.value, `text ${block.id} ${path}`)
      }}
      onBlur={() => !error && setDraft(undefined)}
    />
  )
}

function NumberField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const value = valueAt(block, path)
  const [draft, setDraft] = useState<string>()
  const judge = (text: string) => {
    const number = Number(text)
    if (text.trim() === '') return isRequired ? 'Write a number' : undefined
    if (!Number.isFinite(number) || (schema.type === 'integer' && !Number.isInteger(number)))
      return 'Write a number'
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
      onChange={({ target }) => {
        setDraft(target.value)
        if (!judge(target.value))
          onSet(
            path,
            target.value.trim() === '' ? undefined : Number(target.value),
            `text ${block.id} ${path}`,
          )
      }}
      onBlur={() => !error && setDraft(undefined)}
    />
  )
}

function SwitchField({ block, path, schema, label, onSet }: FieldProps) {
  return (
    <Switch
      label={label}
      hint={schema.description}
      checked={valueAt(block, path) === true}
      onChange={(checked) => onSet(path, checked || undefined)}
    />
  )
}

function ChoiceField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
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

function FileField({ block, path, label, onSet }: FieldProps) {
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

/** A picture from the assets or uploaded here, with what it shows for people who do not see it. */
function PictureField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
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
          placeholder="Describe it for people who do not see it"
          value={picture.alt}
          maxLength={schema.properties?.alt?.maxLength ?? 300}
          onChange={({ target }) => onSet(`${path}/alt`, target.value, `text ${block.id} ${path}/alt`)}
        />
      )}
    </div>
  )
}

/** The text of a button and where it leads. */
function ButtonField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
  const { properties = {} } = schema
  return (
    <Group label={label} onRemove={isRequired ? undefined : () => onSet(path, undefined)}>
      <RichField
        label="Text of the button"
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

function LinkField({ block, path, schema, label, isRequired, onSet }: FieldProps) {
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
          onChange={({ target }) => write(target.value)}
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

function GroupField(props: FieldProps) {
  const { path, label, isRequired, onSet } = props
  return (
    <Group label={label} onRemove={isRequired ? undefined : () => onSet(path, undefined)}>
      <Fields {...props} />
    </Group>
  )
}

/** The fields of an object; those that are not there can be added. */
function Fields({ block, path, schema, onSet, onChange }: FieldProps) {
  const { properties = {}, required = [] } = schema
  const fields = Object.entries(properties).filter(([name]) => name !== 'id')
  const isShown = ([name, { type }]: [string, PropSchema]) =>
    required.includes(name) || type === 'boolean' || valueAt(block, `${path}/${name}`) !== undefined
  const missing = fields.filter((field) => !isShown(field))
  return (
    <>
      {fields.filter(isShown).map(([name, child]) => (
        <PropField
          key={name}
          {...{ block, onSet, onChange }}
          path={`${path}/${name}`}
          schema={child}
          label={labelOf(name)}
          isRequired={required.includes(name)}
        />
      ))}
      {missing.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {missing.map(([name, child]) => (
            <Button
              key={name}
              size="sm"
              look="quiet"
              icon={Plus}
              onClick={() => onSet(`${path}/${name}`, starterOf(child))}
            >
              {labelOf(name)}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

function Group({
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

function ListField(props: FieldProps) {
  const { block, path, schema, label, isRequired, onSet, onChange } = props
  const values = (valueAt(block, path) ?? []) as unknown[]
  const hasIds = schema.items?.properties?.id !== undefined
  const list = path.slice(1)
  const isTop = !list.includes('/')
  const [open, setOpen] = useState<number>()
  const canAdd = values.length < (schema.maxItems ?? Number.POSITIVE_INFINITY)
  const canRemove = values.length > (schema.minItems ?? 0)
  const add = (value: unknown, place: number) => {
    if (hasIds && isTop)
      onChange([
        {
          type: 'addItem',
          blockId: block.id,
          list,
          item: { ...(value as object), id: newItemId() },
          afterId: (values[place - 1] as Item | undefined)?.id ?? null,
        },
      ])
    else onSet(path, values.toSpliced(place, 0, withId(schema.items, value)))
    setOpen(place)
  }
  const remove = (place: number) => {
    setOpen(undefined)
    if (values.length === 1 && !isRequired) return onSet(path, undefined)
    if (hasIds && isTop)
      onChange([{ type: 'removeItem', blockId: block.id, list, itemId: (values[place] as Item).id }])
    else onSet(path, values.toSpliced(place, 1))
  }
  const move = (place: number, by: 1 | -1) => {
    const others = values.toSpliced(place, 1)
    if (hasIds && isTop)
      onChange([
        {
          type: 'moveItem',
          blockId: block.id,
          list,
          itemId: (values[place] as Item).id,
          afterId: (others[place + by - 1] as Item | undefined)?.id ?? null,
        },
      ])
    else onSet(path, others.toSpliced(place + by, 0, values[place]))
    setOpen(undefined)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="mb-1.5 flex items-center justify-between text-sm">
        <span aria-hidden className="font-medium">
          {label} <span className="font-normal text-faint">{values.length}</span>
        </span>
        {canAdd && (
          <IconButton
            icon={Plus}
            label={`Add to ${label.toLowerCase()}`}
            size="sm"
            onClick={() => add(starterOf(schema.items ?? {}), values.length)}
          />
        )}
      </div>
      <ol className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {values.map((value, place) => (
          <ItemRow
            key={hasIds ? (value as Item).id : place}
            {...props}
            schema={schema.items ?? {}}
            path={`${path}/${place}`}
            value={value}
            isOpen={open === place}
            onToggle={() => setOpen(open === place ? undefined : place)}
            onMove={(by) => move(place, by)}
            onDuplicate={canAdd ? () => add(structuredClone(value), place + 1) : undefined}
            onRemove={canRemove || !isRequired ? () => remove(place) : undefined}
            isFirst={place === 0}
            isLast={place === values.length - 1}
          />
        ))}
      </ol>
    </fieldset>
  )
}

type ItemProps = FieldProps & {
  value: unknown
  isOpen: boolean
  isFirst: boolean
  isLast: boolean
  onToggle: () => void
  onMove: (by: 1 | -1) => void
  onDuplicate: (() => void) | undefined
  onRemove: (() => void) | undefined
}

function ItemRow(props: ItemProps) {
  const { block, path, schema, value, isOpen, onToggle, onMove, onDuplicate, onRemove, isFirst, isLast } =
    props
  const name = itemName(value)
  return (
    <li>
      <div className="flex items-center pe-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-1.5 px-2 text-start text-sm hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={cx('size-3.5 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
          />
          <span className="truncate" dir="auto">
            {name}
          </span>
        </button>
        <Menu trigger={<IconButton icon={MoreHorizontal} label={`More for ${name}`} size="sm" />}>
          <MenuItem icon={ArrowUp} disabled={isFirst} onSelect={() => onMove(-1)}>
            Move up
          </MenuItem>
          <MenuItem icon={ArrowDown} disabled={isLast} onSelect={() => onMove(1)}>
            Move down
          </MenuItem>
          {onDuplicate && (
            <MenuItem icon={Copy} onSelect={onDuplicate}>
              Duplicate
            </MenuItem>
          )}
          {onRemove && (
            <>
              <MenuLine />
              <MenuItem icon={Trash2} danger onSelect={onRemove}>
                Remove
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      {isOpen && (
        <div className="space-y-3 border-t border-line bg-sunken/50 p-3">
          {schema.type === 'object' ? (
            <Fields {...props} />
          ) : (
            <PropField {...{ ...props, block, path, schema }} label={name} isRequired />
          )}
        </div>
      )}
    </li>
  )
}

/** An item by the first text it has. */
function itemName(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : ['title', 'name', 'label', 'question', 'value', 'text']
          .map((prop) => (value as Record<string, unknown>)?.[prop])
          .find((one) => typeof one === 'string')
  const words = plainText(String(text ?? ''))
    .replace(/\{\{\s*prompt\s*\|([^{}]*)\}\}/g, '$1')
    .replace(/\{\{([^{}|]*)[^{}]*\}\}/g, '$1')
  return words || 'Item'
}
