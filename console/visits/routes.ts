import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readVisits } from './search.ts'

export const visitsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/visits',
    validateSearch: readVisits,
    component: lazyRouteComponent(
      retryLoad(() => import('./VisitsScreen.tsx')),
      'VisitsScreen',
    ),
  }),
] as const
