import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readAudit } from './search.ts'

export const auditRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/audit',
    validateSearch: readAudit,
    component: lazyRouteComponent(
      retryLoad(() => import('./AuditScreen.tsx')),
      'AuditScreen',
    ),
  }),
] as const
