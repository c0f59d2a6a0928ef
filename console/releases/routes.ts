import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'

export const releasesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages/$pageId/conflicts',
    component: lazyRouteComponent(
      retryLoad(() => import('./ConflictsScreen.tsx')),
      'ConflictsScreen',
    ),
  }),
] as const
