import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { Shape } from '../api/schema.ts'
import type { AudienceKind } from '../audiences/words.ts'
import { readPath } from '../ui/path.ts'

/** `Brightstone Logistics` as a path segment: `brightstone-logistics`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-')
    .slice(0, 60)
}

type PathNames = { kind: AudienceKind; computedName: string; personRouteKey: string | null }

/**
 * Suggests a path from what visitors may see: the title of the page, or the names of an account and a person.
 * Internal names of pages and audiences are not used. A person's path contains their key, so that it can't be
 * guessed.
 */
export function proposePath(title: string, { kind, computedName, personRouteKey }: PathNames): string {
  const names = {
    person: computedName.split(' · ').toReversed(),
    account: [computedName],
    everyone: [title],
  }[kind]
  const slugs = names
    .filter((name) => !name.includes('@'))
    .map(slugOf)
    .filter(Boolean)
  return `/${[...(slugs.length > 0 ? slugs : ['welcome']), ...(personRouteKey ? [personRouteKey] : [])].join('/')}`
}

type PathUse = { link: Shape<'PageLink'> | undefined; free: string }

/** Whether a path is in use, and the next free one. */
export function pathQuery(path: string, tenantDomainId: string | null) {
  const find = async (wanted: string, signal: AbortSignal) => {
    const query = { path: wanted, limit: 1, ...(tenantDomainId && { tenantDomainId }) }
    return (await api.pageLinks.list(query, { signal })).items[0]
  }
  return queryOptions({
    queryKey: keys.links.at(path, tenantDomainId ?? ''),
    queryFn: async ({ signal }): Promise<PathUse> => {
      const link = await find(path, signal)
      if (!link) return { link, free: path }
      for (let number = 2; number < 10; number++)
        if (!(await find(`${path}-${number}`, signal))) return { link, free: `${path}-${number}` }
      return { link, free: `${path}-${Date.now() % 10_000}` }
    },
    enabled: readPath(path).path !== undefined && path !== '/',
    staleTime: 5_000,
  })
}

const words =
  'amber anchor apple arrow autumn beacon birch bridge cedar cloud coral cotton ember falcon fern garden harbor hazel indigo island ivory lantern lemon linen maple marble meadow melon mint ocean olive opal orchard pebble pepper pine prairie quartz river saffron sage silver spruce summit sunny tulip velvet violet walnut willow'.split(
    ' ',
  )

/** A password that is easy to dictate. */
export function newPassword(): string {
  const picks = crypto.getRandomValues(new Uint32Array(4))
  const word = (at: number) => words[(picks[at] ?? 0) % words.length]
  return `${word(0)}-${word(1)}-${word(2)}-${10 + ((picks[3] ?? 0) % 90)}`
}
