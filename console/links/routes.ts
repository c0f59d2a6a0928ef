import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { keys } from '../api/keys.ts'
import { shellRoute } from '../shell/routes.ts'
import { choice, readSearch, text } from '../ui/address.ts'

const readLinks = readSearch({
  /** Links when left out. */
  tab: choice(keys.domains.all),
  /** The custom domain whose links are shown; those of the tenant's own host when left out. */
  domain: text,
  /** Only links to this page. */
  pageId: text,
  path: text,
  /** The link whose panel is open, or `new`. */
  link: text,
  /** The domain whose panel is open, or `new`. */
  setup: text,
})
export type LinksSearch = ReturnType<typeof readLinks>

export const linksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/links',
  validateSearch: readLinks,
  component: lazyRouteComponent(
    retryLoad(() => import('./LinksScreen.tsx')),
    'LinksScreen',
  ),
})

export const linksRoutes = [linksRoute] as const
