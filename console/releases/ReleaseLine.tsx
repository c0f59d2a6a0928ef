import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useMay } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { baseCountsQuery } from './queries.ts'
import { counted } from './words.ts'

type Props = { pageId: string; onOpen: () => void }

/** A quiet line: how many audiences lack the newest revision. */
export function ReleaseLine({ pageId, onOpen }: Props) {
  const { data } = useQuery(baseCountsQuery(pageId))
  const mayPublish = useMay('publish')
  if (!data || !mayPublish || data.behind + data.conflicts === 0) return null
  const parts = [
    data.behind > 0 && `${data.behind.toLocaleString('en')} behind`,
    data.conflicts > 0 && `${data.conflicts.toLocaleString('en')} with conflicts`,
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

/** Opens the release of what changed; nothing where every audience has it. */
export function ReleaseButton({ pageId, onOpen }: Props) {
  const { data } = useQuery(baseCountsQuery(pageId))
  const mayPublish = useMay('publish')
  const count = data ? data.behind + data.conflicts : 0
  const isOn = mayPublish && count > 0
  useShortcut('r', onOpen, isOn)
  if (!isOn) return null
  return (
    <Button look="primary" icon={Send} keys="r" onClick={onOpen}>
      <span className="max-sm:hidden">Release to {counted(count, 'audience')}</span>
      <span className="sm:hidden">Release {count}</span>
    </Button>
  )
}
