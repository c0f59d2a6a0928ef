import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { exactNumber } from '../api/locale.ts'
import { useMay } from '../api/session.ts'
import { refreshStandings } from '../status/queries.ts'
import { Button } from '../ui/Button.tsx'
import { notify } from '../ui/notify.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { baseCountsQuery, isUnderWay, releaseQuery } from './queries.ts'
import { counted, outcomeOf } from './words.ts'

type Props = { pageId: string; onOpen: () => void }

/** The number of audiences without the newest revision. */
export function ReleaseLine({ pageId, onOpen }: Props) {
  const { data } = useQuery(baseCountsQuery(pageId))
  const mayPublish = useMay('publish')
  const client = useQueryClient()
  // The page's status depends on these counts, so it is refetched when they change.
  const found = data && `${data.revision} ${data.behind} ${data.conflicts}`
  useEffect(() => {
    if (found) void refreshStandings(client)
  }, [client, found])
  if (!data || !mayPublish || data.behind + data.conflicts === 0) return null
  const parts = [
    data.behind > 0 && `${exactNumber(data.behind)} behind`,
    data.conflicts > 0 && `${exactNumber(data.conflicts)} with conflicts`,
  ].filter((part) => part !== false)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-sm text-quiet hover:bg-hover hover:text-ink max-lg:hidden"
    >
      <span aria-hidden className="size-2 rounded-full bg-warn" />
      {parts.join(', ')}
    </button>
  )
}

type ProgressProps = { releaseId: string; onOpen: () => void; onDone: () => void }

/** The progress of a running release whose panel is closed; a click opens the panel. */
export function ReleaseProgress({ releaseId, onOpen, onDone }: ProgressProps) {
  const { data } = useQuery(releaseQuery(releaseId))
  const isGoing = data === undefined || isUnderWay(data)
  const done = useEffectEvent(() => {
    onDone()
    if (data && data.status !== 'scheduled')
      notify(outcomeOf(data), { action: { label: 'Show', run: onOpen } })
  })
  useEffect(() => {
    if (!isGoing) done()
  }, [isGoing])
  if (!data || !isGoing) return null
  const { counts, undo, status } = data
  const [total, left] = undo ? [undo.total, undo.waiting] : [counts.total, counts.waiting]
  const share = total === 0 ? 0 : (total - left) / total
  const verb = status === 'undoing' ? 'Undoing the release' : 'Publishing'
  const words = total === 0 ? verb : `${verb}: ${exactNumber(total - left)} of ${exactNumber(total)}`
  return (
    <button
      type="button"
      onClick={onOpen}
      title={words}
      className="block h-1.5 w-full shrink-0 bg-pressed text-start"
    >
      <span className="sr-only">{words}</span>
      <span
        aria-hidden
        className="block h-full bg-accent transition-[width]"
        style={{ width: `${share * 100}%` }}
      />
    </button>
  )
}

/** Opens the release of the page's changes, while something else is its next step. */
export function ReleaseButton({ pageId, onOpen }: Props) {
  const { data } = useQuery(baseCountsQuery(pageId))
  const mayPublish = useMay('publish')
  const count = data ? data.behind + data.conflicts : 0
  const isOn = mayPublish && count > 0
  useShortcut('r', onOpen, isOn)
  if (!isOn) return null
  return (
    <Button icon={Send} keys="r" onClick={onOpen}>
      <span className="max-sm:hidden">Update {counted(count, 'audience')}</span>
      <span className="sm:hidden">Update {count}</span>
    </Button>
  )
}
