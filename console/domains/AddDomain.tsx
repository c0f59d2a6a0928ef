import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { existingDomainId, useAddDomain } from './queries.ts'

const formId = 'add-domain'

type Props = { open: boolean; onClose: () => void; onAdded: (tenantDomainId: string) => void }

export function AddDomain({ open, onClose, onAdded }: Props) {
  const add = useAddDomain()
  const close = () => {
    add.reset()
    onClose()
  }
  return (
    <SidePanel
      open={open}
      onClose={close}
      title="Add a domain"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" keys="mod+enter" busy={add.isPending}>
            Add domain
          </Button>
        </>
      }
    >
      <Fields add={add} onAdded={onAdded} />
    </SidePanel>
  )
}

type FieldsProps = { add: ReturnType<typeof useAddDomain>; onAdded: Props['onAdded'] }

function Fields({ add, onAdded }: FieldsProps) {
  const [hostname, setHostname] = useState('')
  const submit = () => {
    if (add.isPending) return
    add.mutate(hostname.trim(), {
      onSuccess: ({ tenantDomainId }) => onAdded(tenantDomainId),
      onError: (error) => {
        const existing = existingDomainId(error)
        if (!existing) return
        notify('You have already added this domain')
        onAdded(existing)
      },
    })
  }
  return (
    <Form id={formId} onSubmit={submit} error={add.error} className="space-y-5 p-5">
      <TextField
        name="hostname"
        label="Host name"
        placeholder="go.acme.com"
        hint="A subdomain that nothing else uses. You get the DNS records to set next."
        dir="ltr"
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        autoFocus
        value={hostname}
        onChange={(event) => setHostname(event.target.value)}
      />
    </Form>
  )
}
