import { useQuery } from '@tanstack/react-query'
import { Mail, MessageSquare, Plus, Send } from 'lucide-react'
import { Badge, Status } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { ChannelPanel } from './ChannelPanel.tsx'
import { type Channel, channelsQuery } from './queries.ts'
import { channelNames, kindsPhrase, paceWords, placeOf } from './words.ts'

type Props = { channel: string | undefined; onChannel: (channel: string | undefined) => void }

/** Where notices are sent to besides the console. */
export function ChannelsTab({ channel, onChannel }: Props) {
  const { data, error, refetch } = useQuery(channelsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const channels = data?.items ?? []
  const open = channels.find(({ channelId }) => channelId === channel)
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto px-4 py-5 md:px-6">
      {!data && <Skeleton className="h-24 max-w-3xl rounded-lg" />}
      {data && channels.length === 0 && (
        <EmptyState
          icon={Send}
          title="No channels yet"
          action={
            <Button look="primary" icon={Plus} onClick={() => onChannel('new')}>
              Add your first channel
            </Button>
          }
        >
          Send notices to an e-mail address, a Slack channel or a Teams channel, for all pages or some.
        </EmptyState>
      )}
      <ul className="max-w-3xl divide-y divide-line">
        {channels.map((one) => (
          <li key={one.channelId}>
            <Line channel={one} onOpen={() => onChannel(one.channelId)} />
          </li>
        ))}
      </ul>
      <ChannelPanel
        key={channel}
        open={data !== undefined && (channel === 'new' || open !== undefined)}
        channel={open}
        canSendEmail={data?.canSendEmail ?? false}
        onClose={() => onChannel(undefined)}
      />
    </div>
  )
}

function Line({ channel, onOpen }: { channel: Channel; onOpen: () => void }) {
  const { kind, active, pageIds, pace, lastSentAt, lastError } = channel
  const Icon = kind === 'email' ? Mail : MessageSquare
  const pages =
    pageIds === null ? 'all pages' : `${pageIds.length} ${pageIds.length === 1 ? 'page' : 'pages'}`
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-4 rounded-md px-2 py-3 text-start hover:bg-hover"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-quiet" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-sm font-medium">
          {channelNames[kind]}
          <span className="truncate font-normal text-quiet">{placeOf(channel)}</span>
        </span>
        <span className="block truncate text-xs text-quiet">
          {kindsPhrase(channel)} · {pages} · {paceWords[pace].label.toLowerCase()}
        </span>
        {lastError && <span className="mt-1 block text-xs text-danger">{lastError}</span>}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1 text-xs text-quiet">
        {lastError ? <Badge tone="danger">Failing</Badge> : <Status of={active ? 'on' : 'off'} />}
        {lastSentAt && (
          <span>
            Sent <RelativeTime at={lastSentAt} />
          </span>
        )}
      </span>
    </button>
  )
}
