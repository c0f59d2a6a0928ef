import type { Shape } from '../api/schema.ts'

export type PageLink = Shape<'PageLink'>

/** What decides where visitors find the audiences of a page. */
export type Reach = {
  siteUrl: string
  isHome: boolean
  links: readonly PageLink[]
}
type Somebody = Pick<Shape<'Audience'>, 'audienceId' | 'flags' | 'personRouteKey'>

/**
 * The address of an audience: that of its own link; else, for a person, their key below the page's address; else the
 * root, for whom the home page shows everybody. Undefined as long as nothing leads there.
 */
export function addressOf({ audienceId, flags, personRouteKey }: Somebody, reach: Reach): string | undefined {
  const { siteUrl, isHome, links } = reach
  const own = links.find(({ target }) => target.audienceId === audienceId)
  if (own) return siteUrl + own.path
  const above = mainPath(reach)
  if (personRouteKey && above !== undefined)
    return `${siteUrl}${above === '/' ? '' : above}/${personRouteKey}`
  return isHome && flags.includes('home_page') ? `${siteUrl}/` : undefined
}

/** The path a page is known by: the shortest of its links, or the root. */
export function mainPath({ isHome, links }: Reach): string | undefined {
  if (isHome) return '/'
  return links.map(({ path }) => path).sort((a, b) => a.length - b.length || a.localeCompare(b))[0]
}

/** An address as people read it: without its scheme, and with the letters that its path stands for. */
export function readable(address: string): string {
  const plain = address.replace(/^https?:\/\//, '')
  try {
    return decodeURI(plain)
  } catch {
    return plain
  }
}
