import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/keys.ts'
import { listQuery, readQuery } from '../../api/lists.ts'
import { isUnreachable } from '../../api/problem.ts'
import type { Shape } from '../../api/schema.ts'
import type { Document } from '../../documents/document.ts'
import { loadVersionDocument } from '../../documents/loadDocument.ts'
import type { Element } from '../../documents/stage.ts'
import { refreshStandings } from '../../status/queries.ts'

export type AudienceVersion = Shape<'AudienceVersion'>
export type Message = Shape<'Message'>
export type AudienceIds = { pageId: string; audienceId: string }

export function audienceQuery({ pageId, audienceId }: AudienceIds) {
  return readQuery(keys.studio.audience(audienceId), (call) => api.audiences.get(pageId, audienceId, call))
}

export function versionsQuery({ pageId, audienceId }: AudienceIds) {
  return listQuery<AudienceVersion>(keys.studio.versions(audienceId), (query, signal) =>
    api.versions.list(pageId, audienceId, query, { signal }),
  )
}

export function versionQuery({ pageId, audienceId }: AudienceIds, versionId: string) {
  return readQuery(keys.studio.version(audienceId, versionId), (call) =>
    api.versions.get(pageId, audienceId, versionId, call),
  )
}

/** The messages of the conversation, newest first. */
export function messagesQuery({ pageId, audienceId }: AudienceIds) {
  return listQuery<Message>(keys.studio.messages(audienceId), (query, signal) =>
    api.messages.list(pageId, audienceId, query, { signal }),
  )
}

/** A version's document never changes and is identified by its hash. */
export function documentQuery({ pageId, audienceId }: AudienceIds, versionId: string) {
  return queryOptions({
    queryKey: keys.studio.document(versionId),
    queryFn: ({ signal }) => loadVersionDocument({ pageId, audienceId }, versionId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function diffQuery({ pageId, audienceId }: AudienceIds, versionId: string, against: string) {
  return readQuery(
    keys.studio.diff(versionId, against),
    (call) => api.versions.diff(pageId, audienceId, versionId, { against }, call),
    { staleTime: Number.POSITIVE_INFINITY },
  )
}

/** A preview URL of a version, valid for an hour. */
export function previewQuery({ pageId, audienceId }: AudienceIds, versionId: string) {
  return readQuery(
    keys.studio.preview(audienceId, versionId),
    (call) => api.versions.preview(pageId, audienceId, versionId, call),
    { staleTime: 30 * 60_000 },
  )
}

export function checkQuery({ pageId, audienceId }: AudienceIds, versionId: string) {
  return readQuery(keys.studio.check(audienceId, versionId), (call) =>
    api.versions.check(pageId, audienceId, versionId, call),
  )
}

export function useRefresh({ audienceId }: AudienceIds) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.studio.all(audienceId) }),
      refreshStandings(client),
    ])
}

export type SentMessage = { message: string; clientMessageId: string; selectedElement?: Element }

export function useStudioActions(where: AudienceIds) {
  const refresh = useRefresh(where)
  const { pageId, audienceId } = where
  const send = useMutation({
    mutationFn: (body: SentMessage) => api.messages.send(pageId, audienceId, body),
    // The client id makes retries safe: the service creates one message.
    retry: (count, error) => count < 5 && isUnreachable(error),
    onSuccess: refresh,
  })
  const interrupt = useMutation({
    mutationFn: (partialText: string) =>
      api.messages.interrupt(pageId, audienceId, { partialText: partialText.slice(0, 100_000) }),
    onSuccess: refresh,
  })
  const save = useMutation({
    mutationFn: (document: Document) => api.versions.create(pageId, audienceId, { document }),
    onSuccess: refresh,
  })
  return { send, interrupt, save }
}

/** A random id; `randomUUID` is missing on pages without HTTPS. */
export function newClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
