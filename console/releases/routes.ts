import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readReleases } from './search.ts'

export const releasesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages/$pageId/conflicts',
    component: lazyRouteComponent(
      retryLoad(() => import('./ConflictsScreen.tsx')),
      'ConflictsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/releases',
    validateSearch: readReleases,
    component: lazyRouteComponent(
      retryLoad(() => import('./ReleasesScreen.tsx')),
      'ReleasesScreen',
    ),
  }),
] as const
