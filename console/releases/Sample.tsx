import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, LayoutGrid, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useList } from '../api/lists.ts'
import { exactNumber } from '../api/locale.ts'
import { documentQuery } from '../audiences/studio/queries.ts'
import { Differences } from '../documents/Differences.tsx'
import type { Document, Operation } from '../documents/document.ts'
import { StagedPage } from '../documents/StagedPage.tsx'
import { SchemeButton } from '../documents/scheme.tsx'
import { useMarkedChanges } from '../documents/useMarkedChanges.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Segments } from '../ui/Segments.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'
import { type Release, rowDiffQuery, rowsQuery } from './queries.ts'

type SampleView = 'before' | 'changes' | 'after'
const views: [SampleView, string][] = [
  ['before', 'Before'],
  ['changes', 'Changes'],
  ['after', 'After'],
]
const viewKeys: Record<string, SampleView> = { b: 'before', c: 'changes', v: 'after' }

type Props = {
  release: Release
  isChecking: boolean
  /** The index of the first audience to show. */
  first?: number
  /** Returns to the screen it was opened from. */
  onBack?: () => void
}

/** The effect of a release on one audience after another. */
export function Sample({ release, isChecking, first = 0, onBack }: Props) {
  const { releaseId, pageId } = release
  const { rows, total, refetch } = useSamples(releaseId, isChecking)
  const [place, setPlace] = useState(first)
  const [view, setView] = useState<SampleView>(release.kind === 'base' ? 'changes' : 'after')
  const row = rows[Math.min(place, rows.length - 1)]
  const audienceId = row?.audienceId ?? ''
  const diff = useQuery({
    ...rowDiffQuery(releaseId, audienceId),
    enabled: audienceId !== '' && release.kind === 'base',
  })
  const before = useQuery({
    ...documentQuery({ pageId, audienceId }, diff.data?.against ?? row?.previousVersionId ?? ''),
    enabled: Boolean(diff.data ?? row?.previousVersionId),
  })
  const draft = useQuery({
    ...documentQuery({ pageId, audienceId }, row?.versionId ?? ''),
    enabled: release.kind === 'drafts' && Boolean(row?.versionId),
  })
  const after = (diff.data?.document ?? draft.data?.document) as Document | undefined
  const operations: Operation[] = diff.data?.operations ?? []
  const { stage, reveal, onEvent } = useMarkedChanges(view === 'changes' ? operations : [], after)
  useEffect(() => {
    if (!isChecking) void refetch()
  }, [isChecking, refetch])
  const go = (by: number) => setPlace((place + by + rows.length) % Math.max(1, rows.length))
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, [role="radio"]')
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return
      const found = viewKeys[event.key]
      if (found) setView(found)
      else if (event.key === 'ArrowRight') setPlace((at) => (at + 1) % Math.max(1, rows.length))
      else if (event.key === 'ArrowLeft') setPlace((at) => (at - 1 + rows.length) % Math.max(1, rows.length))
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [rows.length])
  if (!row)
    return (
      <div className="min-w-0 flex-1 border-line bg-sunken lg:border-s">
        {isChecking ? (
          <Skeleton className="m-6 h-64" />
        ) : (
          <EmptyState title="Nothing to show">No audience would change.</EmptyState>
        )}
      </div>
    )
  const shown = view === 'before' ? before.data?.document : after
  const offered = views.filter(([value]) => value !== 'changes' || release.kind === 'base')
  return (
    <section
      aria-label="Sample"
      className="flex min-h-96 min-w-0 flex-1 flex-col border-line bg-sunken lg:border-s"
    >
      <div className="flex h-12 shrink-0 items-center gap-2 px-3 max-md:h-14">
        {onBack && (
          <Button size="sm" look="quiet" icon={LayoutGrid} onClick={onBack}>
            All drafts
          </Button>
        )}
        <IconButton icon={ChevronLeft} label="Previous audience" size="sm" onClick={() => go(-1)} />
        <IconButton icon={ChevronRight} label="Next audience" size="sm" onClick={() => go(1)} />
        <Avatar name={row.audienceName ?? ''} size={22} />
        <span className="min-w-0 truncate text-sm font-medium" dir="auto">
          {row.audienceName}
        </span>
        <span className="shrink-0 text-xs text-faint max-md:hidden">
          {Math.min(place, rows.length - 1) + 1} of {exactNumber(total ?? rows.length)}
        </span>
        {row.isPersonalised && (
          <span className="flex shrink-0 items-center gap-1 rounded-full bg-good-tint px-2 py-0.5 text-xs text-good max-xl:hidden">
            <ShieldCheck aria-hidden className="size-3.5" />
            Keeps what was written for them
          </span>
        )}
        <span className="ms-auto">
          <SchemeButton inDialog />
        </span>
        <Segments label="Show" options={offered} value={view} onChange={setView} />
      </div>
      <div className="flex min-h-0 flex-1 gap-3 px-3 pb-3">
        <div className="min-h-80 min-w-0 flex-1 overflow-hidden rounded-lg border border-edge bg-ground">
          {shown ? (
            <StagedPage
              ref={stage}
              document={shown as Document}
              target={{ audienceId }}
              width={1280}
              glows={false}
              onEvent={onEvent}
              title={`${row.audienceName}: page`}
            />
          ) : (
            <Skeleton className="m-6 h-64" />
          )}
        </div>
        {view === 'changes' && diff.data && before.data && after && operations.length > 0 && (
          <div className="thin-scroll w-72 shrink-0 overflow-y-auto max-xl:hidden">
            <Differences
              operations={operations}
              before={before.data.document}
              after={after}
              onReveal={reveal}
            />
          </div>
        )}
      </div>
    </section>
  )
}

/** The audiences that would change, whether published or saved as drafts. */
function useSamples(releaseId: string, isChecking: boolean) {
  const published = useList(rowsQuery(releaseId, { status: 'published' }))
  const drafted = useList(rowsQuery(releaseId, { status: 'drafted' }))
  const list = published.rows.length > 0 ? published : drafted
  const { retry } = published
  useEffect(() => {
    if (!isChecking) return
    const timer = setInterval(retry, 1_000)
    return () => clearInterval(timer)
  }, [isChecking, retry])
  return { rows: list.rows, total: list.total, refetch: published.retry }
}
