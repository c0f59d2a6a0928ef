import { api } from '../api/client.ts'
import type { Document } from './document.ts'

export type LoadedDocument = { document: Document; hash: string }

/** Loads a document with its hash, which the next save names, and the revision of a page. */
async function load(path: string, signal?: AbortSignal): Promise<LoadedDocument & { revision: number }> {
  const response = await api.client.send(path, signal && { signal })
  return {
    document: await response.json(),
    hash: response.headers.get('etag')?.replaceAll('"', '') ?? '',
    revision: Number(response.headers.get('x-revision')),
  }
}

export function loadPageDocument(pageId: string, signal?: AbortSignal) {
  return load(`/pages/${pageId}/document`, signal)
}

type AudienceIds = { pageId: string; audienceId: string }

export function loadVersionDocument(
  { pageId, audienceId }: AudienceIds,
  versionId: string,
  signal?: AbortSignal,
): Promise<LoadedDocument> {
  return load(`/pages/${pageId}/audiences/${audienceId}/versions/${versionId}/document`, signal)
}
