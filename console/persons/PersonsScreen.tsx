import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Contact, Upload } from 'lucide-react'
import { useMemo } from 'react'
import { accountName, accountQuery } from '../accounts/queries.ts'
import { engagementColumns } from '../analytics/EngagementCell.tsx'
import { type Engagements, useEngagement } from '../analytics/queries.ts'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { CustomFilterField } from '../fields/CustomFilterField.tsx'
import { DemoBadge, DemoLine } from '../home/DemoLine.tsx'
import { ListScreen } from '../shell/ListScreen.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { timeColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { AccountChip } from './AccountChip.tsx'
import { PersonForm } from './PersonForm.tsx'
import { type Person, personName, personsQuery } from './queries.ts'
import type { PersonsSearch } from './search.ts'

export function PersonsScreen() {
  const [search, change] = useAddress<PersonsSearch>()
  const list = useList(personsQuery(search))
  const engagement = useEngagement(list.rows.map(({ personId }) => personId))
  const columns = useMemo(() => personColumns(engagement), [engagement])
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const open = ({ personId }: Person) => void navigate({ to: '/persons/$personId', params: { personId } })
  return (
    <ListScreen
      above={<DemoLine includes="People" />}
      title="People"
      words={['person', 'people']}
      list={list}
      columns={columns}
      rowKey={({ personId }) => personId}
      onOpen={open}
      create={
        mayWrite && {
          label: 'Add person',
          first: 'Add your first person',
          command: 'Add a person',
          run: () => change({ create: true }),
        }
      }
      more={
        mayWrite && (
          <Link to="/accounts/import" search={{ from: 'persons' }} className={buttonClass('plain')}>
            <Upload aria-hidden className="size-4" />
            <span className="max-md:sr-only">Import</span>
          </Link>
        )
      }
      search={{ label: 'Search people' }}
      filters={
        <>
          <AccountChip accountId={search.accountId} onChange={(accountId) => change({ accountId })} />
          <CustomFilterField
            owner="person"
            value={search.field ?? []}
            onChange={(field) => change({ field })}
          />
        </>
      }
      filterNames={['accountId', 'field']}
      views={{ list: 'persons', given: [{ name: 'Hot this week', search: 'sort=-visits' }] }}
      exportPath="/v0/exports/persons"
      none={{
        icon: Contact,
        text: 'Add people to send them their own pages and see how they engage. They are linked to their company by e-mail address. Add one, or import a CSV file.',
      }}
      noMatch={useNoMatch(search)}
    >
      {mayWrite && search.create && (
        <PersonForm
          onClose={() => change({ create: undefined })}
          onSaved={open}
          accountId={search.accountId}
        />
      )}
    </ListScreen>
  )
}

const personColumns = (engagement: Engagements): Column<Person>[] => [
  {
    key: 'name',
    head: 'Name',
    sort: 'name',
    width: 'minmax(0, 1fr)',
    cell: (person) => <NameCell person={person} />,
  },
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
  ...engagementColumns<Person>(engagement, ({ personId }) => personId),
  timeColumn({
    key: 'added',
    head: 'Added',
    sort: 'createdAt',
    from: 'md',
    at: ({ createdAt }) => createdAt,
  }),
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
      <DemoBadge domain={person.domain} />
    </span>
  )
}

/** Shows the account's domain, as its name would need a request for each row. */
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

/** The text of an empty list, for people of one account or in general. */
function useNoMatch({ accountId, query, field }: PersonsSearch) {
  const { data } = useQuery({ ...accountQuery(accountId ?? ''), enabled: Boolean(accountId) })
  if (query || field) return { text: 'Try a different name, e-mail address or value.' }
  return {
    ...(data && { title: `No people at ${accountName(data)} yet` }),
    text: 'People you add with an e-mail address at this company are linked automatically.',
  }
}
