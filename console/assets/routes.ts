import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readAssets } from './search.ts'

export const assetsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/assets',
    validateSearch: readAssets,
    component: lazyRouteComponent(
      retryLoad(() => import('./AssetsScreen.tsx')),
      'AssetsScreen',
    ),
  }),
] as const
