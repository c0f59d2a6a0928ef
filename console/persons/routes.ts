import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readPerson, readPersons } from './search.ts'

export const personsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/persons',
    validateSearch: readPersons,
    component: lazyRouteComponent(
      retryLoad(() => import('./PersonsScreen.tsx')),
      'PersonsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/persons/$personId',
    validateSearch: readPerson,
    component: lazyRouteComponent(
      retryLoad(() => import('./PersonScreen.tsx')),
      'PersonScreen',
    ),
  }),
] as const
