import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { keys } from '../api/keys.ts'
import { shellRoute } from '../shell/routes.ts'
import { oneOf, text } from '../ui/address.ts'

export type LinksSearch = {
  /** Links when left out. */
  tab?: 'domains' | undefined
  /** The custom domain whose links are shown; those of the tenant's own host when left out. */
  domain?: string | undefined
  /** Only links to this page. */
  pageId?: string | undefined
  path?: string | undefined
  /** The link whose panel is open, or `new`. */
  link?: string | undefined
  /** The domain whose panel is open, or `new`. */
  setup?: string | undefined
}

export const linksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/links',
  validateSearch: (search): LinksSearch => {
    const tab = oneOf(keys.domains.all, search.tab)
    const [domain, pageId, path, link, setup] = [
      text(search.domain),
      text(search.pageId),
      text(search.path),
      text(search.link),
      text(search.setup),
    ]
    return {
      ...(tab && { tab }),
      ...(domain && { domain }),
      ...(pageId && { pageId }),
      ...(path && { path }),
      ...(link && { link }),
      ...(setup && { setup }),
    }
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./LinksScreen.tsx')),
    'LinksScreen',
  ),
})

export const linksRoutes = [linksRoute] as const
