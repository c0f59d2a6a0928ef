import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'

export const agentRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/agent',
    component: lazyRouteComponent(
      retryLoad(() => import('./AgentScreen.tsx')),
      'AgentScreen',
    ),
  }),
] as const
