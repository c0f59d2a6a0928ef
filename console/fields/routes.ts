import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readFields } from './search.ts'

export const fieldsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/fields',
    validateSearch: readFields,
    component: lazyRouteComponent(
      retryLoad(() => import('./FieldsScreen.tsx')),
      'FieldsScreen',
    ),
  }),
] as const
