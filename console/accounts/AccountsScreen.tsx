import { Link, useNavigate } from '@tanstack/react-router'
import { Building2, Plus } from 'lucide-react'
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
import { RelativeTime, ShortNumber, Total } from '../ui/figures.tsx'
import { FilterBar, SearchField } from '../ui/filters.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState } from '../ui/states.tsx'
import { CreateAccount } from './CreateAccount.tsx'
import { type Account, accountName, accountsQuery } from './queries.ts'
import type { AccountsSearch } from './search.ts'

export function AccountsScreen() {
  const [search, change] = useAddress<AccountsSearch>()
  const list = useList(accountsQuery(search))
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const create = () => change({ create: true })
  useShortcut('c', create, mayWrite)
  useCommand(
    mayWrite ? { id: 'add account', label: 'Add an account', icon: Plus, keys: 'c', run: create } : undefined,
  )
  const add = (label: string) =>
    mayWrite && (
      <Button look="primary" icon={Plus} keys="c" onClick={create}>
        {label}
      </Button>
    )
  return (
    <>
      <PageHeader title="Accounts" action={add('Add account')} />
      <FilterBar
        end={
          <span className="flex items-center gap-2">
            <Total of={list} one="account" many="accounts" />
            <ExportLink path="/v0/exports/accounts" />
          </span>
        }
      >
        <SearchField label="Search accounts" value={search.query} onChange={(query) => change({ query })} />
        <CustomFilterField
          owner="account"
          value={search.field ?? []}
          onChange={(field) => change({ field })}
        />
      </FilterBar>
      <DataTable
        label="Accounts"
        columns={columns}
        list={list}
        rowKey={({ accountId }) => accountId}
        onOpen={({ accountId }) => void navigate({ to: '/accounts/$accountId', params: { accountId } })}
        empty={
          search.query || search.field ? (
            <EmptyState
              title="No matching accounts"
              action={
                <Button onClick={() => change({ query: undefined, field: undefined })}>Clear filters</Button>
              }
            >
              Try a different name, domain or value.
            </EmptyState>
          ) : (
            <EmptyState icon={Building2} title="No accounts yet" action={add('Add your first account')}>
              An account is a company you create pages for. Its people’s activity appears here.
            </EmptyState>
          )
        }
      />
      {mayWrite && search.create && <CreateAccount onClose={() => change({ create: undefined })} />}
    </>
  )
}

const columns: Column<Account>[] = [
  { key: 'name', head: 'Name', width: 'minmax(0, 1fr)', cell: (account) => <NameCell account={account} /> },
  {
    key: 'domain',
    head: 'Domain',
    width: 'minmax(0, 0.7fr)',
    from: 'md',
    cell: ({ domain }) => <span className="text-quiet">{domain}</span>,
  },
  {
    key: 'persons',
    head: 'People',
    width: '64px',
    align: 'end',
    cell: ({ linkedPersons }) => <ShortNumber value={linkedPersons.length} />,
    skeleton: '20px',
  },
  {
    key: 'activity',
    head: 'Last activity',
    width: '104px',
    align: 'end',
    cell: ({ latestActivityAt }) =>
      latestActivityAt ? (
        <RelativeTime at={latestActivityAt} className="text-quiet" />
      ) : (
        <span className="text-faint">none yet</span>
      ),
    skeleton: '64px',
  },
]

function NameCell({ account }: { account: Account }) {
  const name = accountName(account)
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} square />
      <Link
        to="/accounts/$accountId"
        params={{ accountId: account.accountId }}
        tabIndex={-1}
        className="truncate font-medium"
      >
        {name}
      </Link>
    </span>
  )
}
