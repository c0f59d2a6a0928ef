import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { Shape } from '../api/schema.ts'
import { readPath } from '../ui/path.ts'

/** `Brightstone Logistics` as a part of an address: `brightstone-logistics`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-')
    .slice(0, 60)
}

type Named = { pageName: string; audience: Shape<'Audience'> | undefined }

/** Proposes an address from the audience. A person's contains their key, so that it can't be guessed. */
export function proposePath({ pageName, audience }: Named): string {
  const page = slugOf(pageName) || 'page'
  if (!audience || audience.computedName === 'Everyone') return `/${page}`
  const name = slugOf(audience.effectiveName.split(' · ')[0] ?? '') || 'welcome'
  return audience.personRouteKey ? `/${page}/${name}/${audience.personRouteKey}` : `/${name}`
}

export type Taken = { link: Shape<'PageLink'> | undefined; free: string }

/** Whether a path is in use, and the next one that is free. */
export function pathQuery(path: string, tenantDomainId: string | null) {
  const find = async (wanted: string, signal: AbortSignal) => {
    const query = { path: wanted, limit: 1, ...(tenantDomainId && { tenantDomainId }) }
    return (await ask(api.GET('/v0/page_links', { params: { query }, signal }))).items[0]
  }
  return queryOptions({
    queryKey: keys.links.at(path, tenantDomainId ?? ''),
    queryFn: async ({ signal }): Promise<Taken> => {
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

/** A password people can say on the phone. */
export function newPassword(): string {
  const picks = crypto.getRandomValues(new Uint32Array(4))
  const word = (at: number) => words[(picks[at] ?? 0) % words.length]
  return `${word(0)}-${word(1)}-${word(2)}-${10 + ((picks[3] ?? 0) % 90)}`
}
