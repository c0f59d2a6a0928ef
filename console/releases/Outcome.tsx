import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { refreshLists } from '../api/lists.ts'
import { exactNumber } from '../api/locale.ts'
import { useMay } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { exactTimeOf } from '../ui/figures.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { Bar } from './AudienceCounts.tsx'
import { Figure, Legend } from './OutcomeFigures.tsx'
import { OutcomeRows } from './OutcomeRows.tsx'
import { isUnderWay, type Release, undoPreviewQuery } from './queries.ts'
import { ReleaseHistory } from './ReleaseHistory.tsx'
import { Reschedule } from './Reschedule.tsx'
import { Sample } from './Sample.tsx'
import { UndoBand } from './UndoBand.tsx'
import { counted, outcomeOf } from './words.ts'

type Props = {
  release: Release
  /** Opens with the preview of undoing. */
  asksUndo: boolean
  onClose: () => void
  onConflicts: () => void
  /** Opens the release that publishes the saved drafts. */
  onPublishDrafts: () => void
}

/** A release that is scheduled, running or finished. */
export function Outcome({ release, asksUndo, onClose, onConflicts, onPublishDrafts }: Props) {
  const { status, counts, undo, releaseId, pageId } = release
  const client = useQueryClient()
  const mayPublish = useMay('publish')
  const [isAsking, setIsAsking] = useState(asksUndo)
  const [isLooking, setIsLooking] = useState(false)
  const [chosenRestore, setChosenRestore] = useState<boolean>()
  const { data: preview } = useQuery({ ...undoPreviewQuery(releaseId), enabled: isAsking })
  const canRestore = preview !== undefined && preview.contentRevision !== null
  const restoresContent = canRestore && (chosenRestore ?? preview.keeping === 0)
  const act = useMutation({
    mutationFn: (verb: 'cancel' | 'undo') =>
      verb === 'cancel'
        ? api.releases.cancel(releaseId)
        : api.releases.undo(releaseId, { restoreContent: restoresContent }),
    onSuccess: (next) => {
      setIsAsking(false)
      client.setQueryData(keys.releases.one(releaseId), next)
      void client.invalidateQueries({ queryKey: keys.releases.one(releaseId) })
      void refreshLists(client, keys.releases.allRows)
      void refreshLists(client, keys.rollouts.all)
      void client.invalidateQueries({ queryKey: keys.pages.document(pageId) })
      void client.invalidateQueries({ queryKey: keys.revisions.list(pageId) })
    },
    onError: (error) => {
      notifyProblem(error)
      void client.invalidateQueries({ queryKey: keys.releases.undo(releaseId) })
    },
  })
  const isGoing = isUnderWay(release)
  const canUndo = mayPublish && ['finished', 'cancelled'].includes(status) && counts.published > 0
  const isUndo = isAsking && canUndo
  useShortcut('u', () => setIsAsking(true), canUndo && !isUndo, { inDialog: true })
  const parts: [number, string][] =
    (status === 'undoing' || status === 'undone') && undo
      ? [
          [undo.undone, 'bg-faint'],
          [undo.overtaken, 'bg-warn'],
          [undo.waiting, 'bg-edge'],
        ]
      : [
          [counts.published, 'bg-good'],
          [counts.drafted, 'bg-busy'],
          [counts.conflicts + counts.overtaken + counts.blocked + counts.failed, 'bg-warn'],
          [counts.unchanged + counts.detached + counts.waiting + counts.cancelled, 'bg-edge'],
        ]
  const footer = isUndo ? (
    <>
      <p className="me-auto text-sm text-quiet max-md:hidden">
        Version numbers stay; those taken back read “Undone”.
      </p>
      <Button onClick={() => setIsAsking(false)}>Keep it</Button>
      <Button
        type="submit"
        look="primary"
        icon={Undo2}
        busy={act.isPending}
        disabled={preview?.restored === 0}
        onClick={() => act.mutate('undo')}
      >
        {preview?.restored ? `Undo for ${exactNumber(preview.restored)}` : 'Undo'}
      </Button>
    </>
  ) : (
    <>
      {isGoing && (
        <p className="me-auto text-sm text-quiet max-md:hidden">You can close this. The release continues.</p>
      )}
      {!isGoing && counts.conflicts > 0 && status === 'finished' && (
        <Button onClick={onConflicts}>Decide {counted(counts.conflicts, 'conflict')}</Button>
      )}
      {status === 'finished' && mayPublish && counts.drafted > 0 && (
        <Button onClick={onPublishDrafts}>Publish {counted(counts.drafted, 'draft')}</Button>
      )}
      <Button look="primary" onClick={onClose}>
        {isGoing ? 'Close' : 'Done'}
      </Button>
    </>
  )
  return (
    <SidePanel
      open
      width="full"
      onClose={onClose}
      title={titleOf(release)}
      description={release.note ?? (release.madeBy ? `Published by ${release.madeBy}` : undefined)}
      footer={footer}
    >
      <div className="flex h-full min-h-0 flex-col">
        <div className="border-b border-line px-5 py-5">
          <div className="flex flex-wrap items-end gap-3">
            <Figure release={release} />
            <span className="flex-1" />
            {status === 'running' && mayPublish && (
              <Button busy={act.isPending} onClick={() => act.mutate('cancel')}>
                Stop here
              </Button>
            )}
            {status === 'scheduled' && mayPublish && (
              <Reschedule release={release} onCancel={() => act.mutate('cancel')} />
            )}
            {!isGoing && status !== 'scheduled' && (
              <Button icon={Eye} aria-pressed={isLooking} onClick={() => setIsLooking(!isLooking)}>
                {isLooking ? 'Show the list' : 'See what changed'}
              </Button>
            )}
            {canUndo && !isUndo && (
              <Button icon={Undo2} keys="u" onClick={() => setIsAsking(true)}>
                Undo this release
              </Button>
            )}
          </div>
          <Bar parts={parts} />
          <div className="flex items-start gap-x-12 gap-y-4 pt-5 max-lg:flex-col max-lg:items-stretch">
            <Legend release={release} />
            {!isGoing && <ReleaseHistory release={release} />}
          </div>
        </div>
        {isLooking ? (
          <div className="flex min-h-96 flex-1">
            <Sample release={release} isChecking={false} />
          </div>
        ) : (
          <OutcomeRows key={`${isGoing}`} release={release} isGoing={isGoing} />
        )}
        {isUndo && (
          <UndoBand
            release={release}
            restoresContent={restoresContent}
            onRestoresContent={setChosenRestore}
          />
        )}
      </div>
    </SidePanel>
  )
}

function titleOf(release: Release): string {
  const { status, publishAt, createdAt } = release
  if (status === 'scheduled') return `Scheduled for ${exactTimeOf(publishAt ?? createdAt)}`
  if (status === 'undoing') return 'Undoing the release'
  if (status === 'cancelling') return 'Stopping'
  return status === 'running' ? 'Publishing' : outcomeOf(release)
}
