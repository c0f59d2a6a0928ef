import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readLinks } from './search.ts'

export const linksRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/links',
    validateSearch: readLinks,
    component: lazyRouteComponent(
      retryLoad(() => import('./LinksScreen.tsx')),
      'LinksScreen',
    ),
  }),
] as const
