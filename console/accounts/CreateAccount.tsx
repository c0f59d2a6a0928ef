import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { nameOfDomain } from '../../shared/nameOfDomain.ts'
import { existingId } from '../api/problem.ts'
import { ExistingLink } from '../ui/ExistingLink.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { accountName, accountQuery, useCreateAccount } from './queries.ts'

export function CreateAccount({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCreateAccount()
  const [domain, setDomain] = useState('')
  // The name is suggested from the domain until the user types one.
  const [typedName, setName] = useState<string>()
  const name = typedName ?? nameOfDomain(domain) ?? ''
  const existing = existingId(create.error, 'account_exists', 'accountId')
  const submit = () =>
    create.mutate(
      { domain: domain.trim(), ...(name.trim() && { name: name.trim() }) },
      { onSuccess: ({ accountId }) => void navigate({ to: '/accounts/$accountId', params: { accountId } }) },
    )
  return (
    <FormPanel
      title="Add an account"
      verb="Add account"
      onClose={onClose}
      onSubmit={submit}
      save={create}
      error={existing ? null : create.error}
    >
      <TextField
        name="domain"
        required
        label="Domain"
        placeholder="acme.com"
        hint="You can also paste a URL, such as https://www.acme.com/about. People with an e-mail address at this domain are linked automatically."
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        autoFocus
        value={domain}
        onChange={(value) => {
          setDomain(value)
          if (existing) create.reset()
        }}
      />
      {existing && <Existing accountId={existing} />}
      <TextField
        name="name"
        label="Name"
        optional
        placeholder="Acme"
        hint="Visitors read it on their page."
        value={name}
        onChange={setName}
      />
    </FormPanel>
  )
}

function Existing({ accountId }: { accountId: string }) {
  const { data } = useQuery(accountQuery(accountId))
  return (
    <ExistingLink
      to={`/accounts/${accountId}`}
      warning="An account with this domain already exists."
      name={data ? accountName(data) : 'the account'}
      square
    />
  )
}
