import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Contact, Plus } from 'lucide-react'
import { accountName, accountQuery } from '../accounts/queries.ts'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { CustomFilterField } from '../fields/CustomFilterField.tsx'
import { useCommand } from '../shell/commands.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ExportLink } from '../ui/ExportLink.tsx'
import { RelativeTime, Total } from '../ui/figures.tsx'
import { FilterBar, SearchField } from '../ui/filters.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState } from '../ui/states.tsx'
import { AccountChip } from './AccountChip.tsx'
import { PersonForm } from './PersonForm.tsx'
import { type Person, personName, personsQuery } from './queries.ts'
import type { PersonsSearch } from './search.ts'

export function PersonsScreen() {
  const [search, change] = useAddress<PersonsSearch>()
  const list = useList(personsQuery(search))
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const create = () => change({ create: true })
  useShortcut('c', create, mayWrite)
  useCommand(
    mayWrite ? { id: 'add person', label: 'Add a person', icon: Plus, keys: 'c', run: create } : undefined,
  )
  const add = (label: string) =>
    mayWrite && (
      <Button look="primary" icon={Plus} keys="c" onClick={create}>
        {label}
      </Button>
    )
  const open = ({ personId }: Person) => void navigate({ to: '/persons/$personId', params: { personId } })
  return (
    <>
      <PageHeader title="People" action={add('Add person')} />
      <FilterBar
        end={
          <span className="flex items-center gap-2">
            <Total of={list} one="person" many="people" />
            <ExportLink path="/v0/exports/persons" />
          </span>
        }
      >
        <SearchField label="Search people" value={search.query} onChange={(query) => change({ query })} />
        <AccountChip accountId={search.accountId} onChange={(accountId) => change({ accountId })} />
        <CustomFilterField
          owner="person"
          value={search.field ?? []}
          onChange={(field) => change({ field })}
        />
      </FilterBar>
      <DataTable
        label="People"
        columns={columns}
        list={list}
        rowKey={({ personId }) => personId}
        onOpen={open}
        empty={
          search.query || search.accountId || search.field ? (
            <NoMatch
              search={search}
              onClear={() => change({ query: undefined, accountId: undefined, field: undefined })}
            />
          ) : (
            <EmptyState icon={Contact} title="No people yet" action={add('Add your first person')}>
              Add people to send them their own pages and see how they engage. They are linked to their
              company by e-mail address.
            </EmptyState>
          )
        }
      />
      {mayWrite && search.create && (
        <PersonForm
          onClose={() => change({ create: undefined })}
          onSaved={open}
          accountId={search.accountId}
        />
      )}
    </>
  )
}

const columns: Column<Person>[] = [
  { key: 'name', head: 'Name', width: 'minmax(0, 1fr)', cell: (person) => <NameCell person={person} /> },
  {
    key: 'email',
    head: 'E-mail',
    width: 'minmax(0, 0.9fr)',
    from: 'lg',
    cell: ({ email }) =>
      email ? (
        <a href={`mailto:${email}`} tabIndex={-1} className="text-quiet hover:text-ink hover:underline">
          {email}
        </a>
      ) : (
        <span className="text-faint">–</span>
      ),
  },
  {
    key: 'account',
    head: 'Account',
    width: 'minmax(0, 0.6fr)',
    cell: (person) => <AccountCell person={person} />,
  },
  {
    key: 'added',
    head: 'Added',
    width: '104px',
    align: 'end',
    from: 'md',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-quiet" />,
    skeleton: '64px',
  },
]

function NameCell({ person }: { person: Person }) {
  const name = personName(person)
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} />
      <Link
        to="/persons/$personId"
        params={{ personId: person.personId }}
        tabIndex={-1}
        className="truncate font-medium"
      >
        {name}
      </Link>
    </span>
  )
}

/** By its domain: to ask for the name of every account would be a request for every row. */
function AccountCell({ person: { accountId, domain } }: { person: Person }) {
  if (accountId === null) return <span className="text-faint">{domain ?? '–'}</span>
  return (
    <Link
      to="/accounts/$accountId"
      params={{ accountId }}
      tabIndex={-1}
      className="text-quiet hover:text-ink hover:underline"
    >
      {domain ?? 'Linked'}
    </Link>
  )
}

function NoMatch({ search, onClear }: { search: PersonsSearch; onClear: () => void }) {
  const { data } = useQuery({ ...accountQuery(search.accountId ?? ''), enabled: Boolean(search.accountId) })
  return (
    <EmptyState
      title={
        data && !search.query && !search.field
          ? `No people at ${accountName(data)} yet`
          : 'No matching people'
      }
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      {search.query || search.field
        ? 'Try a different name, e-mail address or value.'
        : 'People you add with an e-mail address at this company are linked automatically.'}
    </EmptyState>
  )
}
