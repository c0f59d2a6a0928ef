import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'

export const youRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/you',
    component: lazyRouteComponent(
      retryLoad(() => import('./YouScreen.tsx')),
      'YouScreen',
    ),
  }),
] as const
