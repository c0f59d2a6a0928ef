import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'

export const contentRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages/$pageId/audiences/$audienceId/edit',
    component: lazyRouteComponent(
      retryLoad(() => import('./DraftScreen.tsx')),
      'DraftScreen',
    ),
  }),
] as const
