import { useQueries } from '@tanstack/react-query'
import { api, ask } from './client.ts'
import { keys } from './keys.ts'
import type { Shape } from './schema.ts'

export type Author = Shape<'Author'>

/** Ids have up to 40 characters, and the service accepts 4,000 in a request. */
const atOnce = 90

/** The authors of objects by object id, if the audit log has them. */
export function useAuthors(ids: string[]): ReadonlyMap<string, Author> {
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, i) =>
    ids.slice(i * atOnce, (i + 1) * atOnce),
  )
  return useQueries({ queries: parts.map(authorsQuery), combine: byId })
}

const authorsQuery = (ids: string[]) => ({
  queryKey: keys.authors(ids),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await ask(api.GET('/v0/authors', { params: { query: { objectIds: ids.join(',') } }, signal }))).items,
  // The author of an object never changes.
  staleTime: 60_000,
})

function byId(parts: { data: Author[] | undefined }[]): ReadonlyMap<string, Author> {
  return new Map(parts.flatMap(({ data }) => data ?? []).map((author) => [author.objectId, author]))
}
