import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { text } from '../ui/address.ts'

export type BrandSearch = { brand?: string | undefined; add?: true | undefined }

export const brandRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/brand',
  validateSearch: (search): BrandSearch => {
    const brand = text(search.brand)
    return { ...(brand && { brand }), ...(search.add === true && { add: true as const }) }
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./BrandScreen.tsx')),
    'BrandScreen',
  ),
})

export const brandsRoutes = [brandRoute] as const
