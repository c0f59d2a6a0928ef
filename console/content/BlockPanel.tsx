import { Lock, LockOpen, Plus, Sparkles } from 'lucide-react'
import { type BrandColors, swatchesOf } from '../brands/words.ts'
import type { Block, Change } from '../documents/document.ts'
import { type BlockTypeInfo, choicesOf, type PropSchema } from '../documents/schema.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { FieldSlot, useAdding } from './adding.tsx'
import { BlockMenu, TypeIcon } from './BlockMenu.tsx'
import type { BlockActions } from './blockActions.ts'
import { blockName, propLabel } from './blockWords.ts'
import { changeAt, valueAt } from './changes.ts'
import { PropField } from './PropField.tsx'
import { Wireframe } from './Wireframe.tsx'

type Props = {
  block: Block
  info: BlockTypeInfo
  actions: BlockActions
  canEdit: boolean
  /** The page's colours, or else its brand's. */
  colors: BrandColors | undefined
  /** Asks the agent about the block. */
  onAsk: (() => void) | undefined
}

const special = new Set(['layout', 'tone'])

/** The props of a block, as a form generated from their schema. */
export function BlockPanel({ block, info, actions, canEdit, colors, onAsk }: Props) {
  const { properties = {}, required = [] } = info.props
  const name = blockName(block)
  const set = (path: string, value: unknown, key?: string) =>
    actions.change([changeAt(block, path, value)], key)
  const { isOpened, isFresh, add, set: setField } = useAdding(set)
  const fields = Object.entries(properties).filter(([prop]) => !special.has(prop))
  const shown = fields.filter(
    ([prop]) => valueAt(block, `/${prop}`) !== undefined || required.includes(prop) || isOpened(`/${prop}`),
  )
  const missing = fields.filter(([prop]) => !shown.some(([other]) => other === prop))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-2 px-4">
        <TypeIcon block={block} className="text-accent" />
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold" dir="auto">
          {name}
        </h2>
        {onAsk && <IconButton icon={Sparkles} label="Ask for a change" keys="a" size="sm" onClick={onAsk} />}
        {canEdit && actions.canLock && (
          <IconButton
            icon={block.locked ? Lock : LockOpen}
            label={block.locked ? 'Unlock' : 'Lock for audiences'}
            keys="l"
            size="sm"
            aria-pressed={block.locked === true}
            className={cx(block.locked && 'text-accent!')}
            onClick={() => actions.lock(block)}
          />
        )}
        {canEdit && <BlockMenu block={block} name={name} actions={actions} />}
      </div>
      <fieldset
        disabled={!canEdit}
        className="thin-scroll min-h-0 min-w-0 flex-1 space-y-4 overflow-x-clip overflow-y-auto px-4 pb-6"
      >
        <legend className="sr-only">{name}</legend>
        {block.locked && (
          <p className="rounded-md bg-sunken px-3 py-2 text-xs text-quiet">
            {actions.canLock
              ? 'Locked for audiences, the agent and batches. You can still edit it here.'
              : 'The page has locked this block. Change it in the page’s Content tab.'}
          </p>
        )}
        {properties.layout && <Layouts block={block} schema={properties.layout} onSet={set} />}
        {properties.tone && <Tones block={block} schema={properties.tone} onSet={set} colors={colors} />}
        {shown.map(([prop, schema]) => (
          <FieldSlot key={prop} isFresh={isFresh(`/${prop}`)}>
            <PropField
              block={block}
              path={`/${prop}`}
              schema={schema}
              label={propLabel(prop)}
              isRequired={required.includes(prop)}
              onSet={setField}
              onChange={(changes: Change[], key?: string) => actions.change(changes, key)}
            />
          </FieldSlot>
        ))}
        {missing.length > 0 && canEdit && (
          <div className="flex flex-wrap gap-1.5 border-t border-line pt-4">
            {missing.map(([prop, schema]) => (
              <Button key={prop} size="sm" icon={Plus} onClick={() => add(`/${prop}`, schema)}>
                {propLabel(prop)}
              </Button>
            ))}
          </div>
        )}
      </fieldset>
    </div>
  )
}

type ChoiceProps = { block: Block; schema: PropSchema; onSet: (path: string, value: unknown) => void }

/** Layouts as small drawings; without a choice, the page picks one. */
function Layouts({ block, schema, onSet }: ChoiceProps) {
  const chosen = valueAt(block, '/layout')
  const choices = choicesOf(schema)
  return (
    <div>
      <Heading label="Layout" value={chosen === undefined ? 'Automatic' : undefined} />
      <div className="grid grid-cols-4 gap-2">
        {choices.map(({ value, hint }) => (
          <button
            key={value}
            type="button"
            title={hint}
            aria-pressed={chosen === value}
            onClick={() => onSet('/layout', chosen === value ? undefined : value)}
            className="group min-w-0 text-center"
          >
            <span
              className={cx(
                'block overflow-hidden rounded-md border bg-ground',
                chosen === value
                  ? 'border-accent ring-1 ring-accent'
                  : 'border-edge group-hover:border-faint',
              )}
            >
              <Wireframe type={block.type} layout={value} />
            </span>
            <span className="mt-1 block truncate text-xs text-quiet capitalize group-aria-pressed:text-ink">
              {value.replaceAll('-', ' ')}
            </span>
          </button>
        ))}
      </div>
    </div>
  )
}

const toneWords: Record<string, string> = {
  plain: 'Plain',
  tint: 'Tint',
  bold: 'Brand',
  deep: 'Dark',
  signal: 'Signal',
}

function Tones({ block, schema, onSet, colors }: ChoiceProps & { colors: BrandColors | undefined }) {
  const chosen = valueAt(block, '/tone')
  const swatches = swatchesOf(colors)
  return (
    <div>
      <Heading label="Background" value={chosen === undefined ? 'Automatic' : undefined} />
      <div className="flex flex-wrap gap-1.5">
        {choicesOf(schema).map(({ value, hint }) => (
          <button
            key={value}
            type="button"
            title={hint}
            aria-pressed={chosen === value}
            onClick={() => onSet('/tone', chosen === value ? undefined : value)}
            className={cx(
              'flex h-7 items-center gap-1.5 rounded-md border px-2 text-xs font-medium max-lg:h-11',
              chosen === value ? 'border-accent ring-1 ring-accent' : 'border-edge hover:border-faint',
            )}
          >
            <span
              aria-hidden
              className="size-3 rounded-full border border-edge"
              style={{ background: swatches[value] }}
            />
            {toneWords[value] ?? value}
          </button>
        ))}
      </div>
    </div>
  )
}

function Heading({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div className="mb-1.5 flex items-baseline justify-between text-sm">
      <span className="font-medium">{label}</span>
      {value && <span className="text-xs text-faint">{value}</span>}
    </div>
  )
}
