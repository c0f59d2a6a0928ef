import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ExternalLink, FilePlus, Plus } from 'lucide-react'
import { Facts, HistoryLayout, Part } from '../activity/HistoryLayout.tsx'
import { MadeFor } from '../activity/MadeFor.tsx'
import { isTransient } from '../api/problem.ts'
import { useMay } from '../api/session.ts'
import { MakePagePanel } from '../audiences/MakePagePanel.tsx'
import { FieldValuesPanel } from '../fields/FieldValuesPanel.tsx'
import { DemoBadge } from '../home/DemoLine.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { useAddress } from '../ui/address.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { LatestVisitsPanel } from '../visits/LatestVisitsPanel.tsx'
import { AccountLogo } from './AccountLogo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { EditableName } from './EditableName.tsx'
import { type Account, accountName, accountQuery } from './queries.ts'
import type { AccountSearch } from './search.ts'

const above = { label: 'Accounts', to: '/accounts' }
/** The rest is in the list of people. */
const mostPersons = 8

/** An account: its history, its people, and the pages made for them. */
export function AccountScreen() {
  const { accountId } = useParams({ from: '/shell/accounts/$accountId' })
  const { data: account, error, refetch } = useQuery(accountQuery(accountId))
  if (error && !(account && isTransient(error)))
    return <ErrorState error={error} onRetry={() => void refetch()} />
  const name = account ? accountName(account) : 'Account'
  return (
    <>
      <PageHeader
        title={name}
        above={above}
        beside={<DemoBadge domain={account?.domain} />}
        more={account && <AccountMenu key={accountId} account={account} />}
        action={account && <MakePage accountId={accountId} name={name} />}
      />
      <HistoryLayout key={accountId} owner={{ accountId }} about={name}>
        {account ? <Known account={account} /> : <Skeleton className="h-20" />}
        <FieldValuesPanel owner="account" id={accountId} />
        <Part title="Visits">
          <LatestVisitsPanel
            filters={{ accountId }}
            name="audience"
            empty="No visits yet. Visits appear here when they open a page made for them."
          />
        </Part>
        <People account={account} />
        <Part title="Pages made for them">
          <MadeFor recipient={{ accountId }} />
        </Part>
      </HistoryLayout>
    </>
  )
}

function MakePage({ accountId, name }: { accountId: string; name: string }) {
  const [{ make }, change] = useAddress<AccountSearch>()
  const mayWrite = useMay('write')
  const start = () => change({ make: true })
  useShortcut('m', start, mayWrite)
  if (!mayWrite) return null
  return (
    <>
      <Button look="primary" icon={FilePlus} keys="m" onClick={start}>
        Make a page
      </Button>
      {make && (
        <MakePagePanel recipient={{ accountId }} name={name} onClose={() => change({ make: undefined })} />
      )}
    </>
  )
}

function Known({ account }: { account: Account }) {
  const { domain, createdAt, latestActivityAt } = account
  return (
    <Part title="About">
      <Facts
        facts={[
          ['Name', <EditableName key={account.accountId} account={account} />],
          [
            'Domain',
            <a
              key="domain"
              href={`https://${domain}`}
              target="_blank"
              rel="noreferrer"
              className="inline-flex max-w-full items-center gap-1.5 underline decoration-edge underline-offset-3 hover:decoration-current"
            >
              <span className="truncate">{domain}</span>
              <ExternalLink aria-hidden className="size-3.5 shrink-0 text-faint" />
            </a>,
          ],
          ['Last activity', latestActivityAt && <RelativeTime key="latest" at={latestActivityAt} />],
          ['Added', <RelativeTime key="added" at={createdAt} />],
        ]}
      />
      <div className="mt-4">
        <AccountLogo accountId={account.accountId} />
      </div>
    </Part>
  )
}

function People({ account }: { account: Account | undefined }) {
  const mayWrite = useMay('write')
  const persons = account?.linkedPersons ?? []
  return (
    <Part
      title="People"
      count={account && persons.length}
      action={
        mayWrite &&
        account && (
          <Link
            to="/persons"
            search={{ accountId: account.accountId, create: true }}
            className={buttonClass('quiet', 'sm')}
          >
            <Plus aria-hidden className="size-4" />
            Add person
          </Link>
        )
      }
    >
      {!account && <Skeleton className="h-8" />}
      {account && persons.length === 0 && (
        <p className="text-sm text-quiet">
          No people yet. People with an e-mail address at {account.domain} appear here.
        </p>
      )}
      <ul className="-mx-2">
        {persons.slice(0, mostPersons).map(({ personId, name, email }) => (
          <li key={personId}>
            <Link
              to="/persons/$personId"
              params={{ personId }}
              className="flex items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover"
            >
              <Avatar name={name ?? email ?? '?'} />
              <span className="min-w-0">
                <span className="block truncate text-sm font-medium">{name ?? email}</span>
                {name && email && <span className="block truncate text-xs text-quiet">{email}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {account && persons.length > mostPersons && (
        <Link
          to="/persons"
          search={{ accountId: account.accountId }}
          className={buttonClass('quiet', 'sm').concat(' -ms-2')}
        >
          Show all {persons.length}
        </Link>
      )}
    </Part>
  )
}
