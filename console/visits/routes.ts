import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { text } from '../ui/address.ts'
import type { VisitFilters } from './queries.ts'

export type VisitsSearch = VisitFilters & { visit?: string | undefined }

export const visitsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/visits',
  validateSearch: (search): VisitsSearch => {
    const names = ['pageId', 'audienceId', 'personId', 'accountId', 'visit'] as const
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = text(search[name])
        return value ? [[name, value]] : []
      }),
    )
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./VisitsScreen.tsx')),
    'VisitsScreen',
  ),
})

export const visitsRoutes = [visitsRoute] as const
