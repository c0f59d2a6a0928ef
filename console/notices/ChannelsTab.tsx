import { useQuery } from '@tanstack/react-query'
import { Bell, type LucideIcon, Mail, MessageSquare, Plus, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, Status } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { ChannelPanel } from './ChannelPanel.tsx'
import { ConsolePanel } from './ConsolePanel.tsx'
import { type Channel, type ConsoleChannel, channelsQuery } from './queries.ts'
import { channelNames, channelTarget, kindsPhrase, paceWords, pagesPhrase } from './words.ts'

type Props = { channel: string | undefined; onChannel: (channel: string | undefined) => void }

/** The notices that the console shows, and the channels they are sent to. */
export function ChannelsTab({ channel, onChannel }: Props) {
  const { data, error, refetch } = useQuery(channelsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const channels = data?.items ?? []
  const open = channels.find(({ channelId }) => channelId === channel)
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto px-4 py-5 md:px-6">
      {!data && <Skeleton className="h-24 max-w-3xl rounded-lg" />}
      <ul className="max-w-3xl divide-y divide-line">
        {data && (
          <li>
            <ConsoleLine channel={data.console} onOpen={() => onChannel('console')} />
          </li>
        )}
        {channels.map((one) => (
          <li key={one.channelId}>
            <Line channel={one} onOpen={() => onChannel(one.channelId)} />
          </li>
        ))}
      </ul>
      {data && channels.length === 0 && (
        <EmptyState
          icon={Send}
          title="Send notices elsewhere"
          action={
            <Button look="primary" icon={Plus} onClick={() => onChannel('new')}>
              Add your first channel
            </Button>
          }
        >
          Notices can also go to an e-mail address, a Slack channel or a Teams channel, for all pages or some.
        </EmptyState>
      )}
      {data && channel === 'console' && (
        <ConsolePanel channel={data.console} onClose={() => onChannel(undefined)} />
      )}
      {data && (channel === 'new' || open) && (
        <ChannelPanel
          key={channel}
          channel={open}
          canSendEmail={data.canSendEmail}
          onClose={() => onChannel(undefined)}
        />
      )}
    </div>
  )
}

function ConsoleLine({ channel, onOpen }: { channel: ConsoleChannel; onOpen: () => void }) {
  return (
    <Row
      icon={Bell}
      name="Console"
      place="The bell and the list of notices"
      choice={`${kindsPhrase(channel)} · ${pagesPhrase(channel)}`}
      state={<Status of={channel.active ? 'on' : 'off'} />}
      onOpen={onOpen}
    />
  )
}

function Line({ channel, onOpen }: { channel: Channel; onOpen: () => void }) {
  const { kind, active, pace, lastSentAt, lastError } = channel
  return (
    <Row
      icon={kind === 'email' ? Mail : MessageSquare}
      name={channelNames[kind]}
      place={channelTarget(channel)}
      choice={`${kindsPhrase(channel)} · ${pagesPhrase(channel)} · ${paceWords[pace].label.toLowerCase()}`}
      error={lastError}
      state={
        <>
          {lastError ? <Badge tone="danger">Failing</Badge> : <Status of={active ? 'on' : 'off'} />}
          {lastSentAt && (
            <span>
              Sent <RelativeTime at={lastSentAt} />
            </span>
          )}
        </>
      }
      onOpen={onOpen}
    />
  )
}

type RowProps = {
  icon: LucideIcon
  name: string
  place: string
  choice: string
  error?: string | null
  state: ReactNode
  onOpen: () => void
}

function Row({ icon: Icon, name, place, choice, error, state, onOpen }: RowProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-4 rounded-md px-2 py-3 text-start hover:bg-hover"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-quiet" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-sm font-medium">
          {name}
          <span className="truncate font-normal text-quiet">{place}</span>
        </span>
        <span className="block truncate text-xs text-quiet">{choice}</span>
        {error && <span className="mt-1 block text-xs text-danger">{error}</span>}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1 text-xs text-quiet">{state}</span>
    </button>
  )
}
