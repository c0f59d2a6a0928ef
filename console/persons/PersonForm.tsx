import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { existingId } from '../api/problem.ts'
import { ExistingLink } from '../ui/ExistingLink.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { AccountField } from './AccountField.tsx'
import { type Person, personName, personQuery, useSavePerson } from './queries.ts'

type Props = {
  onClose: () => void
  onSaved: (person: Person) => void
  /** The person to change; omitted for a new one. */
  person?: Person
  /** The initial account of a new person. */
  accountId?: string | undefined
}

const fields = [
  { name: 'name', label: 'Name', placeholder: 'Jane Doe', autoFocus: true },
  { name: 'email', label: 'E-mail address', placeholder: 'jane@acme.com', type: 'email' },
  { name: 'jobTitle', label: 'Job title', placeholder: 'Head of Logistics', optional: true },
  {
    name: 'phoneNumber',
    label: 'Phone',
    placeholder: '+49 30 123456',
    type: 'tel',
    optional: true,
    hint: 'Including the country code.',
  },
  {
    name: 'linkedinProfileUrl',
    label: 'LinkedIn profile',
    placeholder: 'https://www.linkedin.com/in/janedoe',
    type: 'url',
    optional: true,
  },
] as const

type PersonFormValues = Record<(typeof fields)[number]['name'], string>

export function PersonForm({ person, accountId: given, onClose, onSaved }: Props) {
  const save = useSavePerson(person?.personId)
  const [values, setValues] = useState<PersonFormValues>({
    name: person?.name ?? '',
    email: person?.email ?? '',
    jobTitle: person?.jobTitle ?? '',
    phoneNumber: person?.phoneNumber ?? '',
    linkedinProfileUrl: person?.linkedinProfileUrl ?? '',
  })
  const [accountId, setAccountId] = useState<string | null>(person?.accountId ?? given ?? null)
  const existing = existingId(save.error, 'person_exists', 'personId')
  const isAccountChanged = accountId !== (person?.accountId ?? null)
  const submit = () => {
    const said = Object.fromEntries(
      fields
        .map(({ name }) => [name, values[name].trim() || null] as const)
        // Empty fields are omitted for a new person, and cleared for an existing one.
        .filter(([name, value]) => (person ? value !== person[name] : value !== null)),
    )
    save.mutate({ ...said, ...(isAccountChanged && { accountId }) }, { onSuccess: onSaved })
  }
  return (
    <FormPanel
      title={person ? `Edit ${personName(person)}` : 'Add a person'}
      verb={person ? 'Save changes' : 'Add person'}
      onClose={onClose}
      onSubmit={submit}
      save={save}
      error={existing ? null : save.error}
    >
      {fields.map((field) => (
        <TextField
          key={field.name}
          {...field}
          spellCheck={false}
          value={values[field.name]}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {existing && <Existing personId={existing} />}
      <AccountField accountId={accountId} onChange={setAccountId} />
    </FormPanel>
  )
}

function Existing({ personId }: { personId: string }) {
  const { data } = useQuery(personQuery(personId))
  return (
    <ExistingLink
      to={`/persons/${personId}`}
      warning="A person with this e-mail address already exists."
      name={data ? personName(data) : 'them'}
    />
  )
}
