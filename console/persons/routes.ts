import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type HistorySearch, readTab } from '../activity/address.ts'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { flag, readSearch, text, texts } from '../ui/address.ts'

const readPersons = readSearch({ query: text, accountId: text, field: texts, sort: text, create: flag })
export type PersonsSearch = ReturnType<typeof readPersons>

export const personsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/persons',
  validateSearch: readPersons,
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
