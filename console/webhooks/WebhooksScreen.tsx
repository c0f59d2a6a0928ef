import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { useList } from '../api/lists.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useAddress } from '../ui/address.ts'
import { Status } from '../ui/Badge.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { Skeleton } from '../ui/states.tsx'
import { CreateWebhook } from './CreateWebhook.tsx'
import { lastDeliveryQuery, subscriptionsQuery } from './queries.ts'
import type { WebhooksSearch } from './search.ts'
import { answerPhrase, eventsPhrase, type Subscription, webhookName } from './words.ts'

export function WebhooksScreen() {
  const [search, change] = useAddress<WebhooksSearch>()
  const navigate = useNavigate()
  return (
    <ListScreen
      title="Webhooks"
      words={['webhook', 'webhooks']}
      list={useList(subscriptionsQuery())}
      columns={columns}
      rowKey={({ subscriptionId }) => subscriptionId}
      onOpen={({ subscriptionId }) =>
        void navigate({ to: '/webhooks/$subscriptionId', params: { subscriptionId } })
      }
      create={{
        label: 'Add webhook',
        first: 'Add your first webhook',
        command: 'Add a webhook',
        run: () => change({ create: true }),
      }}
      filters={
        <p className="text-sm text-quiet">
          Send events to your other systems. Deliveries are signed and retried.
        </p>
      }
      none={{
        icon: Webhook,
        text: 'Send form submissions to your CRM or visits to your team chat as they happen.',
      }}
    >
      {search.create && <CreateWebhook onClose={() => change({ create: undefined })} />}
    </ListScreen>
  )
}

const columns: Column<Subscription>[] = [
  {
    key: 'url',
    head: 'Address',
    width: 'minmax(0, 1fr)',
    cell: (subscription) => (
      <Link
        to="/webhooks/$subscriptionId"
        params={{ subscriptionId: subscription.subscriptionId }}
        tabIndex={-1}
        title={subscription.url}
        dir="ltr"
        className="font-medium"
      >
        {webhookName(subscription)}
      </Link>
    ),
  },
  {
    key: 'events',
    head: 'Events',
    width: 'minmax(0, 0.7fr)',
    from: 'md',
    cell: (subscription) => (
      <span className="text-quiet" title={subscription.events.join('\n')}>
        {eventsPhrase(subscription)}
      </span>
    ),
  },
  {
    key: 'active',
    head: 'Active',
    width: '56px',
    cell: ({ active }) => <Status of={active ? 'on' : 'off'} />,
    skeleton: '32px',
  },
  {
    key: 'last',
    head: 'Last delivery',
    width: 'minmax(0, 0.8fr)',
    from: 'md',
    cell: ({ subscriptionId }) => <LastDelivery subscriptionId={subscriptionId} />,
  },
]

function LastDelivery({ subscriptionId }: { subscriptionId: string }) {
  const { data, isPending } = useQuery(lastDeliveryQuery(subscriptionId))
  if (isPending) return <Skeleton className="h-3 w-24" />
  if (!data) return <span className="text-faint">none yet</span>
  return (
    <span className="flex min-w-0 items-center gap-3" title={`${data.type}: ${answerPhrase(data)}`}>
      <Status of={data.status} />
      <RelativeTime at={data.lastTriedAt ?? data.createdAt} className="text-quiet" />
    </span>
  )
}
