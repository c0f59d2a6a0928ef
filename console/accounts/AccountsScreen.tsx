import { Link, useNavigate } from '@tanstack/react-router'
import { Building2, Upload } from 'lucide-react'
import { useMemo } from 'react'
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
import { ShortNumber } from '../ui/figures.tsx'
import { CreateAccount } from './CreateAccount.tsx'
import { type Account, accountName, accountsQuery } from './queries.ts'
import type { AccountsSearch } from './search.ts'

export function AccountsScreen() {
  const [search, change] = useAddress<AccountsSearch>()
  const list = useList(accountsQuery(search))
  const engagement = useEngagement(list.rows.map(({ accountId }) => accountId))
  const columns = useMemo(() => accountColumns(engagement), [engagement])
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  return (
    <ListScreen
      above={<DemoLine includes="Accounts" />}
      title="Accounts"
      words={['account', 'accounts']}
      list={list}
      columns={columns}
      rowKey={({ accountId }) => accountId}
      onOpen={({ accountId }) => void navigate({ to: '/accounts/$accountId', params: { accountId } })}
      create={
        mayWrite && {
          label: 'Add account',
          first: 'Add your first account',
          command: 'Add an account',
          run: () => change({ create: true }),
        }
      }
      more={
        mayWrite && (
          <Link to="/accounts/import" className={buttonClass('plain')}>
            <Upload aria-hidden className="size-4" />
            <span className="max-md:sr-only">Import</span>
          </Link>
        )
      }
      search={{ label: 'Search accounts' }}
      filters={
        <CustomFilterField
          owner="account"
          value={search.field ?? []}
          onChange={(field) => change({ field })}
        />
      }
      filterNames={['field']}
      views={{ list: 'accounts', given: [{ name: 'Hot this week', search: 'sort=-visits' }] }}
      exportPath="/v0/exports/accounts"
      none={{
        icon: Building2,
        text: 'An account is a company you create pages for. Its people’s activity appears here. Add one, or import a CSV file.',
      }}
      noMatch={{ text: 'Try a different name, domain or value.' }}
    >
      {mayWrite && search.create && <CreateAccount onClose={() => change({ create: undefined })} />}
    </ListScreen>
  )
}

const accountColumns = (engagement: Engagements): Column<Account>[] => [
  {
    key: 'name',
    head: 'Name',
    sort: 'name',
    width: 'minmax(0, 1fr)',
    cell: (account) => <NameCell account={account} />,
  },
  {
    key: 'domain',
    head: 'Domain',
    sort: 'domain',
    width: 'minmax(0, 0.7fr)',
    from: 'lg',
    cell: ({ domain }) => <span className="text-quiet">{domain}</span>,
  },
  {
    key: 'persons',
    head: 'People',
    width: '64px',
    align: 'end',
    from: 'md',
    cell: ({ linkedPersons }) => <ShortNumber value={linkedPersons.length} />,
    skeleton: '20px',
  },
  ...engagementColumns<Account>(engagement, ({ accountId }) => accountId),
  timeColumn({
    key: 'activity',
    head: 'Last activity',
    from: 'md',
    at: ({ latestActivityAt }) => latestActivityAt,
    none: 'none yet',
  }),
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
      <DemoBadge domain={account.domain} />
    </span>
  )
}
