import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { callConsole } from '../api/own.ts'
import type { Shape } from '../api/schema.ts'
import { type Scope, useSession } from '../api/session.ts'
import { scopes, scopeWords, widestOf } from '../keys/words.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { ShownOnce } from '../ui/ShownOnce.tsx'
import { Line, Lines } from './Line.tsx'
import { Part } from './Part.tsx'
import { createOwnKey, ownKeysQuery, useDeed } from './queries.ts'

export function KeysPart() {
  const { data } = useQuery(ownKeysQuery)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Part
      title="Personal keys"
      about="For programs of yours. They act as you, never reach further than your role, and stop when you leave."
    >
      {data && data.items.length > 0 && (
        <Lines>
          {data.items.map((key) => (
            <KeyLine key={key.keyId} of={key} />
          ))}
        </Lines>
      )}
      <Button icon={Plus} className={data?.items.length ? 'mt-3' : ''} onClick={() => setIsOpen(true)}>
        Create key
      </Button>
      {isOpen && <KeyPanel onClose={() => setIsOpen(false)} />}
    </Part>
  )
}

function KeyLine({ of: key }: { of: Shape<'ApiKey'> }) {
  const run = useDeed()
  const revoke = async () => {
    const body = 'Programs that use it lose access within a second. This can’t be undone.'
    if (await confirm({ title: `Revoke ${key.name}?`, body, action: 'Revoke key', danger: true }))
      await run(() => callConsole('DELETE', `/user/keys/${key.keyId}`), `${key.name} was revoked`)
  }
  return (
    <Line
      icon={KeyRound}
      title={key.name}
      detail={
        <>
          {scopeWords[widestOf(key.scopes)].label} · <code dir="ltr">foyer_…{key.hint}</code> ·{' '}
          {key.lastUsedAt ? (
            <>
              used <RelativeTime at={key.lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
          {key.expiresAt && (
            <>
              {' '}
              · ends <RelativeTime at={key.expiresAt} />
            </>
          )}
        </>
      }
    >
      <IconButton icon={Trash2} size="sm" label={`Revoke ${key.name}`} onClick={() => void revoke()} />
    </Line>
  )
}

const ends = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
] as const

function KeyPanel({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const held = widestOf(useSession().scopes)
  const options = scopes.slice(0, scopes.indexOf(held) + 1).map((value) => ({ value, ...scopeWords[value] }))
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('read')
  const [end, setEnd] = useState<(typeof ends)[number]['value']>('90')
  const create = useMutation({
    mutationFn: createOwnKey,
    onSuccess: () => client.invalidateQueries({ queryKey: keys.you.keys }),
    gcTime: 0,
  })
  const save = () =>
    create.mutate({
      name: name.trim(),
      scopes: [scope],
      ...(end !== 'never' && { expiresAt: `+${Date.now() + Number(end) * 24 * 3600 * 1000}` }),
    })
  return (
    <FormPanel
      title={create.data ? `${create.data.name} is ready` : 'Create a personal key'}
      verb="Create key"
      onClose={onClose}
      onSubmit={save}
      save={create}
      instead={
        create.data && (
          <div className="p-5">
            <ShownOnce label="Key" secret={create.data.key} />
          </div>
        )
      }
      footer={
        create.data && (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      <TextField
        name="name"
        label="Name"
        placeholder="Spreadsheet import"
        autoFocus
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <RadioList label="Permissions" options={options} value={scope} onChange={setScope} />
      <Select label="Ends" options={ends} value={end} onChange={setEnd} />
    </FormPanel>
  )
}
