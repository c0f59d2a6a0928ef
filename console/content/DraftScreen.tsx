import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { MessageSquare, Save, Share2 } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useMay } from '../api/session.ts'
import { audienceQuery } from '../audiences/queries.ts'
import type { AudienceIds } from '../audiences/studio/queries.ts'
import { type BlockTypes, blockTypesQuery } from '../documents/schema.ts'
import { pageQuery } from '../pages/queries.ts'
import { openShare } from '../share/queries.ts'
import { useNarrowRail } from '../shell/narrowRail.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAudienceStandings } from '../status/queries.ts'
import { audienceStatus } from '../status/words.ts'
import { Button } from '../ui/Button.tsx'
import { notify, notifyProblem } from '../ui/notify.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useWidth } from '../ui/width.ts'
import { draftTransport, type LoadedDraft, newestQuery } from './draftTransport.ts'
import { EditorView } from './EditorView.tsx'
import { DocumentEditor } from './editor.ts'
import type { UnsavedStore } from './unsaved.ts'

/** The editor of an audience's page; saving creates a draft version. */
export function DraftScreen() {
  useNarrowRail()
  const where = useParams({ from: '/shell/pages/$pageId/audiences/$audienceId/edit' })
  const page = useQuery(pageQuery(where.pageId))
  const audience = useQuery(audienceQuery(where.pageId, where.audienceId))
  const newest = useQuery(newestQuery(where))
  const types = useQuery(blockTypesQuery)
  const error = newest.error ?? types.error ?? audience.error
  if (error) return <ErrorState error={error} onRetry={() => void newest.refetch()} className="m-auto" />
  if (!newest.data || !types.data || !audience.data) return <Skeleton className="m-6 h-64" />
  return (
    <Draft
      key={where.audienceId}
      where={where}
      name={audience.data.effectiveName}
      pageName={page.data?.name ?? 'Page'}
      loaded={newest.data}
      types={types.data}
    />
  )
}

type OpenedDraft = { newest: LoadedDraft; unsaved: UnsavedStore }
type DraftProps = {
  where: AudienceIds
  name: string
  pageName: string
  loaded: OpenedDraft
  types: BlockTypes
}

function Draft({ where, name, pageName, loaded, types }: DraftProps) {
  const { newest, unsaved } = loaded
  const [editor] = useState(() => new DocumentEditor(draftTransport(where), newest, unsaved))
  useEffect(() => unsaved.release, [unsaved])
  const { save, revision } = useSyncExternalStore(editor.subscribe, editor.getState)
  const [head, setHead] = useState<HTMLElement | null>(null)
  const isWide = useWidth().has('lg')
  const standing = useAudienceStandings([where.audienceId]).get(where.audienceId)
  const standingLine = (
    <span className="flex min-w-0 items-center gap-3">
      <StatusBadge status={standing && audienceStatus(standing)} />
      <span ref={setHead} className="min-w-0" />
    </span>
  )
  const [mayWrite, mayPublish] = [useMay('write'), useMay('publish')]
  const navigate = useNavigate()
  const openStudio = () => void navigate({ to: '/pages/$pageId/audiences/$audienceId', params: where })
  const keep = async () => {
    await editor.flush()
    const now = editor.getState()
    if (now.save.kind === 'saved')
      notify(`Saved as draft version ${now.revision}`, {
        action: { label: 'Open in the studio', run: openStudio },
      })
    else if (now.save.kind === 'failed') notifyProblem(now.save.error)
  }
  const share = async () => {
    if (canSave) await keep()
    if (editor.getState().save.kind !== 'failed') openShare(where)
  }
  const canSave = mayWrite && (save.kind === 'unsaved' || save.kind === 'failed')
  useShortcut('mod+s', () => void keep(), canSave)
  return (
    <>
      <PageHeader
        title={name}
        above={{ label: pageName, to: `/pages/${where.pageId}` }}
        beside={isWide && standingLine}
        more={
          <>
            <Button look="quiet" icon={MessageSquare} onClick={openStudio}>
              <span className="max-md:sr-only">Studio</span>
            </Button>
            {mayPublish && (
              <Button icon={Share2} onClick={() => void share()}>
                <span className="max-md:sr-only">Share</span>
              </Button>
            )}
          </>
        }
        action={
          mayWrite && (
            <Button
              look="primary"
              icon={Save}
              keys="mod+s"
              busy={save.kind === 'saving'}
              disabled={!canSave}
              onClick={() => void keep()}
            >
              <span>
                Save<span className="max-md:sr-only"> as version {revision + 1}</span>
              </span>
            </Button>
          )
        }
      />
      {!isWide && <div className="-mt-1.5 flex min-h-8 min-w-0 items-center px-4 pb-1.5">{standingLine}</div>}
      <div className="flex min-h-0 flex-1 flex-col border-t border-line">
        <EditorView
          pageId={where.pageId}
          audienceId={where.audienceId}
          title={name}
          editor={editor}
          types={types}
          head={head}
          canEdit={mayWrite}
        />
      </div>
    </>
  )
}
