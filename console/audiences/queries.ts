import { api, ask } from '../api/client.ts'
import { listQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'

export type Audience = Shape<'Audience'>

export function audiencesQuery(pageId: string, filters: { query?: string }) {
  return listQuery<Audience>(['audiences', pageId, filters], (page, signal) =>
    ask(
      api.GET('/v0/pages/{page_id}/audiences', {
        params: { path: { page_id: pageId }, query: { ...filters, ...page } },
        signal,
      }),
    ),
  )
}
