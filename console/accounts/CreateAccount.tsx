import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { nameOfDomain } from '../../shared/nameOfDomain.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { accountName, accountQuery, existingAccountId, useCreateAccount } from './queries.ts'

export function CreateAccount({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCreateAccount()
  const [domain, setDomain] = useState('')
  // The name is suggested from the domain until the user types one.
  const [typedName, setName] = useState<string>()
  const name = typedName ?? nameOfDomain(domain) ?? ''
  const existing = existingAccountId(create.error)
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

/** Another account has the domain; probably the one the user is looking for. */
function Existing({ accountId }: { accountId: string }) {
  const { data } = useQuery(accountQuery(accountId))
  const name = data ? accountName(data) : 'the account'
  return (
    <div role="alert" className="rounded-md bg-warn-tint p-3 text-sm">
      <p className="text-warn">An account with this domain already exists.</p>
      <Link
        to="/accounts/$accountId"
        params={{ accountId }}
        className="mt-2 flex items-center gap-2.5 rounded-md bg-raised px-2.5 py-2 font-medium shadow-low hover:bg-sunken"
      >
        <Avatar name={name} square />
        <span className="min-w-0 flex-1 truncate">Open {name}</span>
        <ArrowRight aria-hidden className="size-4 text-faint rtl:-scale-x-100" />
      </Link>
    </div>
  )
}
