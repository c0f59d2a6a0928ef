import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.ts'

export const agentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agent',
  component: lazyRouteComponent(() => import('./AgentScreen.tsx'), 'AgentScreen'),
})

export const agentRoutes = [agentRoute] as const
