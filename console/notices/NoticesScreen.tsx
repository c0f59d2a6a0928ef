import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Bell,
  BellOff,
  ClipboardCheck,
  Eye,
  type LucideIcon,
  MousePointerClick,
  Plus,
  RotateCcw,
  Send,
} from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { type NoticeKind, noticeSentence } from '../../shared/noticeWords.ts'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { useCommand } from '../shell/commands.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { timeColumn } from '../ui/columns.tsx'
import { cx } from '../ui/cx.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ExportLink } from '../ui/ExportLink.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState } from '../ui/states.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { ChannelsTab } from './ChannelsTab.tsx'
import { consoleChannelQuery, type Notice, noticesQuery, useMarkRead } from './queries.ts'
import type { NoticesSearch } from './search.ts'

const tabs = [
  { value: 'notices', label: 'Notices' },
  { value: 'channels', label: 'Channels' },
] as const

/** Notices about visitors' actions, and the channels they are sent to. */
export function NoticesScreen() {
  const [search, change] = useAddress<NoticesSearch>()
  const mayAdmin = useMay('admin')
  const isChannels = mayAdmin && search.tab === 'channels'
  const create = () => change({ tab: 'channels', channel: 'new' })
  useShortcut('c', create, isChannels)
  useCommand(
    mayAdmin
      ? { id: 'add channel', label: 'Send notices to e-mail, Slack or Teams', icon: Plus, run: create }
      : undefined,
  )
  return (
    <>
      <PageHeader
        title="Notices"
        more={!isChannels && <ExportLink path="/v0/exports/notices" />}
        action={
          isChannels && (
            <Button look="primary" icon={Plus} keys="c" onClick={create}>
              Add channel
            </Button>
          )
        }
      />
      {mayAdmin ? (
        <Tabs
          label="Notices and channels"
          tabs={tabs}
          value={isChannels ? 'channels' : 'notices'}
          onChange={(tab) => change({ tab: tab === 'channels' ? tab : undefined, channel: undefined })}
        >
          <TabPanel value="notices">
            <NoticeList
              onAddChannel={create}
              onOpenConsole={() => change({ tab: 'channels', channel: 'console' })}
            />
          </TabPanel>
          <TabPanel value="channels">
            <ChannelsTab channel={search.channel} onChannel={(channel) => change({ channel })} />
          </TabPanel>
        </Tabs>
      ) : (
        <NoticeList />
      )}
    </>
  )
}

type ListProps = { onAddChannel?: () => void; onOpenConsole?: () => void }

function NoticeList({ onAddChannel, onOpenConsole }: ListProps) {
  const list = useList(noticesQuery())
  const isOff = useQuery(consoleChannelQuery).data?.active === false
  const navigate = useNavigate()
  const newestId = list.rows[0]?.noticeId
  const { mutate: markRead } = useMarkRead()
  const markAllRead = useEffectEvent((upTo: string) => markRead(upTo))
  useEffect(() => {
    if (newestId) markAllRead(newestId)
  }, [newestId])
  // Notices that were unread when the screen was opened stay marked while it is open.
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set())
  const fresh = list.rows.filter(({ noticeId, isRead }) => !isRead && !unread.has(noticeId))
  if (fresh.length > 0) setUnread(new Set([...unread, ...fresh.map(({ noticeId }) => noticeId)]))
  const open = ({ kind, pageId, audienceId }: Notice) =>
    void (kind === 'form'
      ? navigate({ to: '/pages/$pageId', params: { pageId }, search: { tab: 'analytics' } as never })
      : navigate({ to: '/visits', search: { audienceId } }))
  return (
    <DataTable
      label="Notices"
      columns={columnsWith(unread)}
      list={list}
      rowKey={({ noticeId }) => noticeId}
      onOpen={open}
      empty={
        isOff ? (
          <EmptyState
            icon={BellOff}
            title="Notices are off in the console"
            action={onOpenConsole && <Button onClick={onOpenConsole}>Change settings</Button>}
          >
            {onOpenConsole
              ? 'New notices are only sent through channels.'
              : 'Ask an administrator to turn them on.'}
          </EmptyState>
        ) : (
          <EmptyState
            icon={Bell}
            title="No notices yet"
            action={
              onAddChannel && (
                <Button icon={Send} onClick={onAddChannel}>
                  Send notices to e-mail, Slack or Teams
                </Button>
              )
            }
          >
            Notices appear here when an account opens a page for the first time, comes back, clicks an action
            or submits a form.
          </EmptyState>
        )
      }
    />
  )
}

const icons: Record<NoticeKind, [icon: LucideIcon, tint: string]> = {
  first_visit: [Eye, 'text-busy'],
  return_visit: [RotateCcw, 'text-busy'],
  click: [MousePointerClick, 'text-good'],
  form: [ClipboardCheck, 'text-good'],
}

const columnsWith = (unread: ReadonlySet<string>): Column<Notice>[] => [
  {
    key: 'what',
    head: 'What happened',
    width: 'minmax(0, 1fr)',
    cell: (notice) => <Sentence notice={notice} isUnread={unread.has(notice.noticeId)} />,
  },
  timeColumn({ key: 'when', head: 'When', at: ({ createdAt }) => createdAt }),
]

function Sentence({ notice, isUnread }: { notice: Notice; isUnread: boolean }) {
  const [Icon, tint] = icons[notice.kind]
  const { who, did, page, end } = noticeSentence(notice)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden
        className={cx('size-2 shrink-0 rounded-full', isUnread ? 'bg-accent' : 'bg-transparent')}
      />
      <Icon aria-hidden className={cx('size-4 shrink-0', tint)} />
      <span className="truncate text-quiet">
        {isUnread && <span className="sr-only">New: </span>}
        <span className="font-medium text-ink">{who}</span> {did}{' '}
        <span className="font-medium text-ink">{page}</span>
        {end}
      </span>
    </span>
  )
}
