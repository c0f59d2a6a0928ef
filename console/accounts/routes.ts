import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readAccount, readAccounts } from './search.ts'

export const accountsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/accounts',
    validateSearch: readAccounts,
    component: lazyRouteComponent(
      retryLoad(() => import('./AccountsScreen.tsx')),
      'AccountsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/accounts/$accountId',
    validateSearch: readAccount,
    component: lazyRouteComponent(
      retryLoad(() => import('./AccountScreen.tsx')),
      'AccountScreen',
    ),
  }),
] as const
