import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'

export const agentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agent',
  component: lazyRouteComponent(
    retryLoad(() => import('./AgentScreen.tsx')),
    'AgentScreen',
  ),
})

export const agentRoutes = [agentRoute] as const
