import { RotateCcw, Send } from 'lucide-react'
import { useMemo } from 'react'
import { useList } from '../api/lists.ts'
import { useAddress } from '../ui/address.ts'
import { Status } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { actionsColumn, timeColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { EmptyState } from '../ui/states.tsx'
import { deliveriesQuery, useWebhookVerbs } from './queries.ts'
import type { WebhookSearch } from './search.ts'
import { answerPhrase, type Delivery } from './words.ts'

type Props = { subscriptionId: string; isOn: boolean }

/** The deliveries of the last 30 days and their results. */
export function DeliveryLog({ subscriptionId, isOn }: Props) {
  const [search, change] = useAddress<WebhookSearch>()
  const list = useList(deliveriesQuery(subscriptionId))
  const { sendTest, resend } = useWebhookVerbs(subscriptionId)
  const columns = useMemo(
    () => deliveryColumns(isOn ? (delivery) => void resend(delivery) : undefined),
    [isOn, resend],
  )
  const open = list.rows.find(({ deliveryId }) => deliveryId === search.delivery)
  return (
    <>
      <DataTable
        label="Deliveries"
        columns={columns}
        list={list}
        rowKey={({ deliveryId }) => deliveryId}
        onOpen={({ deliveryId }) => change({ delivery: deliveryId })}
        empty={
          <EmptyState
            icon={Send}
            title="No deliveries yet"
            action={isOn && <Button onClick={() => void sendTest()}>Send a test</Button>}
          >
            Deliveries appear here with the receiver’s response.
          </EmptyState>
        }
      />
      <SidePanel
        open={open !== undefined}
        onClose={() => change({ delivery: undefined })}
        title={open?.type ?? 'Delivery'}
        footer={
          open &&
          isOn && (
            <Button look="primary" icon={RotateCcw} onClick={() => void resend(open)}>
              Send again
            </Button>
          )
        }
      >
        {open && <Details delivery={open} />}
      </SidePanel>
    </>
  )
}

function Details({ delivery }: { delivery: Delivery }) {
  const { deliveryId, status, attempts, lastError, lastTriedAt, nextTryAt, createdAt } = delivery
  const facts = [
    ['Status', <Status key="status" of={status} />],
    ['Occurred', <RelativeTime key="created" at={createdAt} />],
    ['Attempts', String(attempts)],
    ['Last response', answerPhrase(delivery)],
    ['Error', status === 'delivered' ? null : lastError],
    ['Last attempt', lastTriedAt && <RelativeTime key="last" at={lastTriedAt} />],
    ['Next attempt', nextTryAt && <RelativeTime key="next" at={nextTryAt} />],
    [
      'Id',
      <span key="id" className="flex items-center gap-1">
        <code className="min-w-0 text-xs break-all">{deliveryId}</code>
        <CopyButton text={deliveryId} label="Copy the ID" />
      </span>,
    ],
  ] as const
  return (
    <div className="p-5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-3 text-sm">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-quiet">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-5 text-xs text-quiet">
        The ID is sent as <code>webhook-id</code> and stays the same on every attempt, so that the receiver
        can detect duplicates.
      </p>
    </div>
  )
}

function deliveryColumns(resend: ((delivery: Delivery) => void) | undefined): Column<Delivery>[] {
  return [
    {
      key: 'type',
      head: 'Event',
      width: 'minmax(0, 1fr)',
      cell: ({ type }) => <span className="font-medium">{type}</span>,
    },
    {
      key: 'status',
      head: 'Status',
      width: '96px',
      cell: ({ status }) => <Status of={status} />,
      skeleton: '72px',
    },
    {
      key: 'answer',
      head: 'Response',
      width: 'minmax(0, 1fr)',
      from: 'md',
      cell: (delivery) => (
        <span className="text-quiet tabular-nums" title={delivery.lastError ?? undefined}>
          {answerPhrase(delivery)}
        </span>
      ),
    },
    {
      key: 'attempts',
      head: 'Attempts',
      width: '68px',
      align: 'end',
      from: 'lg',
      cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span>,
      skeleton: '16px',
    },
    timeColumn({
      key: 'next',
      head: 'Next attempt',
      width: '96px',
      from: 'lg',
      at: ({ nextTryAt }) => nextTryAt,
    }),
    timeColumn({
      key: 'created',
      head: 'Occurred',
      width: '96px',
      from: 'md',
      at: ({ createdAt }) => createdAt,
    }),
    actionsColumn(
      (delivery) =>
        resend && (
          <IconButton
            icon={RotateCcw}
            size="sm"
            label={`Send ${delivery.type} again`}
            onClick={() => resend(delivery)}
          />
        ),
    ),
  ]
}
