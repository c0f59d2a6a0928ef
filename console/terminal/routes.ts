import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readRequest } from './search.ts'

export const terminalRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/terminal',
    validateSearch: readRequest,
    component: lazyScreen(() => import('./TerminalScreen.tsx'), 'TerminalScreen'),
  }),
] as const
