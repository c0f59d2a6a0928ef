import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readKeys } from './search.ts'

export const keysRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/keys',
    validateSearch: readKeys,
    component: lazyRouteComponent(
      retryLoad(() => import('./KeysScreen.tsx')),
      'KeysScreen',
    ),
  }),
] as const
