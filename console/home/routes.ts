import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readHome } from './search.ts'

export const homeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/home',
    validateSearch: readHome,
    component: lazyRouteComponent(
      retryLoad(() => import('./HomeScreen.tsx')),
      'HomeScreen',
    ),
  }),
] as const
