import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readHome } from './search.ts'

export const homeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/home',
    validateSearch: readHome,
    component: lazyScreen(() => import('./HomeScreen.tsx'), 'HomeScreen'),
  }),
] as const
