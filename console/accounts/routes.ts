import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type HistorySearch, readTab } from '../activity/address.ts'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { flag, readSearch, text, texts } from '../ui/address.ts'

const readAccounts = readSearch({ query: text, field: texts, sort: text, create: flag })
export type AccountsSearch = ReturnType<typeof readAccounts>

export const accountsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accounts',
  validateSearch: readAccounts,
  component: lazyRouteComponent(
    retryLoad(() => import('./AccountsScreen.tsx')),
    'AccountsScreen',
  ),
})

export type AccountSearch = HistorySearch & { make?: true | undefined }

export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accounts/$accountId',
  validateSearch: (search): AccountSearch => ({
    ...readTab(search),
    ...(search.make === true && { make: true }),
  }),
  component: lazyRouteComponent(
    retryLoad(() => import('./AccountScreen.tsx')),
    'AccountScreen',
  ),
})

export const accountsRoutes = [accountsRoute, accountRoute] as const
