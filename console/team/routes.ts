import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readTeam } from './search.ts'

export const teamRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/team',
    validateSearch: readTeam,
    component: lazyRouteComponent(
      retryLoad(() => import('./TeamScreen.tsx')),
      'TeamScreen',
    ),
  }),
] as const
