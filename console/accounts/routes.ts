import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readAccount, readAccounts } from './search.ts'

export const accountsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/accounts',
    validateSearch: readAccounts,
    component: lazyScreen(() => import('./AccountsScreen.tsx'), 'AccountsScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/accounts/$accountId',
    validateSearch: readAccount,
    component: lazyScreen(() => import('./AccountScreen.tsx'), 'AccountScreen'),
  }),
] as const
