import { useState } from 'react'
import type { Document } from '../documents/document.ts'
import { choicesOf, type PropSchema } from '../documents/schema.ts'
import { ColorField } from '../ui/ColorField.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import type { BlockActions } from './blockActions.ts'

type Props = { document: Document; schema: PropSchema; actions: BlockActions; canEdit: boolean }

const colors = [
  ['primaryColor', 'Main colour'],
  ['backgroundColor', 'Background'],
  ['textColor', 'Text'],
] as const

type ColorProps = { name: string; label: string; value: string; onChange: (value: string) => void }

/** Incomplete colours stay in the field and are not passed on. */
function ThemeColor({ name, label, value, onChange }: ColorProps) {
  const [draft, setDraft] = useState<{ text: string; for: string }>()
  return (
    <ColorField
      name={name}
      label={label}
      value={draft?.for === value ? draft.text : value}
      onChange={(text) => {
        const isWhole = text === '' || /^#[0-9a-f]{6}$/i.test(text)
        setDraft(isWhole ? undefined : { text, for: value })
        if (isWhole) onChange(text.toLowerCase())
      }}
    />
  )
}

/** Shown without a selected block: the look of the page. Omitted values come from the brand. */
export function LookPanel({ document: { theme }, schema, actions, canEdit }: Props) {
  const set = (name: string, value: unknown, key?: string) =>
    actions.change([{ type: 'setTheme', theme: { [name]: value ?? null } }], key)
  const choices = (name: string) => [
    { value: 'brand', label: 'From the brand' },
    ...choicesOf(schema.properties?.[name] ?? {}).map(({ value }) => ({
      value,
      label: value.charAt(0).toUpperCase() + value.slice(1).replaceAll('-', ' '),
    })),
  ]
  return (
    <fieldset
      disabled={!canEdit}
      className="thin-scroll min-h-0 min-w-0 flex-1 space-y-4 overflow-y-auto px-4 py-4"
    >
      <legend className="sr-only">Page look</legend>
      <div>
        <h2 className="text-sm font-semibold">Page look</h2>
        <p className="mt-0.5 text-xs text-quiet">
          Select a block to edit it. Empty values come from the brand.
        </p>
      </div>
      <Select
        label="Art direction"
        value={theme.look ?? 'brand'}
        options={choices('look')}
        onChange={(value) => set('look', value === 'brand' ? undefined : value)}
      />
      <Select
        label="Font"
        value={theme.font ?? 'brand'}
        options={choices('font')}
        onChange={(value) => set('font', value === 'brand' ? undefined : value)}
      />
      {colors.map(([name, label]) => (
        <ThemeColor
          key={name}
          name={name}
          label={label}
          value={theme[name] ?? ''}
          onChange={(value) => set(name, value || undefined, `theme ${name}`)}
        />
      ))}
      <TextField
        label="Corners"
        optional
        type="number"
        min={0}
        max={32}
        value={theme.radius ?? ''}
        placeholder="From the brand"
        onChange={(value) => {
          const radius = Math.round(Number(value))
          if (value === '' || (radius >= 0 && radius <= 32))
            set('radius', value === '' ? undefined : radius, 'theme radius')
        }}
      />
    </fieldset>
  )
}
