import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { keys } from '../api/keys.ts'
import { useMay } from '../api/session.ts'
import { blockTypesQuery } from '../documents/schema.ts'
import type { Page } from '../pages/words.ts'
import { useNarrowRail } from '../shell/narrowRail.ts'
import { refreshStandings } from '../status/queries.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useBaseChat } from './baseChat.ts'
import { EditorView } from './EditorView.tsx'
import { DocumentEditor, type SavedDocument } from './editor.ts'
import { QuestionsLine } from './QuestionsLine.tsx'
import { baseQuery, baseTransport, loadTheirs, newestQuery } from './queries.ts'
import type { UnsavedStore } from './unsaved.ts'

type Props = {
  page: Page
  /** The element in the page header that shows the open revision. */
  head: HTMLElement | null
}

/** The editor of the page's own document, which all of its audiences start from. */
export function ContentTab({ page, head }: Props) {
  useNarrowRail()
  const base = useQuery(baseQuery(page.pageId))
  const types = useQuery(blockTypesQuery)
  const error = base.error ?? types.error
  if (error && !(base.data && types.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([base.refetch(), types.refetch()])} />
  if (!base.data || !types.data) return <ContentSkeleton />
  return <BaseEditor key={page.pageId} page={page} head={head} loaded={base.data} types={types.data} />
}

type LoadedPage = { saved: SavedDocument; unsaved: UnsavedStore }
type BaseProps = Props & { loaded: LoadedPage; types: Parameters<typeof EditorView>[0]['types'] }

function BaseEditor({ page, head, loaded, types }: BaseProps) {
  const { pageId } = page
  const [{ editor, transport }] = useState(() => openEditor(pageId, loaded))
  const chat = useBaseChat(pageId, editor, transport)
  const mayWrite = useMay('write')
  useRemoteRevisions(pageId, editor)
  useStatusOfEdits(pageId, editor)
  useEffect(() => {
    const leave = () => void editor.flush()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      const leaving = editor.flush().then(() => transport.endRevision())
      void leaving.catch(() => {}).finally(loaded.unsaved.release)
    }
  }, [editor, transport, loaded])
  const canEdit = mayWrite && page.status !== 'archived'
  return (
    <>
      <EditorView {...{ pageId, editor, types, head, chat, canEdit }} title={page.name} />
      {canEdit && head && createPortal(<QuestionsLine pageId={pageId} editor={editor} />, head)}
    </>
  )
}

function openEditor(pageId: string, { saved, unsaved }: LoadedPage) {
  const transport = baseTransport(pageId)
  return { transport, editor: new DocumentEditor(transport, saved, unsaved) }
}

/** A saved edit makes audiences outdated, so the status in the header is refreshed. */
function useStatusOfEdits(pageId: string, editor: DocumentEditor) {
  const client = useQueryClient()
  const { save } = useSyncExternalStore(editor.subscribe, editor.getState)
  const savedAt = save.kind === 'saved' ? save.at : undefined
  useEffect(() => {
    if (savedAt === undefined) return
    void client.invalidateQueries({ queryKey: keys.releases.baseCounts(pageId) })
    void refreshStandings(client)
  }, [client, pageId, savedAt])
}

/** Passes revisions that other users save to the editor. */
function useRemoteRevisions(pageId: string, editor: DocumentEditor) {
  const { data: newest } = useQuery(newestQuery(pageId))
  const meet = useEffectEvent(async () => {
    if (!newest || newest.revision <= editor.getState().revision) return
    const theirs = await loadTheirs(pageId).catch(() => undefined)
    if (theirs) editor.receiveRemote(theirs)
  })
  useEffect(() => {
    if (newest) void meet()
  }, [newest])
}

function ContentSkeleton() {
  return (
    <div className="flex min-h-0 flex-1" aria-busy="true">
      <div className="w-62 space-y-3 border-e border-line p-4 max-lg:hidden">
        {[72, 56, 64, 48, 60].map((width) => (
          <Skeleton key={width} className="h-4" style={{ width: `${width}%` }} />
        ))}
      </div>
      <div className="flex-1 bg-sunken p-6">
        <Skeleton className="h-full rounded-lg" />
      </div>
      <div className="w-81 space-y-4 border-s border-line p-4 max-lg:hidden">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-16" />
        <Skeleton className="h-9" />
        <Skeleton className="h-24" />
      </div>
    </div>
  )
}
