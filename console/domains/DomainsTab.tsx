import { Globe, Plus } from 'lucide-react'
import { useList } from '../api/lists.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { Status } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { timeColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { AddDomain } from './AddDomain.tsx'
import { DomainPanel } from './DomainPanel.tsx'
import { type Domain, domainListQuery, statusOf } from './queries.ts'

type Props = {
  /** The domain whose panel is open, or `new`. */
  setup: string | undefined
  onSetup: (setup: string | undefined) => void
}

/** The tenant's custom domains and their status. */
export function DomainsTab({ setup, onSetup }: Props) {
  const list = useList(domainListQuery())
  const domain = list.rows.find(({ tenantDomainId }) => tenantDomainId === setup)
  return (
    <ListScreen
      title="Domains"
      words={['domain', 'domains']}
      isPart
      list={list}
      columns={columns}
      rowKey={({ tenantDomainId }) => tenantDomainId}
      onOpen={({ tenantDomainId }) => onSetup(tenantDomainId)}
      filters={
        <p className="flex min-h-8 items-center text-sm text-quiet">
          Use your own domains for links once they are verified.
        </p>
      }
      none={{
        icon: Globe,
        action: (
          <Button look="primary" icon={Plus} keys="c" onClick={() => onSetup('new')}>
            Add your first domain
          </Button>
        ),
        text: 'Serve pages from your own domain, such as go.acme.com. It takes two DNS records.',
      }}
    >
      {setup === 'new' && <AddDomain onClose={() => onSetup(undefined)} onAdded={onSetup} />}
      <DomainPanel key={setup} domain={domain} onClose={() => onSetup(undefined)} />
    </ListScreen>
  )
}

const columns: Column<Domain>[] = [
  {
    key: 'hostname',
    head: 'Host name',
    width: 'minmax(0, 1fr)',
    cell: ({ hostname }) => (
      <span dir="ltr" className="font-medium">
        {hostname}
      </span>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    width: '176px',
    cell: (domain) => (
      <Status of={statusOf(domain)}>
        {domain.failingSince && (
          <>
            Failing <RelativeTime at={domain.failingSince} className="text-quiet" />
          </>
        )}
      </Status>
    ),
    skeleton: '88px',
  },
  timeColumn({ key: 'added', head: 'Added', from: 'md', at: ({ createdAt }) => createdAt }),
]
