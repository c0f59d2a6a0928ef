import { api } from './client.ts'
import { useGroupedQuery } from './grouped.ts'
import { keys } from './keys.ts'
import type { Shape } from './schema.ts'

export type Author = Shape<'Author'>

/** The authors of objects by object id, if the audit log has them. */
export function useAuthors(ids: string[]): ReadonlyMap<string, Author> {
  return useGroupedQuery<Author>({
    ids,
    key: keys.authors,
    async read(group, signal) {
      const query = { objectIds: group.join(',') }
      const { items } = await api.auditEvents.listAuthors(query, { signal })
      return items.map((author) => [author.objectId, author])
    },
    // Ids have up to 40 characters, and the service accepts 4,000 in a request.
    groupSize: 90,
    // The author of an object never changes.
    options: () => ({ staleTime: 60_000 }),
  })
}
