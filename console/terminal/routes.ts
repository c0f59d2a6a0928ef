import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readRequest } from './search.ts'

export const terminalRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/terminal',
    validateSearch: readRequest,
    component: lazyRouteComponent(
      retryLoad(() => import('./TerminalScreen.tsx')),
      'TerminalScreen',
    ),
  }),
] as const
