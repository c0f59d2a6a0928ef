import { escapeHtml } from '../../shared/html.ts'
import { toMilliseconds } from '../time.ts'
import type { ListedAddress } from './queries.ts'

/** Half of the limit of a sitemap. */
export const mostAddresses = 25_000

/** Lists public pages that search engines may index. */
export function sitemap(origin: string, addresses: ListedAddress[]): string {
  const urls = addresses
    .filter(({ robots }) => !robots?.some((value) => value === 'noindex' || value === 'none'))
    .map(({ path, changedAt }) => {
      const changed = new Date(toMilliseconds(changedAt)).toISOString()
      return `<url><loc>${escapeHtml(`${origin}${path}`)}</loc><lastmod>${changed}</lastmod></url>\n`
    })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/**
 * Crawlers may fetch all pages: a page that must not be indexed contains a robots directive, which they can only read
 * by fetching it.
 */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /_p/\nDisallow: /_t\nDisallow: /_f/\n\nSitemap: ${origin}/sitemap.xml\n`
}
