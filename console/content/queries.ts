import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery, readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import type { Change } from '../documents/document.ts'
import { loadPageDocument } from '../documents/loadDocument.ts'
import type { RemoteDocument, Transport } from './editor.ts'
import { claimUnsaved } from './unsaved.ts'

export type Revision = Shape<'PageRevision'>

/** The page's document when the editor opens; from then on, the editor holds the current one. */
export function baseQuery(pageId: string) {
  return queryOptions({
    queryKey: keys.content(pageId),
    queryFn: async ({ signal }) => {
      const saved = await loadPageDocument(pageId, signal)
      return { saved, unsaved: await claimUnsaved(pageId) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export type BaseTransport = Transport & {
  /** Closes the revision that saves go into and gives it this note; the next save creates a new one. */
  endRevision: (note?: string) => Promise<void>
}

const longestNote = 500

/** Saves go into one revision until it is closed. */
export function baseTransport(pageId: string): BaseTransport {
  let sitting = newSitting()
  let note: string | undefined
  return {
    load: () => loadTheirs(pageId),
    async save(operations: Change[], hash: string) {
      const body = { operations: operations as Record<string, unknown>[], sitting, ...(note && { note }) }
      return await api.pages.changeDocument(pageId, body, {
        headers: { 'if-match': `"${hash}"` },
        // Completes a save while the page is being left. Browsers limit it to small bodies.
        keepalive: JSON.stringify(operations).length < 50_000,
      })
    },
    async endRevision(next) {
      const ended = sitting
      sitting = newSitting()
      note = next?.slice(0, longestNote).toWellFormed()
      await api.pages.closeRevision(pageId, { sitting: ended }, { keepalive: true })
    },
  }
}

function newSitting(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')
}

/** The newest revision and its author. */
export async function loadTheirs(pageId: string): Promise<RemoteDocument> {
  const [saved, newest] = await Promise.all([loadPageDocument(pageId), loadNewest(pageId)])
  return { ...saved, madeBy: newest?.madeBy ?? null }
}

export async function loadNewest(pageId: string, signal?: AbortSignal): Promise<Revision | null> {
  const { items } = await api.pages.listRevisions(pageId, { limit: 1 }, { ...(signal && { signal }) })
  return items[0] ?? null
}

/** Polls for newer revisions by other users. */
export function newestQuery(pageId: string) {
  return queryOptions({
    queryKey: keys.revisions.newest(pageId),
    queryFn: ({ signal }) => loadNewest(pageId, signal),
    refetchInterval: 5_000,
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
  })
}

export function revisionsQuery(pageId: string) {
  return listQuery<Revision>(keys.revisions.list(pageId), (query, signal) =>
    api.pages.listRevisions(pageId, query, { signal }),
  )
}

/** A revision; a closed one never changes. */
export function revisionQuery(pageId: string, { revision, hash }: Pick<Revision, 'revision' | 'hash'>) {
  return readQuery(
    keys.revisions.one(pageId, revision, hash),
    (call) => api.pages.getRevision(pageId, String(revision), call),
    { staleTime: Number.POSITIVE_INFINITY },
  )
}

export function revisionDiffQuery(
  pageId: string,
  { revision, hash }: Pick<Revision, 'revision' | 'hash'>,
  against: number,
) {
  return readQuery(
    keys.revisions.diff(pageId, revision, hash, against),
    (call) => api.pages.diffRevisions(pageId, String(revision), String(against), call),
    { staleTime: Number.POSITIVE_INFINITY },
  )
}

export type PageAnswer = Shape<'PageMessageAnswer'>
export type PageMessage = Shape<'PageMessageInput'>
