import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'

export const agentRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/agent',
    component: lazyScreen(() => import('./AgentScreen.tsx'), 'AgentScreen'),
  }),
] as const
