import { useState } from 'react'
import { CopyButton } from '../ui/CopyButton.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { type IdentityProvider, useSaveProvider } from './ssoQueries.ts'

type Props = { provider: IdentityProvider | undefined; onClose: () => void }

export function ProviderPanel({ provider, onClose }: Props) {
  const [name, setName] = useState(provider?.name ?? '')
  const [issuer, setIssuer] = useState(provider?.issuer ?? '')
  const [clientId, setClientId] = useState(provider?.clientId ?? '')
  const [secret, setSecret] = useState('')
  const save = useSaveProvider(provider?.providerId)
  const redirectUri = provider?.redirectUri ?? `${location.origin}/console/sign-in/provider`
  const run = () =>
    save.mutate(
      { name, issuer: issuer.trim(), clientId: clientId.trim(), ...(secret && { clientSecret: secret }) },
      {
        onSuccess: () => {
          notify(provider ? 'Saved' : `${name} was added`)
          onClose()
        },
      },
    )
  return (
    <FormPanel
      title={provider ? provider.name : 'Add a provider'}
      verb={provider ? 'Save' : 'Add'}
      onClose={onClose}
      onSubmit={run}
      save={save}
    >
      <TextField
        name="name"
        label="Name"
        autoFocus={!provider}
        required
        value={name}
        onChange={setName}
        hint="As its button says it: Continue with Okta."
      />
      <TextField
        name="issuer"
        label="Issuer"
        required
        value={issuer}
        onChange={setIssuer}
        placeholder="https://"
        hint="Such as https://accounts.google.com or https://harbor.okta.com."
      />
      <TextField name="clientId" label="Client id" required value={clientId} onChange={setClientId} />
      <TextField
        name="clientSecret"
        label="Client secret"
        type="password"
        autoComplete="new-password"
        optional={!provider?.hasSecret}
        value={secret}
        onChange={setSecret}
        hint={provider?.hasSecret ? 'One is stored. Leave it empty to keep it.' : 'Stored encrypted.'}
      />
      <Address label="Redirect URI" text={redirectUri} />
      {provider && <Address label="Back-channel logout URI" text={provider.logoutUri} />}
      {provider && <Address label="Sign-in page of your team" text={provider.signInUrl} />}
    </FormPanel>
  )
}

/** A URL to copy into the provider's configuration. */
function Address({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <div className="mb-1.5 text-sm font-medium">{label}</div>
      <div className="flex items-start gap-2 rounded-lg border border-edge bg-sunken p-3">
        <code className="min-w-0 flex-1 text-xs break-all select-all" dir="ltr">
          {text}
        </code>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  )
}
