import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'

export const youRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/you',
    component: lazyScreen(() => import('./YouScreen.tsx'), 'YouScreen'),
  }),
] as const
