import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readNotices } from './search.ts'

export const noticesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/notices',
    validateSearch: readNotices,
    component: lazyRouteComponent(
      retryLoad(() => import('./NoticesScreen.tsx')),
      'NoticesScreen',
    ),
  }),
] as const
