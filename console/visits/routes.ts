import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readVisits } from './search.ts'

export const visitsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/visits',
    validateSearch: readVisits,
    component: lazyScreen(() => import('./VisitsScreen.tsx'), 'VisitsScreen'),
  }),
] as const
