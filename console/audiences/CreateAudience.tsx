import { useNavigate } from '@tanstack/react-router'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import {
  type Account,
  accountCreation,
  accountName,
  accountsQuery,
  useCreateAccount,
} from '../accounts/queries.ts'
import { DemoBadge } from '../home/DemoLine.tsx'
import {
  type NewPerson,
  type Person,
  personCreation,
  personName,
  personsQuery,
  useSavePerson,
} from '../persons/queries.ts'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { NamedChoice, PickerField } from '../ui/Picker.tsx'
import { studioPath } from './AudienceMenu.tsx'
import { useCreateAudience } from './queries.ts'
import { type AudienceKind, audienceKindWords } from './words.ts'

const kinds: AudienceKind[] = ['person', 'account', 'everyone']

type Props = { pageId: string; onClose: () => void }

/** The form for a new audience of a page: a person, an account or everyone. */
export function CreateAudience({ pageId, onClose }: Props) {
  const create = useCreateAudience(pageId)
  const navigate = useNavigate()
  const [kind, setKind] = useState<AudienceKind>('person')
  const [person, setPerson] = useState<Person | NewPerson>()
  const [account, setAccount] = useState<Account>()
  const [customName, setCustomName] = useState('')
  const [context, setContext] = useState('')
  const [message, setMessage] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { mutateAsync: createAccount } = useCreateAccount()
  const newPerson = useSavePerson()
  const submit = () => {
    if (!person || 'personId' in person) return add(person)
    if (kind !== 'person') return add(undefined)
    // A typed person is created only together with the audience, so that cancelling creates nothing.
    newPerson.mutate(inputOf(person), {
      onSuccess: (added) => {
        setPerson(added)
        add(added)
      },
    })
  }
  const add = (person: Person | undefined) => {
    const nobody = (kind === 'person' && !person) || (kind === 'account' && !account)
    setIsMissing(nobody)
    if (nobody) return
    create.mutate(
      {
        ...(kind === 'person' && person && { personId: person.personId }),
        ...(kind === 'account' && account && { accountId: account.accountId }),
        ...(customName.trim() && { customName: customName.trim() }),
        ...(context.trim() && { supplementaryContext: context.trim() }),
        ...(message.trim() && { message: message.trim() }),
      },
      {
        onSuccess: (audience) => {
          onClose()
          notify(`Audience ${audience.effectiveName} added`, {
            detail: message.trim()
              ? 'The agent is working on the page.'
              : 'Open it in the studio to personalise it.',
            action: {
              label: 'Open',
              run: () => void navigate({ href: studioPath(audience) }),
            },
          })
        },
      },
    )
  }
  return (
    <FormPanel
      title="Add an audience"
      description="They get their own version of this page."
      verb="Add audience"
      onClose={onClose}
      onSubmit={submit}
      save={newPerson.isPending || newPerson.error ? newPerson : create}
    >
      <KindChoice value={kind} onChange={setKind} />
      {kind === 'person' && (
        <PickerField
          label="Person"
          name="personId"
          find="Find a person"
          placeholder="Name or e-mail address"
          empty="Choose a person"
          hint={isMissing && !person ? 'Choose who this page is for.' : companyHint(person)}
          value={person && personName(person)}
          query={(query) => personsQuery({ query })}
          keyOf={({ personId }) => personId}
          show={(one) => (
            <NamedChoice
              name={personName(one)}
              hint={one.name ? one.email : null}
              badge={<DemoBadge domain={one.domain} />}
            />
          )}
          onPick={setPerson}
          create={personCreation}
        />
      )}
      {kind === 'account' && (
        <PickerField
          label="Company"
          name="accountId"
          find="Find a company"
          placeholder="Name or domain"
          empty="Choose a company"
          {...(isMissing && !account && { hint: 'Choose who this page is for.' })}
          value={account && accountName(account)}
          query={(query) => accountsQuery({ query })}
          keyOf={({ accountId }) => accountId}
          show={(one) => (
            <NamedChoice
              name={accountName(one)}
              hint={one.name && one.domain}
              badge={<DemoBadge domain={one.domain} />}
              square
            />
          )}
          onPick={setAccount}
          create={accountCreation(createAccount)}
        />
      )}
      <TextField
        name="customName"
        label="Name"
        optional
        placeholder={kind === 'everyone' ? 'Spring fair' : 'Defaults to their name'}
        maxLength={255}
        value={customName}
        onChange={setCustomName}
      />
      <TextArea
        name="supplementaryContext"
        label="Additional context"
        optional
        placeholder="What you discussed, what they care about, what to leave out"
        value={context}
        onChange={setContext}
      />
      <TextArea
        name="message"
        label="First message to the agent"
        optional
        placeholder="Personalise the page for them"
        hint="The agent starts right away. You review the draft in the studio."
        maxLength={50_000}
        value={message}
        onChange={setMessage}
      />
    </FormPanel>
  )
}

function inputOf({ name, email }: NewPerson) {
  return { ...(name && { name }), ...(email && { email }) }
}

function companyHint(person: Person | NewPerson | undefined): string {
  const isLinked = !person || person.email || 'personId' in person
  return isLinked
    ? 'Their company is linked automatically.'
    : 'Type their e-mail address instead to link their company.'
}

function KindChoice({ value, onChange }: { value: AudienceKind; onChange: (kind: AudienceKind) => void }) {
  return (
    <div>
      <div id="audience-kind" className="mb-1.5 text-sm font-medium">
        Audience type
      </div>
      <RadioGroup.Root
        aria-labelledby="audience-kind"
        value={value}
        onValueChange={(next) => onChange(next as AudienceKind)}
        className="grid grid-cols-3 gap-1 rounded-lg bg-sunken p-1"
      >
        {kinds.map((kind) => {
          const { label, icon: Icon } = audienceKindWords[kind]
          return (
            <RadioGroup.Item
              key={kind}
              value={kind}
              className="flex h-8 items-center justify-center gap-2 rounded-md text-sm font-medium text-quiet hover:text-ink data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:shadow-low data-[state=checked]:ring-1 data-[state=checked]:ring-edge max-md:h-10"
            >
              <Icon aria-hidden className="size-4" />
              {label}
            </RadioGroup.Item>
          )
        })}
      </RadioGroup.Root>
    </div>
  )
}
