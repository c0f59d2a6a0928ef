import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { ProblemError } from '../api/problem.ts'
import { SidePanel } from '../ui/SidePanel.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Choose } from './Choose.tsx'
import { Outcome } from './Outcome.tsx'
import { isUnderWay, type Release, type ReleaseInput, readStoredAudiences, releaseQuery } from './queries.ts'

type Props = {
  pageId: string
  /**
   * `new` or `drafts`, for all audiences, or with `:` and the key of chosen audiences; `batch:` and an id; `saved:`
   * and a release that saved drafts; or a release id, after `undo:` to preview undoing it.
   */
  what: string | undefined
  /** Called with the id of a release that is still running. */
  onClose: (underWay?: string) => void
  /** Opens another release or a new one. */
  onOpen: (what: string) => void
  onConflicts: () => void
}

/** Releases page changes to audiences: settings, progress, undo. */
export function ReleasePanel({ pageId, what, onClose, onOpen, onConflicts }: Props) {
  const client = useQueryClient()
  const close = () => {
    const release = what ? client.getQueryData<Release>(releaseQuery(what).queryKey) : undefined
    onClose(release && isUnderWay(release) ? what : undefined)
    for (const queryKey of [
      keys.releases.baseCounts(pageId),
      keys.audiences.all,
      keys.releases.conflicts(pageId),
      keys.releases.changedBlocks(pageId),
    ])
      void client.invalidateQueries({ queryKey })
  }
  if (!what) return null
  const releaseId = what.replace(/^undo:/, '')
  if (releaseId.startsWith('release_'))
    return (
      <Existing
        key={what}
        {...{ releaseId, onConflicts, onOpen }}
        asksUndo={what !== releaseId}
        onClose={close}
      />
    )
  return (
    <Planned
      key={what}
      pageId={pageId}
      what={what}
      onClose={close}
      onOpen={onOpen}
      onConflicts={onConflicts}
    />
  )
}

/** The audiences of a new release; undefined if this tab doesn't have the chosen ones. */
function audiencesOf(what: string): ReleaseInput['audiences'] | undefined {
  const [kind, id] = what.split(':')
  if (kind === 'batch') return { batchId: id ?? '' }
  if (kind === 'saved') return { releaseId: id ?? '' }
  return id === undefined ? { all: true } : readStoredAudiences(id)
}

const unknownChoice = new ProblemError({
  status: 0,
  title: 'This selection has expired',
  detail: 'Close this and select the audiences again.',
})

/** Starts with a dry run, which shows what the release would do. */
function Planned({ pageId, what, onClose, onOpen, onConflicts }: Omit<Props, 'what'> & { what: string }) {
  const kind = what.startsWith('new') ? 'base' : 'drafts'
  const audiences = audiencesOf(what)
  const [dry, setDry] = useState<Release>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const named = JSON.stringify({ kind, audiences, attempt })
  useEffect(() => {
    let isCurrent = true
    setError(undefined)
    const { attempt: _, ...input } = JSON.parse(named)
    if (!input.audiences) return setError(unknownChoice)
    api.releases
      .create(pageId, { ...input, dryRun: true })
      .then((made) => isCurrent && setDry(made))
      .catch((problem: unknown) => isCurrent && setError(problem))
    return () => {
      isCurrent = false
    }
  }, [pageId, named])
  const { data } = useQuery({ ...releaseQuery(dry?.releaseId ?? ''), enabled: dry !== undefined })
  const release = data ?? dry
  const title = kind === 'base' ? `Publish page version ${release?.revision ?? '…'}` : 'Publish drafts'
  const description =
    kind === 'base'
      ? 'Update every audience with the changes to the page. What was written for them is kept.'
      : 'Publish the latest draft of each audience.'
  if (error || !release || !audiences)
    return (
      <SidePanel open width="wide" onClose={onClose} title={title} description={description}>
        {error ? (
          <ErrorState error={error} onRetry={() => setAttempt(attempt + 1)} />
        ) : (
          <div className="space-y-4 p-5" aria-busy="true">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-24 w-80" />
          </div>
        )}
      </SidePanel>
    )
  return (
    <Choose
      {...{ pageId, kind, audiences, title, description, onClose, onConflicts }}
      dry={release}
      onReleased={(made) => onOpen(made.releaseId)}
    />
  )
}

type ExistingProps = {
  releaseId: string
  asksUndo: boolean
  onClose: () => void
  onConflicts: () => void
  onOpen: (what: string) => void
}

function Existing({ releaseId, asksUndo, onClose, onConflicts, onOpen }: ExistingProps) {
  const { data, error, refetch } = useQuery(releaseQuery(releaseId))
  if (!data)
    return (
      <SidePanel open width="wide" onClose={onClose} title="Release">
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="m-5 h-24" />
        )}
      </SidePanel>
    )
  return (
    <Outcome
      release={data}
      asksUndo={asksUndo}
      onClose={onClose}
      onConflicts={onConflicts}
      onPublishDrafts={() => onOpen(`saved:${releaseId}`)}
    />
  )
}
