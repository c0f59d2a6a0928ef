import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { refreshLists } from '../api/lists.ts'
import { type Document, differencesOf } from '../documents/document.ts'
import { notify, notifyProblem } from '../ui/notify.tsx'
import type { DocumentEditor } from './editor.ts'
import { loadTheirs, type Revision, revisionDiffQuery, revisionQuery } from './queries.ts'

/** The open old revision, and the action that restores it. */
export function usePastRevision(pageId: string, editor: DocumentEditor) {
  const [open, setOpen] = useState<Revision>()
  const client = useQueryClient()
  const { data } = useQuery({
    ...revisionQuery(pageId, open ?? noRevision),
    enabled: Boolean(open),
  })
  const against = (open?.revision ?? 0) - 1
  const diff = useQuery({
    ...revisionDiffQuery(pageId, open ?? noRevision, against),
    enabled: against > 0,
  })
  const { revision, save } = useSyncExternalStore(editor.subscribe, editor.getState)
  const isSaved = save.kind === 'saved'
  useEffect(() => {
    // The list doesn't contain the newest save yet.
    if (isSaved && revision) void refreshLists(client, keys.revisions.all)
  }, [client, isSaved, revision])
  const restore = async (past: Revision) => {
    try {
      const before = editor.getState().revision
      await editor.flush()
      const made = await api.pages.restoreRevision(pageId, String(past.revision))
      editor.takeTheirs(await loadTheirs(pageId))
      setOpen(undefined)
      notify(`Restored page version ${past.revision} as ${made.revision}`, {
        undo: async () => {
          await api.pages.restoreRevision(pageId, String(before))
          editor.takeTheirs(await loadTheirs(pageId))
        },
      })
    } catch (error) {
      notifyProblem(error)
    }
  }
  const document = open && data?.revision === open.revision ? (data.document as Document) : undefined
  const differences = open && diff.data ? differencesOf(diff.data.operations) : {}
  return { open, setOpen, restore, document, differences }
}

const noRevision = { revision: 0, hash: '' }
