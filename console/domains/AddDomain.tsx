import { useState } from 'react'
import { existingId } from '../api/problem.ts'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { useAddDomain } from './queries.ts'

type Props = { onClose: () => void; onAdded: (tenantDomainId: string) => void }

export function AddDomain({ onClose, onAdded }: Props) {
  const add = useAddDomain()
  const [hostname, setHostname] = useState('')
  const submit = () => {
    add.mutate(hostname.trim(), {
      onSuccess: ({ tenantDomainId }) => onAdded(tenantDomainId),
      onError: (error) => {
        const existing = existingId(error, 'domain_exists', 'tenantDomainId')
        if (!existing) return
        notify('You have already added this domain')
        onAdded(existing)
      },
    })
  }
  return (
    <FormPanel title="Add a domain" verb="Add domain" onClose={onClose} onSubmit={submit} save={add}>
      <TextField
        name="hostname"
        required
        label="Host name"
        placeholder="go.acme.com"
        hint="A subdomain that nothing else uses. You get the DNS records to set next."
        dir="ltr"
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        autoFocus
        value={hostname}
        onChange={setHostname}
      />
    </FormPanel>
  )
}
