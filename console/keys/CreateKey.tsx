import { useState } from 'react'
import type { Scope } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { CodeSample } from '../ui/CodeSample.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { ShownOnce } from '../ui/ShownOnce.tsx'
import { useCreateKey } from './queries.ts'
import { scopes, scopeWords } from './words.ts'

const scopeOptions = scopes.map((value) => ({ value, ...scopeWords[value] }))

/** A new key: first what it is for, then the key itself, this once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const create = useCreateKey()
  const made = create.data
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('write')
  return (
    <FormPanel
      title={made ? `${made.name} is ready` : 'Create a key'}
      verb="Create key"
      onClose={onClose}
      onSubmit={() => create.mutate({ name: name.trim(), scopes: [scope] })}
      save={create}
      instead={made && <Made secret={made.key} />}
      footer={
        made && (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      <TextField
        name="name"
        label="Name"
        placeholder="CRM sync"
        hint="Who or what uses this key."
        maxLength={255}
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <RadioList label="Permissions" options={scopeOptions} value={scope} onChange={setScope} />
    </FormPanel>
  )
}

function Made({ secret }: { secret: string }) {
  return (
    <div className="p-5">
      <ShownOnce label="Key" secret={secret}>
        <p className="mb-2">
          Applications send it in the header <code>x-api-key</code>; people sign in to the console with it. To
          try it:
        </p>
        <CodeSample label="Command" code={`curl -H 'x-api-key: ${secret}' \\\n  ${location.origin}/v0/me`} />
      </ShownOnce>
    </div>
  )
}
