import { useQuery } from '@tanstack/react-query'
import { api, ask } from './client.ts'
import { keys } from './keys.ts'
import type { Shape } from './schema.ts'

/** The authors of objects by their ids, as far as the audit log knows them. */
export function useAuthors(ids: string[]): Map<string, Shape<'Author'>> {
  const { data } = useQuery({
    queryKey: keys.authors(ids),
    queryFn: async ({ signal }) =>
      (await ask(api.GET('/v0/authors', { params: { query: { objectIds: ids.join(',') } }, signal }))).items,
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
  return new Map(data?.map((author) => [author.objectId, author]))
}
