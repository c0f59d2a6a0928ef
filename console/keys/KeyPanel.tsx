import { type ReactNode, useState } from 'react'
import type { Shape } from '../api/schema.ts'
import type { Scope } from '../api/session.ts'
import { PagesField } from '../pages/PagesField.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { ShownOnce } from '../ui/ShownOnce.tsx'
import { type KeyInput, scopes, scopeWords } from './words.ts'

const ends = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
] as const

type Props = {
  title: string
  placeholder: string
  hint?: string
  /** The widest scope that can be chosen. */
  widest: Scope
  first: { scope: Scope; end: (typeof ends)[number]['value'] }
  create: {
    data: Shape<'NewApiKey'> | undefined
    isPending: boolean
    error: unknown
    mutate: (input: KeyInput) => void
  }
  /** Instructions for using the key, shown beside it. */
  usage?: (secret: string) => ReactNode
  onClose: () => void
}

/** Creates a key: first its purpose and scope, then the key itself, which is shown only once. */
export function KeyPanel({ title, placeholder, hint, widest, first, create, usage, onClose }: Props) {
  const made = create.data
  const options = scopes
    .slice(0, scopes.indexOf(widest) + 1)
    .map((value) => ({ value, ...scopeWords[value] }))
  const [name, setName] = useState('')
  const [scope, setScope] = useState(first.scope)
  const [end, setEnd] = useState(first.end)
  const [pageIds, setPageIds] = useState<string[] | null>(null)
  const save = () =>
    create.mutate({
      name: name.trim(),
      scopes: [scope],
      ...(end !== 'never' && { expiresAt: `+${Date.now() + Number(end) * 24 * 3600 * 1000}` }),
      ...(pageIds && { pageIds }),
    })
  return (
    <FormPanel
      title={made ? `${made.name} is ready` : title}
      verb="Create key"
      onClose={onClose}
      onSubmit={save}
      save={create}
      done={
        made && (
          <div className="p-5">
            <ShownOnce label="Key" secret={made.key}>
              {usage?.(made.key)}
            </ShownOnce>
          </div>
        )
      }
    >
      <TextField
        name="name"
        required
        label="Name"
        placeholder={placeholder}
        hint={hint}
        maxLength={255}
        autoFocus
        value={name}
        onChange={setName}
      />
      <RadioList label="Permissions" options={options} value={scope} onChange={setScope} />
      <PagesField
        pageIds={pageIds}
        onChange={setPageIds}
        hint="Nothing of other pages, and nothing that pages share"
      />
      <Select label="Ends" options={ends} value={end} onChange={setEnd} />
    </FormPanel>
  )
}
