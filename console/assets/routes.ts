import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readAssets } from './search.ts'

export const assetsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/assets',
    validateSearch: readAssets,
    component: lazyScreen(() => import('./AssetsScreen.tsx'), 'AssetsScreen'),
  }),
] as const
