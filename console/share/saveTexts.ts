import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { Document } from '../documents/document.ts'
import { pageDocumentQuery } from '../pages/queries.ts'
import { refreshStandings } from '../status/queries.ts'
import { notifyProblem } from '../ui/notify.tsx'
import type { ShareSubject } from './queries.ts'

const mutationKey = ['save document']

/** Publishing has to wait, as it would miss the texts being saved. */
export function useIsSavingDocument(): boolean {
  return useIsMutating({ mutationKey }) > 0
}

/** Saves a document as a draft version, or as a revision of the page if it has no audience. */
export function useSaveDocument({ pageId, audienceId }: ShareSubject) {
  const client = useQueryClient()
  return useMutation({
    mutationKey,
    mutationFn: async (document: Document): Promise<unknown> => {
      if (audienceId) return await api.versions.create(pageId, audienceId, { document })
      return await api.pages.replaceDocument(pageId, document)
    },
    onSuccess: async () => {
      await Promise.all([
        refreshStandings(client),
        client.invalidateQueries({ queryKey: pageDocumentQuery(pageId).queryKey }),
        client.invalidateQueries({ queryKey: keys.content(pageId) }),
        ...(audienceId ? [client.invalidateQueries({ queryKey: keys.studio.all(audienceId) })] : []),
      ])
    },
    onError: notifyProblem,
  })
}
