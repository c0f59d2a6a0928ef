import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readSearch, text } from '../ui/address.ts'

const readVisits = readSearch({
  pageId: text,
  audienceId: text,
  personId: text,
  accountId: text,
  visit: text,
})
export type VisitsSearch = ReturnType<typeof readVisits>

export const visitsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/visits',
  validateSearch: readVisits,
  component: lazyRouteComponent(
    retryLoad(() => import('./VisitsScreen.tsx')),
    'VisitsScreen',
  ),
})

export const visitsRoutes = [visitsRoute] as const
