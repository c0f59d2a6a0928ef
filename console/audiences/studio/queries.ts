import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../api/client.ts'
import { keys } from '../../api/keys.ts'
import { listQuery } from '../../api/lists.ts'
import { isUnreachable } from '../../api/problem.ts'
import type { Shape } from '../../api/schema.ts'
import type { Document } from '../../documents/document.ts'
import type { Element } from '../../documents/stage.ts'
import { refreshStandings } from '../../status/queries.ts'

export type AudienceVersion = Shape<'AudienceVersion'>
export type Message = Shape<'Message'>
export type AudienceIds = { pageId: string; audienceId: string }

const path = ({ pageId, audienceId }: AudienceIds) => ({ page_id: pageId, audience_id: audienceId })

export function audienceQuery(where: AudienceIds) {
  return queryOptions({
    queryKey: keys.studio.audience(where.audienceId),
    queryFn: ({ signal }) =>
      ask(api.GET('/v0/pages/{page_id}/audiences/{audience_id}', { params: { path: path(where) }, signal })),
  })
}

export function versionsQuery(where: AudienceIds) {
  return listQuery<AudienceVersion>(keys.studio.versions(where.audienceId), (query, signal) =>
    ask(
      api.GET('/v0/pages/{page_id}/audiences/{audience_id}/versions', {
        params: { path: path(where), query },
        signal,
      }),
    ),
  )
}

export function versionQuery(where: AudienceIds, versionId: string) {
  return queryOptions({
    queryKey: keys.studio.version(where.audienceId, versionId),
    queryFn: ({ signal }) =>
      ask(
        api.GET('/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}', {
          params: { path: { ...path(where), version_id: versionId } },
          signal,
        }),
      ),
  })
}

/** The messages of the conversation, newest first. */
export function messagesQuery(where: AudienceIds) {
  return listQuery<Message>(keys.studio.messages(where.audienceId), (query, signal) =>
    ask(
      api.GET('/v0/pages/{page_id}/audiences/{audience_id}/messages', {
        params: { path: path(where), query },
        signal,
      }),
    ),
  )
}

/** A version's document never changes and is identified by its hash. */
export function documentQuery(where: AudienceIds, versionId: string) {
  return queryOptions({
    queryKey: keys.studio.document(versionId),
    queryFn: async ({ signal }) => {
      const { data, response } = await api.GET(
        '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/document',
        { params: { path: { ...path(where), version_id: versionId } }, signal },
      )
      return { document: data as Document, hash: response.headers.get('etag')?.replaceAll('"', '') ?? '' }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function diffQuery(where: AudienceIds, versionId: string, against: string) {
  return queryOptions({
    queryKey: keys.studio.diff(versionId, against),
    queryFn: ({ signal }) =>
      ask(
        api.GET('/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/diff', {
          params: { path: { ...path(where), version_id: versionId }, query: { against } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A preview URL of a version, valid for an hour. */
export function previewQuery(where: AudienceIds, versionId: string) {
  return queryOptions({
    queryKey: keys.studio.preview(where.audienceId, versionId),
    queryFn: ({ signal }) =>
      ask(
        api.GET('/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/preview', {
          params: { path: { ...path(where), version_id: versionId } },
          signal,
        }),
      ),
    staleTime: 30 * 60_000,
  })
}

export function checkQuery(where: AudienceIds, versionId: string) {
  return queryOptions({
    queryKey: keys.studio.check(where.audienceId, versionId),
    queryFn: ({ signal }) =>
      ask(
        api.GET('/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/check', {
          params: { path: { ...path(where), version_id: versionId } },
          signal,
        }),
      ),
  })
}

export function useRefresh(where: AudienceIds) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.studio.all(where.audienceId) }),
      refreshStandings(client),
    ])
}

export type SentMessage = { message: string; clientMessageId: string; selectedElement?: Element }

export function useStudioActions(where: AudienceIds) {
  const refresh = useRefresh(where)
  const place = { params: { path: path(where) } }
  const send = useMutation({
    mutationFn: (body: SentMessage) =>
      ask(api.POST('/v0/pages/{page_id}/audiences/{audience_id}/messages', { ...place, body })),
    // The client id makes retries safe: the service creates one message.
    retry: (count, error) => count < 5 && isUnreachable(error),
    onSuccess: refresh,
  })
  const interrupt = useMutation({
    mutationFn: (partialText: string) =>
      ask(
        api.POST('/v0/pages/{page_id}/audiences/{audience_id}/messages/interrupt', {
          ...place,
          body: { partialText: partialText.slice(0, 100_000) },
        }),
      ),
    onSuccess: refresh,
  })
  const save = useMutation({
    mutationFn: (document: Document) =>
      ask(api.POST('/v0/pages/{page_id}/audiences/{audience_id}/versions', { ...place, body: { document } })),
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
