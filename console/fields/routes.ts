import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'

export type FieldsSearch = { create?: true | undefined }

export const fieldsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/fields',
  validateSearch: (search): FieldsSearch => (search.create === true ? { create: true } : {}),
  component: lazyRouteComponent(
    retryLoad(() => import('./FieldsScreen.tsx')),
    'FieldsScreen',
  ),
})

export const fieldsRoutes = [fieldsRoute] as const
