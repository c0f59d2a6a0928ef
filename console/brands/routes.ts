import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readBrand } from './search.ts'

export const brandsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/brand',
    validateSearch: readBrand,
    component: lazyScreen(() => import('./BrandScreen.tsx'), 'BrandScreen'),
  }),
] as const
