import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readFields } from './search.ts'

export const fieldsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/fields',
    validateSearch: readFields,
    component: lazyScreen(() => import('./FieldsScreen.tsx'), 'FieldsScreen'),
  }),
] as const
