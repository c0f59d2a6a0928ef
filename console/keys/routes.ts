import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'

export type KeysSearch = { create?: true | undefined }

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: (search): KeysSearch => (search.create === true ? { create: true } : {}),
  component: lazyRouteComponent(
    retryLoad(() => import('./KeysScreen.tsx')),
    'KeysScreen',
  ),
})

export const keysRoutes = [keysRoute] as const
