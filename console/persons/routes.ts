import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type HistorySearch, readTab } from '../activity/address.ts'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { text, texts } from '../ui/address.ts'

export type PersonsSearch = {
  query?: string | undefined
  accountId?: string | undefined
  field?: string[] | undefined
  create?: true | undefined
}

export const personsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/persons',
  validateSearch: (search): PersonsSearch => {
    const [query, accountId, field] = [text(search.query), text(search.accountId), texts(search.field)]
    return {
      ...(query && { query }),
      ...(accountId && { accountId }),
      ...(field && { field }),
      ...(search.create === true && { create: true }),
    }
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./PersonsScreen.tsx')),
    'PersonsScreen',
  ),
})

export type PersonSearch = HistorySearch & { edit?: true | undefined; make?: true | undefined }

export const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/persons/$personId',
  validateSearch: (search): PersonSearch => ({
    ...readTab(search),
    ...(search.edit === true && { edit: true }),
    ...(search.make === true && { make: true }),
  }),
  component: lazyRouteComponent(
    retryLoad(() => import('./PersonScreen.tsx')),
    'PersonScreen',
  ),
})

export const personsRoutes = [personsRoute, personRoute] as const
