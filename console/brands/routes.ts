import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readBrand } from './search.ts'

export const brandsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/brand',
    validateSearch: readBrand,
    component: lazyRouteComponent(
      retryLoad(() => import('./BrandScreen.tsx')),
      'BrandScreen',
    ),
  }),
] as const
