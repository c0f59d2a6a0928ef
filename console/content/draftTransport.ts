import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { ProblemError } from '../api/problem.ts'
import type { AudienceIds } from '../audiences/studio/queries.ts'
import { loadVersionDocument } from '../documents/loadDocument.ts'
import type { RemoteDocument, Transport } from './editor.ts'
import { claimUnsaved } from './unsaved.ts'

export type LoadedDraft = RemoteDocument & { versionId: string }

/** The newest version with a document, which the next one is based on. */
async function loadNewest({ pageId, audienceId }: AudienceIds): Promise<LoadedDraft> {
  const { items } = await api.versions.list(pageId, audienceId, { limit: 50 })
  const newest = items.find(({ status }) => ['draft', 'published', 'archived'].includes(status))
  if (!newest) throw new ProblemError({ status: 404, title: 'This audience has no page yet' })
  const { document, hash } = await loadVersionDocument({ pageId, audienceId }, newest.versionId)
  return {
    document,
    hash,
    revision: newest.versionNumber,
    versionId: newest.versionId,
    madeBy: null,
  }
}

/** Includes edits in this browser that are not saved yet. */
export function newestQuery(where: AudienceIds) {
  return queryOptions({
    queryKey: keys.draftToEdit(where.audienceId),
    queryFn: async () => {
      const newest = await loadNewest(where)
      return { newest, unsaved: await claimUnsaved(where.audienceId) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Versions are immutable, so each save creates one; a version that another user saves meanwhile is kept. */
export function draftTransport(where: AudienceIds): Transport {
  return {
    isManual: true,
    load: () => loadNewest(where),
    async save(_changes, hash, document) {
      const newest = await loadNewest(where)
      if (newest.hash !== hash) throw new ProblemError({ status: 412, title: 'A newer version exists' })
      const { versionNumber } = await api.versions.create(where.pageId, where.audienceId, {
        document,
        fromVersionId: newest.versionId,
      })
      const made = await loadNewest(where)
      return { hash: made.hash, revision: versionNumber }
    },
  }
}
