import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readReleases } from './search.ts'

export const releasesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages/$pageId/conflicts',
    component: lazyScreen(() => import('./ConflictsScreen.tsx'), 'ConflictsScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/releases',
    validateSearch: readReleases,
    component: lazyScreen(() => import('./ReleasesScreen.tsx'), 'ReleasesScreen'),
  }),
] as const
