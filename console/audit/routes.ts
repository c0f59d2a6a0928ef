import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readAudit } from './search.ts'

export const auditRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/audit',
    validateSearch: readAudit,
    component: lazyScreen(() => import('./AuditScreen.tsx'), 'AuditScreen'),
  }),
] as const
