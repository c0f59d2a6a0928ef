import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'

export const conflictsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/$pageId/conflicts',
  component: lazyRouteComponent(
    retryLoad(() => import('./ConflictsScreen.tsx')),
    'ConflictsScreen',
  ),
})

export const releasesRoutes = [conflictsRoute] as const
