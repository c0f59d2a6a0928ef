import { useState } from 'react'
import { CodeSample } from '../ui/CodeSample.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { useRegisterApp } from './queries.ts'

/** Registers an app that doesn't publish its own metadata; it gets a client id for this tenant. */
export function RegisterApp({ onClose }: { onClose: () => void }) {
  const register = useRegisterApp()
  const [name, setName] = useState('')
  const [uris, setUris] = useState('')
  const made = register.data
  const redirectUris = [...new Set(uris.split(/\s+/).filter(Boolean))]
  return (
    <FormPanel
      title={made ? `${made.name} is registered` : 'Register an app'}
      verb="Register"
      save={register}
      onSubmit={() => register.mutate({ name: name.trim(), redirectUris })}
      onClose={onClose}
      done={
        made && (
          <div className="space-y-3 p-5 text-sm">
            <p>Enter this client id in the app. It needs no secret: it proves itself with PKCE.</p>
            <CodeSample label="Client id" code={made.appId} />
          </div>
        )
      }
    >
      <p className="text-sm text-quiet">
        Most assistants need no registration. Use this for those that ask you for a client id.
      </p>
      <TextField
        name="name"
        label="Name"
        hint="Shown to people who are asked to let it in."
        placeholder="Fieldnote"
        maxLength={100}
        autoFocus
        value={name}
        onChange={setName}
      />
      <TextArea
        name="redirectUris"
        label="Return addresses"
        hint="One in each line: https, or http on localhost. The app’s documentation names them."
        rows={3}
        value={uris}
        onChange={setUris}
      />
    </FormPanel>
  )
}
