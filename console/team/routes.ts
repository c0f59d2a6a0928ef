import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readTeam } from './search.ts'

export const teamRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/team',
    validateSearch: readTeam,
    component: lazyScreen(() => import('./TeamScreen.tsx'), 'TeamScreen'),
  }),
] as const
