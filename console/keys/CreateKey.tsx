import { useState } from 'react'
import type { Scope } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { CodeSample } from '../ui/CodeSample.tsx'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { ShownOnce } from '../ui/ShownOnce.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useCreateKey } from './queries.ts'
import { scopes, scopeWords } from './words.ts'

const formId = 'create-key'
const scopeOptions = scopes.map((value) => ({ value, ...scopeWords[value] }))

/** A new key: first what it is for, then the key itself, this once. */
export function CreateKey({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateKey()
  const made = create.data
  const close = () => {
    create.reset()
    onClose()
  }
  return (
    <SidePanel
      open={open}
      onClose={close}
      title={made ? `${made.name} is ready` : 'Create a key'}
      footer={
        made ? (
          <Button look="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={formId} look="primary" keys="mod+enter" busy={create.isPending}>
              Create key
            </Button>
          </>
        )
      }
    >
      {made ? <Made secret={made.key} /> : <Fields create={create} />}
    </SidePanel>
  )
}

function Fields({ create }: { create: ReturnType<typeof useCreateKey> }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('write')
  const submit = () => {
    if (!create.isPending) create.mutate({ name: name.trim(), scopes: [scope] })
  }
  return (
    <Form id={formId} onSubmit={submit} error={create.error} className="space-y-5 p-5">
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
    </Form>
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
