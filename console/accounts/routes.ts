import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type HistorySearch, readTab } from '../activity/address.ts'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { text, texts } from '../ui/address.ts'

export type AccountsSearch = {
  query?: string | undefined
  field?: string[] | undefined
  create?: true | undefined
}

export const accountsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accounts',
  validateSearch: (search): AccountsSearch => {
    const [query, field] = [text(search.query), texts(search.field)]
    return {
      ...(query && { query }),
      ...(field && { field }),
      ...(search.create === true && { create: true }),
    }
  },
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
