import { ArrowDown, ArrowUp, ChevronRight, Copy, MoreHorizontal, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { plainText } from '../../shared/plainText.ts'
import { kindOf, type PropSchema } from '../documents/schema.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { FieldSlot, useAdding } from './adding.tsx'
import { propLabel } from './blockWords.ts'
import { type ListItem, newItemId, valueAt } from './changes.ts'
import {
  ButtonField,
  ChoiceField,
  type FieldProps,
  FileField,
  Group,
  LinkField,
  NumberField,
  PictureField,
  PlainField,
  SwitchField,
  WrittenField,
} from './simpleFields.tsx'
import { starterOf, withId } from './starters.ts'

/** The field for one prop of a block, chosen by its schema. */
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

function GroupField(props: FieldProps) {
  const { path, label, isRequired, onSet } = props
  return (
    <Group label={label} onRemove={isRequired ? undefined : () => onSet(path, undefined)}>
      <Fields {...props} />
    </Group>
  )
}

/** The fields of an object, with buttons for those that are missing. */
function Fields({ block, path, schema, onSet, onChange }: FieldProps) {
  const { properties = {}, required = [] } = schema
  const { isOpened, isFresh, add, set } = useAdding(onSet)
  const fields = Object.entries(properties).filter(([name]) => name !== 'id')
  const isShown = ([name, { type }]: [string, PropSchema]) =>
    required.includes(name) ||
    type === 'boolean' ||
    isOpened(`${path}/${name}`) ||
    valueAt(block, `${path}/${name}`) !== undefined
  const missing = fields.filter((field) => !isShown(field))
  return (
    <>
      {fields.filter(isShown).map(([name, child]) => (
        <FieldSlot key={name} isFresh={isFresh(`${path}/${name}`)}>
          <PropField
            {...{ block, onChange }}
            onSet={set}
            path={`${path}/${name}`}
            schema={child}
            label={propLabel(name)}
            isRequired={required.includes(name)}
          />
        </FieldSlot>
      ))}
      {missing.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {missing.map(([name, child]) => (
            <Button
              key={name}
              size="sm"
              look="quiet"
              icon={Plus}
              onClick={() => add(`${path}/${name}`, child)}
            >
              {propLabel(name)}
            </Button>
          ))}
        </div>
      )}
    </>
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
          afterId: (values[place - 1] as ListItem | undefined)?.id ?? null,
        },
      ])
    else onSet(path, values.toSpliced(place, 0, withId(schema.items, value)))
    setOpen(place)
  }
  const remove = (place: number) => {
    setOpen(undefined)
    if (values.length === 1 && !isRequired) return onSet(path, undefined)
    if (hasIds && isTop)
      onChange([{ type: 'removeItem', blockId: block.id, list, itemId: (values[place] as ListItem).id }])
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
          itemId: (values[place] as ListItem).id,
          afterId: (others[place + by - 1] as ListItem | undefined)?.id ?? null,
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
            key={hasIds ? (value as ListItem).id : place}
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
        <Menu trigger={<IconButton icon={MoreHorizontal} label={`More actions for ${name}`} size="sm" />}>
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

/** The display name of an item: its first text. */
function itemName(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : ['title', 'name', 'label', 'question', 'value', 'text']
          .map((prop) => (value as Record<string, unknown>)?.[prop])
          .find((one) => typeof one === 'string')
  return plainText(String(text ?? '')) || 'Item'
}
