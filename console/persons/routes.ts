import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readPerson, readPersons } from './search.ts'

export const personsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/persons',
    validateSearch: readPersons,
    component: lazyScreen(() => import('./PersonsScreen.tsx'), 'PersonsScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/persons/$personId',
    validateSearch: readPerson,
    component: lazyScreen(() => import('./PersonScreen.tsx'), 'PersonScreen'),
  }),
] as const
