import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import type { Change, Document } from '../documents/document.ts'
import type { RemoteDocument, SavedDocument, Transport } from './editor.ts'
import { claimUnsaved } from './unsaved.ts'

export type Revision = Shape<'PageRevision'>

const pathOf = (pageId: string) => ({ page_id: pageId })

async function loadBase(pageId: string, signal?: AbortSignal): Promise<SavedDocument> {
  const { data, response } = await api.GET('/v0/pages/{page_id}/document', {
    params: { path: pathOf(pageId) },
    ...(signal && { signal }),
  })
  return {
    document: data as Document,
    hash: response.headers.get('etag')?.replaceAll('"', '') ?? '',
    revision: Number(response.headers.get('x-revision')),
  }
}

/** The page's document when the editor opens; from then on, the editor holds the current one. */
export function baseQuery(pageId: string) {
  return queryOptions({
    queryKey: keys.content(pageId),
    queryFn: async ({ signal }) => {
      const saved = await loadBase(pageId, signal)
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
      return await ask(
        api.POST('/v0/pages/{page_id}/document/operations', {
          params: { path: pathOf(pageId), header: { 'if-match': `"${hash}"` } },
          body: { operations: operations as Record<string, unknown>[], sitting, ...(note && { note }) },
          // `keepalive` completes a save while the page is being left. Browsers limit it to small bodies.
          keepalive: JSON.stringify(operations).length < 50_000,
        }),
      )
    },
    async endRevision(next) {
      const ended = sitting
      sitting = newSitting()
      note = next?.slice(0, longestNote).toWellFormed()
      await closeSitting(pageId, ended)
    },
  }
}

function newSitting(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')
}

/** The newest revision and its author. */
export async function loadTheirs(pageId: string): Promise<RemoteDocument> {
  const [saved, newest] = await Promise.all([loadBase(pageId), loadNewest(pageId)])
  return { ...saved, madeBy: newest?.madeBy ?? null }
}

export async function loadNewest(pageId: string, signal?: AbortSignal): Promise<Revision | null> {
  const { items } = await ask(
    api.GET('/v0/pages/{page_id}/document/revisions', {
      params: { path: pathOf(pageId), query: { limit: 1 } },
      ...(signal && { signal }),
    }),
  )
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

function closeSitting(pageId: string, sitting: string): Promise<unknown> {
  return ask(
    api.POST('/v0/pages/{page_id}/document/close_revision', {
      params: { path: pathOf(pageId) },
      body: { sitting },
      keepalive: true,
    }),
  )
}

export function revisionsQuery(pageId: string) {
  return listQuery<Revision>(keys.revisions.list(pageId), (query, signal) =>
    ask(
      api.GET('/v0/pages/{page_id}/document/revisions', { params: { path: pathOf(pageId), query }, signal }),
    ),
  )
}

/** A revision; a closed one never changes. */
export function revisionQuery(pageId: string, { revision, hash }: Pick<Revision, 'revision' | 'hash'>) {
  return queryOptions({
    queryKey: keys.revisions.one(pageId, revision, hash),
    queryFn: ({ signal }) =>
      ask(
        api.GET('/v0/pages/{page_id}/document/revisions/{revision}', {
          params: { path: { ...pathOf(pageId), revision: String(revision) } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function revisionDiffQuery(
  pageId: string,
  { revision, hash }: Pick<Revision, 'revision' | 'hash'>,
  against: number,
) {
  return queryOptions({
    queryKey: keys.revisions.diff(pageId, revision, hash, against),
    queryFn: ({ signal }) =>
      ask(
        api.GET('/v0/pages/{page_id}/document/revisions/{revision}/diff/{against}', {
          params: { path: { ...pathOf(pageId), revision: String(revision), against: String(against) } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function restoreRevision(pageId: string, revision: number): Promise<Revision> {
  return ask(
    api.POST('/v0/pages/{page_id}/document/revisions/{revision}/restore', {
      params: { path: { ...pathOf(pageId), revision: String(revision) } },
    }),
  )
}

export type PageAnswer = Shape<'PageMessageAnswer'>
export type PageMessage = Shape<'PageMessageInput'>

/** Asks the agent to change the page's own document; the signal cancels it. */
export function askForChanges(pageId: string, body: PageMessage, signal: AbortSignal): Promise<PageAnswer> {
  return ask(
    api.POST('/v0/pages/{page_id}/document/messages', { params: { path: pathOf(pageId) }, body, signal }),
  )
}
